import { isUnsaved } from '$lib/editor'
import type { FileEntry, Host } from '$lib/host'
import { t } from '$lib/library/messages'
import { fileName, renaming, withMissing } from '$lib/library/tree'
import type { Notices } from '$lib/notices/notices.svelte'
import { Resource } from '$lib/ui/resource.svelte'
import { orNone, type Pages } from './pages.svelte'

/** What the files of a project need from around them. */
export type ProjectFilesAround = {
  host: Host
  notices: Notices
  pages: Pages
  isMemory: (path: string) => boolean
  /** Puts a file on the page. */
  open: (path: string) => Promise<void>
  /** Hears that a file or a folder goes by another name now, given as what becomes of a path. */
  onMove: (renamed: (path: string) => string) => void
  /** Hears that other folders are folded now. */
  onFold: () => void
}

/** The files of one project as the list shows them, and what the writer does to them there. */
export class ProjectFiles {
  /** The files on the disk. */
  readonly all: Resource<FileEntry[]>
  readonly folders: Resource<string[]>
  /** The folders that are folded in the list. */
  folded = $state.raw<readonly string[]>([])

  /** Files the desk has text of and the project has not. */
  readonly #missing: readonly FileEntry[] = $derived.by(() => {
    const { pages, isMemory } = this.around
    const unsaved = pages.statuses.filter((status) => isUnsaved(status) && !isMemory(status.path))
    const missing = unsaved.filter(({ path }) => !this.#has(path))
    return orNone(missing.map(({ path, units }) => ({ path, bytes: 0, units, copyOf: null })))
  })
  /** The files of the project, and those that are gone from it while the desk has text of them. */
  readonly listed: readonly FileEntry[] = $derived.by(() => withMissing(this.all.value ?? [], this.#missing))

  constructor(
    private readonly around: ProjectFilesAround,
    files: FileEntry[] | undefined,
    folded: readonly string[],
  ) {
    this.all = new Resource(() => around.host.listFiles())
    this.all.value = files
    this.folders = new Resource(() => around.host.listFolders())
    this.folded = folded
  }

  /** Asks for the files and the folders anew. */
  load(): void {
    void this.all.load()
    void this.folders.load()
  }

  /** Takes that a manuscript was saved. */
  saved(path: string, units: number | null): void {
    if (this.all.value && !this.around.isMemory(path) && !this.#has(path)) void this.all.load()
    // Known here already: to ask again would have every file of the project counted after each pause.
    this.all.value = this.all.value?.map((file) => (file.path === path ? { ...file, units: units ?? file.units } : file))
  }

  /** Folds a folder of the list, or opens it. */
  fold(folder: string): void {
    this.folded = this.folded.includes(folder) ? this.folded.filter((each) => each !== folder) : [...this.folded, folder]
    this.around.onFold()
  }

  /** Makes an empty manuscript and opens it, or a folder; returns whether it is there. */
  create(path: string, folder: boolean): Promise<boolean> {
    const { host, notices, open } = this.around
    return notices.attempt(async () => {
      const made = await host.createFile(path, folder)
      this.load()
      if (!folder) await open(made)
    })
  }

  /** Gives a file or a folder another name or place; what is open goes along. */
  async rename(from: string, to: string): Promise<void> {
    const { host, notices, pages } = this.around
    await notices.attempt(async () => {
      // What is not on the disk goes there first, so that nothing is written under the old name afterwards.
      await Promise.all(pages.manuscripts.below(from).map((manuscript) => manuscript.save()))
      this.moved(from, await host.renameFile(from, to))
    })
  }

  /** Follows a file or a folder that goes by another name now. */
  moved(from: string, to: string): void {
    const renamed = renaming(from, to)
    this.folded = this.folded.map(renamed)
    this.around.onMove(renamed)
    this.around.pages.move(from, to)
    this.load()
  }

  /** Puts a file or a folder into the trash, with a way back in the notice. */
  async remove(path: string): Promise<void> {
    const { host, notices, pages, open: openFile } = this.around
    await notices.attempt(async () => {
      const open = pages.manuscripts.below(path)
      // What cannot be saved would be lost with the file.
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

  /** Merges a copy in conflict into its original, which is opened for it. The copy goes only at her word. */
  async mergeCopy(copy: string, original: string): Promise<void> {
    const { notices, pages, open: openFile } = this.around
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

  #has(path: string): boolean {
    return this.all.value?.some((file) => file.path === path) ?? false
  }
}
