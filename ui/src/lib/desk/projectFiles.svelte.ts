import { isUnsaved } from '$lib/editor'
import type { FileEntry, Host, Length } from '$lib/host'
import { t } from '$lib/library/messages'
import { fileName, renaming, withMissing, type Spot } from '$lib/library/tree'
import type { Notices } from '$lib/notices/notices.svelte'
import type { Said } from '$lib/text/frontMatter'
import { Resource } from '$lib/ui/resource.svelte'
import { orNone, type Pages } from './pages.svelte'

/** What the files of a project need from the desk. */
export type ProjectFilesContext = {
  host: Host
  notices: Notices
  pages: Pages
  isMemory: (path: string) => boolean
  /** Shows a file on the page. */
  open: (path: string) => Promise<void>
  /** Called after a rename or a move with a function that maps each old path to its new path. */
  onMove: (renamed: (path: string) => string) => void
  /** Called when the set of folded folders has changed. */
  onFold: () => void
}

/** The files of one project as the file list shows them, and the writer's actions on them. */
export class ProjectFiles {
  /** The files on the disk. */
  readonly all: Resource<FileEntry[]>
  readonly folders: Resource<string[]>
  /** The folders that are folded in the list. */
  folded = $state.raw<readonly string[]>([])

  /** Files with unsaved text that the project folder does not have: new files, or files deleted from outside. */
  readonly #missing: readonly FileEntry[] = $derived.by(() => {
    const { pages, isMemory } = this.context
    const unsaved = pages.statuses.filter((status) => isUnsaved(status) && !isMemory(status.path))
    const missing = unsaved.filter(({ path }) => !this.#has(path))
    return orNone(missing.map(({ path, length }) => ({ path, bytes: 0, length, copyOf: null, isNote: false, status: null, synopsis: null })))
  })
  /** The row that was put elsewhere last, and its place before. */
  #reordered: { path: string; from: Spot } | null = null

  /** The files of the project, plus missing files whose unsaved text the desk still has. */
  readonly listed: readonly FileEntry[] = $derived.by(() => withMissing(this.all.value ?? [], this.#missing))

  constructor(
    private readonly context: ProjectFilesContext,
    files: FileEntry[] | undefined,
    folded: readonly string[],
  ) {
    this.all = new Resource(() => context.host.listFiles())
    this.all.value = files
    this.folders = new Resource(() => context.host.listFolders())
    this.folded = folded
  }

  /** Loads the files and folders again. */
  load(): void {
    void this.all.load()
    void this.folders.load()
  }

  /** Updates the list after a manuscript was saved. */
  saved(path: string, length: Length | null, said: Said): void {
    if (this.all.value && !this.context.isMemory(path) && !this.#has(path)) void this.all.load()
    const before = this.all.value?.find((file) => file.path === path)
    // Whether a file is a note depends on its folder too, which the core knows.
    if (before && said.isNote !== before.isNote) void this.all.load()
    const { status, synopsis } = said
    // For a known file the count is updated in place. Loading the list would count every file of the project after each
    // pause.
    this.all.value = this.all.value?.map((file) => (file.path === path ? { ...file, length: length ?? file.length, status, synopsis } : file))
  }

  /** Folds or unfolds a folder of the list. */
  fold(folder: string): void {
    this.folded = this.folded.includes(folder) ? this.folded.filter((each) => each !== folder) : [...this.folded, folder]
    this.context.onFold()
  }

  /** Creates an empty manuscript and opens it, or creates a folder. Returns whether it was created. */
  create(path: string, folder: boolean): Promise<boolean> {
    const { host, notices, open } = this.context
    return notices.attempt(async () => {
      const made = await host.createFile(path, folder)
      this.load()
      if (!folder) await open(made)
    })
  }

  /** Renames or moves a file or a folder, along with its open manuscripts. Returns whether that was done. */
  rename(from: string, to: string): Promise<boolean> {
    const { host, notices, pages } = this.context
    return notices.attempt(async () => {
      // Unsaved text is saved first, so that no later save writes to the old path.
      await Promise.all(pages.manuscripts.below(from).map((manuscript) => manuscript.save()))
      this.moved(from, await host.renameFile(from, to))
    })
  }

  /**
   * Puts a file or a folder at another place of its folder. The notice has an action that takes it back, to the place
   * before the first of several moves in a row.
   */
  async order(path: string, to: Spot, from: Spot | null): Promise<void> {
    const { host, notices } = this.context
    await notices.attempt(async () => {
      await host.orderFile(path, to.beside, to.after)
      await this.#reload()
      const say = () => t.reordered(fileName(path))
      const isNext = this.#reordered?.path === path && notices.sentence === say()
      const back = isNext ? this.#reordered?.from : from
      this.#reordered = back ? { path, from: back } : null
      const action = back && {
        label: () => t.putBack,
        run: () =>
          void notices.attempt(async () => {
            await host.orderFile(path, back.beside, back.after)
            await this.#reload()
          }),
      }
      notices.tell(say, action)
    })
  }

  /** Opens the file before or after a file in reading order. A notice tells of the end of the book. */
  async turn(path: string | null, step: 1 | -1): Promise<void> {
    const isChapter = (file: FileEntry) => file.copyOf === null && (!file.isNote || file.path === path)
    const paths = this.listed.filter(isChapter).map((file) => file.path)
    const at = path === null ? -1 : paths.indexOf(path)
    const next = at < 0 ? paths[step > 0 ? 0 : paths.length - 1] : paths[at + step]
    if (next !== undefined) await this.context.open(next)
    else this.context.notices.mention(() => (step > 0 ? t.lastChapter : t.firstChapter))
  }

  /** Updates list and pages after a file or a folder was renamed or moved. */
  moved(from: string, to: string): void {
    const renamed = renaming(from, to)
    this.folded = this.folded.map(renamed)
    this.context.onMove(renamed)
    this.context.pages.move(from, to)
    this.load()
  }

  /** Moves a file or a folder to the trash. The notice has an action that restores it. */
  async remove(path: string): Promise<void> {
    const { host, notices, pages, open: openFile } = this.context
    await notices.attempt(async () => {
      const open = pages.manuscripts.below(path)
      // Unsaved text is saved first: the trash must hold all of it.
      await Promise.all(open.map((manuscript) => manuscript.leave()))
      const { current } = pages
      await host.removeFile(path)
      pages.discard(path, open)
      const back = current && open.includes(current) ? current.path : null
      if (back) await pages.goBack()
      this.load()
      notices.tell(() => t.removed(fileName(path)), {
        label: () => t.bringBack,
        run: () =>
          void notices.attempt(async () => {
            await host.restoreFile(path)
            this.load()
            if (back) await openFile(back)
          }),
      })
    })
  }

  /**
   * Opens the original of a copy in conflict and merges the copy into it. The copy is deleted only by the action of the
   * notice.
   */
  async mergeCopy(copy: string, original: string): Promise<void> {
    const { notices, pages, open: openFile } = this.context
    await openFile(original)
    const { current } = pages
    if (current?.path !== original) return
    await notices.attempt(async () => {
      await Promise.all(pages.manuscripts.below(copy).map((manuscript) => manuscript.save()))
      const open = await current.mergeCopy(copy)
      notices.tell(() => t.copyMerged(fileName(original), open), {
        label: () => t.removeCopy,
        run: () => void this.remove(copy),
      })
    })
  }

  async #reload(): Promise<void> {
    await Promise.all([this.all.load(), this.folders.load()])
  }

  #has(path: string): boolean {
    return this.all.value?.some((file) => file.path === path) ?? false
  }
}
