import { tick } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import { isUnsaved, type EditorStatus, type Manuscript, type Manuscripts, type Place } from '$lib/editor'
import type { Workspace } from '$lib/host'
import { renaming } from '$lib/library/tree'
import type { Notices } from '$lib/notices/notices.svelte'
import { OpenFiles } from './openFiles.svelte'

const NONE: readonly never[] = []

/** Returns the array, or for an empty one always the same. */
export const orNone = <T>(all: readonly T[]): readonly T[] => (all.length > 0 ? all : NONE)

/** The manuscripts of one project that stand open: which of them is on the page, and how each stands. */
export class Pages {
  /** The manuscript on the page. */
  current = $state.raw<Manuscript | null>(null)
  /** Whether its versions lie over it. */
  versionsShown = $state(false)
  readonly openFiles = new OpenFiles()
  /** How every manuscript stands that was opened. */
  readonly #statuses = new SvelteMap<string, EditorStatus>()
  /** Where the writer was, in files that stand open and were not looked at since. */
  #places: Record<string, Place>
  /** The turn of the file asked for last: an answer that comes late is for nobody. */
  #turn = 0

  // A status changes with each key. What a list shows of all of them must not be another array each time, or a key draws
  // three thousand rows anew.

  /** The files with text that cannot be saved as things are. */
  readonly failing: readonly string[] = $derived.by(() => orNone(this.paths(({ save }) => save === 'failed' || save === 'conflict')))

  constructor(
    readonly manuscripts: Manuscripts,
    open: Workspace['open'],
    private readonly notices: Notices,
    /** Hears that other files stand open now. */
    private readonly onChange: () => void,
  ) {
    this.openFiles.begin(open.map(({ path }) => path))
    this.#places = Object.fromEntries(open.map(({ path, ...place }) => [path, place]))
  }

  /** How the manuscript on the page stands. */
  get status(): EditorStatus | null {
    return (this.current && this.#statuses.get(this.current.path)) ?? null
  }

  /** How every manuscript stands that was opened. */
  get statuses(): EditorStatus[] {
    return [...this.#statuses.values()]
  }

  /** The files that stand in a certain way. */
  paths(which: (status: EditorStatus) => boolean): string[] {
    return this.statuses.filter(which).map(({ path }) => path)
  }

  /** The files with text that is not on the disk. */
  get unsaved(): string[] {
    return this.paths(isUnsaved)
  }

  /** Where the writer is in a file that stands open. */
  placeOf(path: string): Place {
    return this.manuscripts.get(path)?.place ?? this.#places[path] ?? { anchor: 0, head: 0, top: 0 }
  }

  /** Takes how a manuscript stands now; returns how it stood. */
  take(status: EditorStatus): EditorStatus | undefined {
    const before = this.#statuses.get(status.path)
    this.#statuses.set(status.path, status)
    return before
  }

  /** Clears the page; a file that is on its way to it comes no more. */
  clear(): void {
    this.#turn += 1
    this.current = null
  }

  /** Puts a file on the page; one that cannot be read leaves the page as it is. */
  async open(path: string): Promise<void> {
    const turn = ++this.#turn
    if (path === this.current?.path) return
    await this.notices.attempt(async () => {
      const page = await this.manuscripts.open(path, this.#places[path])
      if (turn !== this.#turn) return
      this.#put(page)
    })
  }

  /** Puts an empty manuscript on the page, which becomes a file with its first character. */
  create(path: string): void {
    this.#turn += 1
    this.#put(this.manuscripts.create(path))
  }

  /** Takes a file off the desk; one that cannot be saved stays. */
  async close(path: string | null = this.current?.path ?? null): Promise<void> {
    if (path === null) return
    const manuscript = this.manuscripts.get(path)
    const isClosed = await this.notices.attempt(async () => manuscript?.leave())
    if (!isClosed) return
    const before = this.openFiles.close(path)
    this.onChange()
    if (this.current?.path === path) {
      if (before !== null) await this.open(before)
      if (this.current?.path === path) this.current = null
    }
    if (!manuscript) return
    // The page takes it out of view first; until then a key may come.
    await tick()
    const { place } = manuscript
    if (this.current === manuscript || !this.manuscripts.close(manuscript)) return
    this.#statuses.delete(path)
    this.#places[path] = place
  }

  /** Saves what is unsaved on the page, on the writer's own word. */
  async save(): Promise<void> {
    await this.notices.attempt(async () => this.current?.save())
  }

  /** Shows the versions of the manuscript on the page, or the page again. */
  toggleVersions(shown = !this.versionsShown): void {
    this.versionsShown = shown && this.current !== null && !this.current.isMemory
  }

  /** Lets what is open go along with a file or a folder that goes by another name now. */
  move(from: string, to: string): void {
    const renamed = renaming(from, to)
    for (const { path } of this.manuscripts.below(from)) this.#statuses.delete(path)
    for (const path of this.openFiles.tabs) this.openFiles.rename(path, renamed(path))
    this.#places = Object.fromEntries(Object.entries(this.#places).map(([path, place]) => [renamed(path), place]))
    this.manuscripts.moved(from, to)
    this.onChange()
  }

  /** Lets go of what the writer threw away: a file, or a folder with the manuscripts that were open in it. */
  discard(path: string, open: readonly Manuscript[]): void {
    for (const each of open) this.#statuses.delete(each.path)
    this.manuscripts.discard(path)
    for (const tab of this.openFiles.tabs) if (tab === path || tab.startsWith(`${path}/`)) this.openFiles.close(tab)
    this.onChange()
  }

  /** Takes the page away, and puts the file on it that the writer was at before. */
  async goBack(): Promise<void> {
    this.clear()
    const [before] = this.openFiles.recent
    if (before !== undefined) await this.open(before)
  }

  /** Puts a manuscript on the page in the place of another, which is forgotten if it came to nothing. */
  #put(page: Manuscript): void {
    const before = this.current
    this.versionsShown = false
    this.current = page
    this.openFiles.visit(page.path)
    if (before && before !== page) this.#forget(before)
    this.onChange()
  }

  /** Forgets a manuscript that has neither a file nor text. */
  #forget(manuscript: Manuscript): void {
    if (!this.manuscripts.forget(manuscript)) return
    this.openFiles.close(manuscript.path)
    this.#statuses.delete(manuscript.path)
  }
}
