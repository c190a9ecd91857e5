// The open manuscripts of one project, and what the writer chose in them on its way to the journal.

import { Outbox, type RuleText } from '$lib/candidates'
import type { Fault, Host } from '$lib/host'
import { Manuscript, type Files } from './manuscript'
import type { Place } from './place'

/** Who hears of what happens in the manuscripts. */
export type Listeners = {
  /** How a manuscript stands has changed. */
  onChange: (manuscript: Manuscript) => void
  /** The writer changed a text. */
  onEdit: () => void
  /** Why the last choice is not in the journal yet; `null` once it is. */
  onUnrecorded: (fault: Fault | null) => void
}

/** Keeps every manuscript that was opened, so that none loses unsaved text or its undo history to another. */
export class Manuscripts {
  readonly #open = new Map<string, Manuscript>()
  readonly #outbox: Outbox
  readonly #memoryFiles: Files = {
    readFile: (path) => this.host.readMemoryFile(path),
    writeFile: (request) => this.host.writeMemoryFile(request),
    settleFile: async (path) => {
      await this.host.settleMemoryFile(path)
      return 0
    },
  }
  #unrecorded: Fault | null = null
  #stopped = false

  constructor(
    private readonly host: Host,
    private readonly listeners: Listeners,
    private readonly ruleText: RuleText,
    /** Whether a path leads to a memory file. */
    private readonly isMemory: (path: string) => boolean = () => false,
    /** Whether the desk offers, watches and learns. */
    private readonly assists: () => boolean = () => true,
  ) {
    this.#outbox = new Outbox(
      (episode) => host.recordEpisode(episode),
      (fault) => {
        this.#unrecorded = fault
        listeners.onUnrecorded(fault)
      },
    )
  }

  /** Returns the manuscript of a file that was opened. */
  get(path: string): Manuscript | undefined {
    return this.#open.get(path)
  }

  /**
   * Returns the manuscript of a file. One that is open already is there at once, whatever became of the file; one that is
   * read anew has the writer at `place`.
   *
   * @throws the fault if the file has to be read and cannot be.
   */
  async open(path: string, place?: Place): Promise<Manuscript> {
    const known = this.#open.get(path)
    if (known) {
      void this.follow(path)
      return known
    }
    const isMemory = this.isMemory(path)
    const files = isMemory ? this.#memoryFiles : this.host
    const document = await files.readFile(path)
    // Asked for twice before the first answer, it is still one manuscript.
    const manuscript =
      this.#open.get(path) ??
      new Manuscript(document, {
        files,
        learning: isMemory
          ? null
          : {
              host: this.host,
              ruleText: this.ruleText,
              post: (episode) => this.#outbox.post(episode),
              posted: async () => {
                await this.#outbox.flush()
                return this.#outbox.size === 0
              },
            },
        assists: this.assists,
        onChange: (manuscript) => this.#stopped || this.listeners.onChange(manuscript),
        onEdit: this.listeners.onEdit,
      })
    if (place && !this.#open.has(path)) manuscript.goTo(place)
    this.#open.set(path, manuscript)
    this.listeners.onChange(manuscript)
    return manuscript
  }

  /** Follows a file that changed on disk, if it is open; one that cannot be read just now is left as it is. */
  async follow(path: string): Promise<void> {
    await this.#open.get(path)?.follow().catch(() => {})
  }

  /** Takes that the writer turned suggestions and learning on or off. */
  assist(): void {
    for (const manuscript of this.#open.values()) manuscript.assist()
  }

  /** Leaves every manuscript; rejects with the fault that held some text or some choice back. */
  async leave(): Promise<void> {
    const left = await Promise.allSettled([...this.#open.values()].map((manuscript) => manuscript.leave()))
    await this.#outbox.flush()
    if (this.#stopped) return
    const failed = left.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    if (this.#unrecorded && this.#outbox.size > 0) throw this.#unrecorded
    // Typing goes on in one while another is being saved.
    if ([...this.#open.values()].some(({ saving }) => saving.edited)) await this.leave()
  }

  /** Writes nothing from now on: what it would write is named by its place in a project that is no longer open. */
  stop(): void {
    this.#stopped = true
    for (const manuscript of this.#open.values()) manuscript.stop()
    this.#outbox.stop()
  }
}
