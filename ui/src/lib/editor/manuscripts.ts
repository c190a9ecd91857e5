// The open manuscripts of one project, and the queue of the writer's choices for the journal.

import { keyOfSkill, Outbox, type RuleText, type Skills } from '$lib/candidates'
import { DEFAULT_SETTINGS, asFault, type Document, type Fault, type Host, type Recovered } from '$lib/host'
import { Manuscript, type Files, type EarlierSession, type Safety } from './manuscript'
import type { Place } from './place'
import type { Speller } from './spelling'
import type { Stylist } from './style'
import { sameSettings, type EditorSettings } from './settings'

/** Callbacks for events in the manuscripts. */
export type Listeners = {
  /** The status of a manuscript has changed. */
  onChange: (manuscript: Manuscript) => void
  onEdit: () => void
  /** An offer opened or ended, or the writer made a step in it. */
  onOffer?: () => void
  /** The last choice could not be written to the journal; `null` after the next success. */
  onUnrecorded: (fault: Fault | null) => void
  /** Keystrokes could not be written to the crash journal; `null` after the next success. */
  onUnjournalled?: (fault: Fault | null) => void
  /** A version could not be stored. */
  onUnkept?: (fault: Fault) => void
  /** The writer follows a link; `target` is the text of the link target. */
  onFollow?: (manuscript: string, target: string) => void
}

/** Keeps all open manuscripts, so that each retains its unsaved text and undo history while another is in view. */
export class Manuscripts {
  readonly #open = new Map<string, Manuscript>()
  /** Manuscripts being read, by path. The data of an earlier session must be given to one manuscript only. */
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
    private readonly isMemory: (path: string) => boolean = () => false,
    /** Whether suggestions and learning are on. */
    private readonly assists: () => boolean = () => true,
    /** Whether the writer can change manuscripts or memory files of the open project. */
    private readonly changes: (what: 'manuscripts' | 'memory') => boolean = () => true,
    private readonly speller?: Speller,
    private readonly stylist?: Stylist,
    /** The key of a skill, shown in the hint beside a selection. */
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

  /** Returns the open manuscript of a file, or `undefined`. */
  get(path: string): Manuscript | undefined {
    return this.#open.get(path)
  }

  /**
   * Returns the manuscript of a file. An open manuscript is returned at once, whatever happened to its file. A newly
   * read one has the caret at `place`.
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

  /** Returns a manuscript without a file. The file is created with its first character. */
  create(path: string): Manuscript {
    return this.#open.get(path) ?? this.#add({ path, text: '', hash: '' }, false)
  }

  /** Forgets a manuscript that has neither a file nor text. Returns whether it was forgotten. */
  forget(manuscript: Manuscript): boolean {
    return manuscript.isBlank && this.#letGo(manuscript)
  }

  /** Drops a manuscript without unsaved text; it is read again when needed. Returns whether it was dropped. */
  close(manuscript: Manuscript): boolean {
    return (manuscript.isBlank || manuscript.isSettled) && this.#letGo(manuscript)
  }

  #letGo(manuscript: Manuscript): boolean {
    // Another manuscript may have this path by now.
    if (this.#open.get(manuscript.path) !== manuscript) return false
    manuscript.stop()
    return this.#open.delete(manuscript.path)
  }

  /** Opens all manuscripts with unsaved text of an earlier session, so that the text is saved. Returns their paths. */
  async recover(): Promise<string[]> {
    const paths = await this.host.listUnsaved()
    const opened = await Promise.allSettled(paths.map((path) => this.open(path)))
    return opened.flatMap((result) => (result.status === 'fulfilled' && result.value.recovered ? [result.value.path] : []))
  }

  /**
   * Reads a manuscript and its data of an earlier session. Unsaved text of a deleted file opens a manuscript without a
   * file.
   */
  async #read(path: string): Promise<[Document, EarlierSession]> {
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

  #add(document: Document, isMemory: boolean, left?: EarlierSession, place?: Place): Manuscript {
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
        isChangeable: this.changes(isMemory ? 'memory' : 'manuscripts'),
        onChange: (manuscript) => this.#stopped || this.listeners.onChange(manuscript),
        onEdit: this.listeners.onEdit,
        onOffer: () => this.listeners.onOffer?.(),
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

  /** Applies new settings of the page to all open manuscripts. */
  configure(settings: EditorSettings): void {
    // Settings are read again on each focus of the window and are mostly unchanged.
    if (sameSettings(settings, this.#settings)) return
    this.#settings = settings
    for (const manuscript of this.#open.values()) manuscript.configure(settings)
  }

  /** Follows a file that changed on the disk, if it is open. A file that cannot be read now is ignored. */
  async follow(path: string): Promise<void> {
    // An empty path means that any file may have changed.
    if (path === '') return void [...this.#open.keys()].forEach((each) => void this.follow(each))
    await this.#open.get(path)?.follow().catch(() => {})
  }

  /** Applies the setting for suggestions and learning to all open manuscripts. */
  assist(): void {
    for (const manuscript of this.#open.values()) manuscript.assist()
  }

  /** Updates the manuscripts after a file or a folder was renamed or moved. */
  moved(from: string, to: string): void {
    for (const [path, manuscript] of [...this.#open]) {
      const rest = path === from ? '' : path.startsWith(`${from}/`) ? path.slice(from.length) : null
      if (rest === null) continue
      this.#open.delete(path)
      this.#open.set(to + rest, manuscript)
      void manuscript.moved(to + rest).catch(() => {})
    }
  }

  /** Returns the open manuscripts of a file, or in a folder. */
  below(path: string): Manuscript[] {
    return [...this.#open.values()].filter((each) => each.path === path || each.path.startsWith(`${path}/`))
  }

  /** Drops the manuscripts of a deleted file or folder. Their saved text is in the trash. */
  discard(path: string): void {
    for (const manuscript of this.below(path)) {
      manuscript.stop()
      this.#open.delete(manuscript.path)
    }
  }

  /** Leaves all manuscripts. Rejects with the fault of the first text or choice that could not be saved. */
  async leave(): Promise<void> {
    const left = await Promise.allSettled([...this.#open.values()].map((manuscript) => manuscript.leave()))
    await this.#outbox.flush()
    if (this.#stopped) return
    const failed = left.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    if (this.#unrecorded && this.#outbox.size > 0) throw this.#unrecorded
    // The writer may have typed in one manuscript while another was being saved.
    if ([...this.#open.values()].some(({ saving }) => saving.edited)) await this.leave()
  }

  /** Stops all writing: the paths are relative to a project that is no longer open. */
  stop(): void {
    this.#stopped = true
    for (const manuscript of this.#open.values()) manuscript.stop()
    this.#outbox.stop()
  }
}
