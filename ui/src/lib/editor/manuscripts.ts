// The open manuscripts of one project, and what the writer chose in them on its way to the journal.

import { keyOfSkill, Outbox, type RuleText, type Skills } from '$lib/candidates'
import { DEFAULT_SETTINGS, asFault, type Document, type Fault, type Host, type Recovered } from '$lib/host'
import { Manuscript, type Files, type Left, type Safety } from './manuscript'
import type { Place } from './place'
import type { Speller } from './spelling'
import type { Stylist } from './style'
import { sameSettings, type EditorSettings } from './settings'

/** Who hears of what happens in the manuscripts. */
export type Listeners = {
  /** How a manuscript stands has changed. */
  onChange: (manuscript: Manuscript) => void
  /** The writer changed a text. */
  onEdit: () => void
  /** Why the last choice is not in the journal yet; `null` once it is. */
  onUnrecorded: (fault: Fault | null) => void
  /** Why what is typed is in no crash journal; `null` once it is again. */
  onUnjournalled?: (fault: Fault | null) => void
  /** Why a version could not be kept. */
  onUnkept?: (fault: Fault) => void
  /** The writer follows a link of a manuscript; `target` is as she wrote it. */
  onFollow?: (manuscript: string, target: string) => void
}

/** Keeps every manuscript that was opened, so that none loses unsaved text or its undo history to another. */
export class Manuscripts {
  readonly #open = new Map<string, Manuscript>()
  /** Those that are being read: what an earlier session left is given out once. */
  readonly #opening = new Map<string, Promise<Manuscript>>()
  readonly #outbox: Outbox
  readonly #memoryFiles: Files = {
    readFile: (path) => this.host.readMemoryFile(path),
    writeFile: (request) => this.host.writeMemoryFile(request),
    settleFile: async (path) => {
      await this.host.settleMemoryFile(path)
      return 0
    },
  }
  #settings = DEFAULT_SETTINGS.writing
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
    /** Knows how words of manuscripts are spelled. */
    private readonly speller?: Speller,
    /** Knows what is a slip of English in them. */
    private readonly stylist?: Stylist,
    /** The key that asks for a skill, as it is shown beside a selection. */
    private readonly keyOf: Skills['keyOf'] = keyOfSkill,
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
    let opening = this.#opening.get(path)
    if (!opening) {
      opening = this.#load(path, place).finally(() => this.#opening.delete(path))
      this.#opening.set(path, opening)
    }
    return opening
  }

  /** Returns a manuscript that has no file yet; it gets one with its first character. */
  create(path: string): Manuscript {
    return this.#open.get(path) ?? this.#add({ path, text: '', hash: '' }, false)
  }

  /** Forgets a manuscript that has neither a file nor text; returns whether it was one. */
  forget(manuscript: Manuscript): boolean {
    return manuscript.isBlank && this.#letGo(manuscript)
  }

  /** Lets go of a manuscript that has nothing unsaved; opened again it is read anew. Returns whether it is gone. */
  close(manuscript: Manuscript): boolean {
    return (manuscript.isBlank || manuscript.isSettled) && this.#letGo(manuscript)
  }

  #letGo(manuscript: Manuscript): boolean {
    // It may be another one by now that has this name.
    if (this.#open.get(manuscript.path) !== manuscript) return false
    manuscript.stop()
    return this.#open.delete(manuscript.path)
  }

  /** Opens every manuscript with text that an earlier session left unsaved, so that it is saved; returns their paths. */
  async recover(): Promise<string[]> {
    const paths = await this.host.listUnsaved()
    const opened = await Promise.allSettled(paths.map((path) => this.open(path)))
    return opened.flatMap((result) => (result.status === 'fulfilled' && result.value.recovered ? [result.value.path] : []))
  }

  /** Reads a manuscript, and what an earlier session left of it. One whose file is gone is there as long as it left text. */
  async #read(path: string): Promise<[Document, Left]> {
    const asked = this.host.recoverUnsaved(path).catch((): Recovered | null => null)
    try {
      const document = await this.host.readFile(path)
      const undo = await this.host.undoHistory(path, document.hash).catch(() => null)
      return [document, { recovered: await asked, undo }]
    } catch (error) {
      const recovered = await asked
      if (!recovered || asFault(error).code !== 'NOT_FOUND') throw error
      return [{ path, text: '', hash: '' }, { recovered, undo: null }]
    }
  }

  async #load(path: string, place?: Place): Promise<Manuscript> {
    const isMemory = this.isMemory(path)
    const [document, left] = isMemory ? [await this.#memoryFiles.readFile(path), undefined] : await this.#read(path)
    return this.#open.get(path) ?? this.#add(document, isMemory, left, place)
  }

  #add(document: Document, isMemory: boolean, left?: Left, place?: Place): Manuscript {
    const safety: Safety = {
      host: this.host,
      onUnjournalled: (fault) => this.listeners.onUnjournalled?.(fault),
      onUnkept: (fault) => this.listeners.onUnkept?.(fault),
    }
    const manuscript: Manuscript = new Manuscript(
      document,
      {
        files: isMemory ? this.#memoryFiles : this.host,
        safety: isMemory ? null : safety,
        learning: isMemory
          ? null
          : {
              host: this.host,
              ruleText: this.ruleText,
              keyOf: this.keyOf,
              post: (episode) => this.#outbox.post(episode),
              posted: async () => {
                await this.#outbox.flush()
                return this.#outbox.size === 0
              },
            },
        assists: this.assists,
        onChange: (manuscript) => this.#stopped || this.listeners.onChange(manuscript),
        onEdit: this.listeners.onEdit,
        settings: this.#settings,
        ...(!isMemory && {
          speller: this.speller,
          stylist: this.stylist,
          links: {
            picture: (picture: string) => this.host.readPicture(picture),
            follow: (target: string) => this.listeners.onFollow?.(manuscript.path, target),
          },
        }),
      },
      left,
    )
    if (place) manuscript.goTo(place)
    this.#open.set(document.path, manuscript)
    this.listeners.onChange(manuscript)
    return manuscript
  }

  /** Sets every page as the writer wants it from now on. */
  configure(settings: EditorSettings): void {
    // Read anew whenever the window is come back to, and mostly the same.
    if (sameSettings(settings, this.#settings)) return
    this.#settings = settings
    for (const manuscript of this.#open.values()) manuscript.configure(settings)
  }

  /** Follows a file that changed on disk, if it is open; one that cannot be read just now is left as it is. */
  async follow(path: string): Promise<void> {
    // Anything may have changed.
    if (path === '') return void [...this.#open.keys()].forEach((each) => void this.follow(each))
    await this.#open.get(path)?.follow().catch(() => {})
  }

  /** Takes that the writer turned suggestions and learning on or off. */
  assist(): void {
    for (const manuscript of this.#open.values()) manuscript.assist()
  }

  /** Follows a file, or a folder with the files in it, to another name or place. */
  moved(from: string, to: string): void {
    for (const [path, manuscript] of [...this.#open]) {
      const rest = path === from ? '' : path.startsWith(`${from}/`) ? path.slice(from.length) : null
      if (rest === null) continue
      this.#open.delete(path)
      this.#open.set(to + rest, manuscript)
      void manuscript.moved(to + rest).catch(() => {})
    }
  }

  /** Returns the open manuscripts of a file, or of a folder. */
  below(path: string): Manuscript[] {
    return [...this.#open.values()].filter((each) => each.path === path || each.path.startsWith(`${path}/`))
  }

  /** Lets go of a file, or the files of a folder, that the writer threw away: what was in them is in the trash. */
  discard(path: string): void {
    for (const manuscript of this.below(path)) {
      manuscript.stop()
      this.#open.delete(manuscript.path)
    }
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
