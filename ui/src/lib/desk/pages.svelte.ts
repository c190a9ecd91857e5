import { tick } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import { isUnsaved, type EditorStatus, type Manuscript, type Manuscripts, type Place } from '$lib/editor'
import type { Workspace } from '$lib/host'
import { renaming } from '$lib/library/tree'
import type { Notices } from '$lib/notices/notices.svelte'
import { OpenFiles } from './openFiles.svelte'

const NONE: readonly never[] = []

/** Returns the array, or one shared empty array: a new empty array would trigger a redraw. */
export const orNone = <T>(all: readonly T[]): readonly T[] => (all.length > 0 ? all : NONE)

/** The open manuscripts of one project: the manuscript on the page, and the status of each. */
export class Pages {
  current = $state.raw<Manuscript | null>(null)
  /** Whether the list of versions lies over the page. */
  versionsShown = $state(false)
  /** Whether the changes that tidy the manuscript lie over the page. */
  tidyShown = $state(false)
  readonly openFiles = new OpenFiles()
  /** The status of each open manuscript by path. */
  readonly #statuses = new SvelteMap<string, EditorStatus>()
  /** The stored positions of files that are open as tabs but have not been visited in this session. */
  #places: Record<string, Place>
  /** Number of the latest request for a file. An answer to an earlier request is dropped. */
  #turn = 0

  // A status changes with each key. A list derived from all statuses must keep its identity: a new array would redraw
  // three thousand rows.

  /** Files with text that cannot be saved: the last save failed, or there is a conflict. */
  readonly failing: readonly string[] = $derived.by(() => orNone(this.paths(({ save }) => save === 'failed' || save === 'conflict')))

  constructor(
    readonly manuscripts: Manuscripts,
    open: Workspace['open'],
    private readonly notices: Notices,
    /** Called when the set of open files has changed. */
    private readonly onChange: () => void,
  ) {
    this.openFiles.begin(open.map(({ path }) => path))
    this.#places = Object.fromEntries(open.map(({ path, ...place }) => [path, place]))
  }

  /** The status of the manuscript on the page. */
  get status(): EditorStatus | null {
    return (this.current && this.#statuses.get(this.current.path)) ?? null
  }

  /** The statuses of all open manuscripts. */
  get statuses(): EditorStatus[] {
    return [...this.#statuses.values()]
  }

  /** Returns the paths of the manuscripts whose status passes a filter. */
  paths(which: (status: EditorStatus) => boolean): string[] {
    return this.statuses.filter(which).map(({ path }) => path)
  }

  /** Files with text that is not on the disk. */
  get unsaved(): string[] {
    return this.paths(isUnsaved)
  }

  /** Returns the position of the caret and of the view in an open file. */
  placeOf(path: string): Place {
    return this.manuscripts.get(path)?.place ?? this.#places[path] ?? { anchor: 0, head: 0, top: 0 }
  }

  /** Stores the new status of a manuscript and returns the previous one. */
  take(status: EditorStatus): EditorStatus | undefined {
    const before = this.#statuses.get(status.path)
    this.#statuses.set(status.path, status)
    return before
  }

  /** Clears the page and drops a pending request for a file. */
  clear(): void {
    this.#turn += 1
    this.current = null
  }

  /** Shows a file on the page. The page stays as it is if the file cannot be read. */
  async open(path: string): Promise<void> {
    const turn = ++this.#turn
    if (path === this.current?.path) return
    await this.notices.attempt(async () => {
      const page = await this.manuscripts.open(path, this.#places[path])
      if (turn !== this.#turn) return
      this.#put(page)
    })
  }

  /** Shows an empty manuscript on the page. Its file is created with its first character. */
  create(path: string): void {
    this.#turn += 1
    this.#put(this.manuscripts.create(path))
  }

  /** Closes a file. A file that cannot be saved stays open. */
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
    // The editor removes the manuscript from view with the next render. A key may arrive before it.
    await tick()
    const { place } = manuscript
    if (this.current === manuscript || !this.manuscripts.close(manuscript)) return
    this.#statuses.delete(path)
    this.#places[path] = place
  }

  /** Saves the manuscript on the page at the writer's command. */
  async save(): Promise<void> {
    await this.notices.attempt(async () => this.current?.save())
  }

  /** Shows the list of versions over the page, or hides it. */
  toggleVersions(shown = !this.versionsShown): void {
    this.versionsShown = shown && this.current !== null && !this.current.isMemory
    if (this.versionsShown) this.tidyShown = false
  }

  /** Shows the changes that tidy the manuscript over the page, or hides them. */
  toggleTidy(shown = !this.tidyShown): void {
    this.tidyShown = shown && this.current !== null && !this.current.isMemory
    if (this.tidyShown) this.versionsShown = false
  }

  /** Updates the open manuscripts after a file or a folder was renamed or moved. */
  move(from: string, to: string): void {
    const renamed = renaming(from, to)
    for (const { path } of this.manuscripts.below(from)) this.#statuses.delete(path)
    for (const path of this.openFiles.tabs) this.openFiles.rename(path, renamed(path))
    this.#places = Object.fromEntries(Object.entries(this.#places).map(([path, place]) => [renamed(path), place]))
    this.manuscripts.moved(from, to)
    this.onChange()
  }

  /** Drops the manuscript of a file that was changed as a whole; it is read again when it comes into view. */
  reread(path: string): void {
    const manuscript = this.manuscripts.get(path)
    if (!manuscript) return
    const { anchor, head, top } = manuscript.place
    this.#places[path] = { anchor, head, top }
    this.#statuses.delete(path)
    this.manuscripts.discard(path)
  }

  /** Forgets a deleted file, or the open manuscripts of a deleted folder. */
  discard(path: string, open: readonly Manuscript[]): void {
    for (const each of open) this.#statuses.delete(each.path)
    this.manuscripts.discard(path)
    for (const tab of this.openFiles.tabs) if (tab === path || tab.startsWith(`${path}/`)) this.openFiles.close(tab)
    this.onChange()
  }

  /** Clears the page, then shows the file visited before. */
  async goBack(): Promise<void> {
    this.clear()
    const [before] = this.openFiles.recent
    if (before !== undefined) await this.open(before)
  }

  /** Shows a manuscript on the page. The previous one is forgotten if it has neither a file nor text. */
  #put(page: Manuscript): void {
    const before = this.current
    this.versionsShown = false
    this.tidyShown = false
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
