// The writer's acts on chapters: split, merge, and set the status.

import { tick } from 'svelte'
import { asFault, type Divided, type Host } from '$lib/host'
import { fileName, nextChapter } from '$lib/library/tree'
import { t } from '$lib/library/messages'
import type { Notices } from '$lib/notices/notices.svelte'
import { statusChange } from '$lib/text/frontMatter'
import type { Pages } from './pages.svelte'
import type { ProjectFiles } from './projectFiles.svelte'
import type { Session } from './session.svelte'

/** What the acts on chapters need from the desk. The open project may change. */
export type ChaptersContext = {
  readonly host: Host
  readonly notices: Notices
  readonly session: Session
  readonly pages: Pages
  readonly files: ProjectFiles
  /** Shows a file on the page. */
  openFile: (path: string) => Promise<void>
}

/** The acts on the chapters of the open project. */
export class Chapters {
  constructor(private readonly desk: ChaptersContext) {}

  /** Splits the manuscript on the page before the paragraph of the caret, and opens the second part. */
  async split(): Promise<void> {
    const { current } = this.desk.pages
    if (!current || current.isMemory || current.isBlank) return
    const { path } = current
    const at = current.state.selection.main.head
    await this.#divide([path], async () => {
      const done = await this.desk.host.splitFile({ path, baseHash: current.hash, at })
      this.#offerUndo(done, () => t.split(fileName(done.path), fileName(done.other)))
      return done.other
    })
  }

  /** Returns the manuscript that a merge would append to this one. */
  next(path: string): string | undefined {
    return nextChapter(this.desk.files.listed, path)
  }

  /** Appends the next manuscript of the same folder, whose file goes to the trash. */
  async mergeNext(path: string): Promise<void> {
    const next = this.next(path)
    if (next === undefined) return
    await this.#divide([path, next], async () => {
      const done = await this.desk.host.joinFiles(path, next)
      this.#discard(next)
      this.#offerUndo(done, () => t.merged(fileName(next), fileName(path)))
      return path
    })
  }

  /**
   * Sets the status of a manuscript in its front matter, or removes it. In an open manuscript this is an edit like any
   * other.
   */
  async setStatus(path: string, status: string | null): Promise<void> {
    const { host, notices, pages, files, session } = this.desk
    await notices.attempt(async () => {
      const open = pages.manuscripts.get(path)
      if (open) {
        const change = statusChange(open.state.doc.toString(), status)
        if (!change) return
        // A status is no text of the book, so it does not count as written.
        session.keepGain(path)
        open.replaceIn(open.state.doc, change)
        await open.save()
        return files.load()
      }
      const [document] = await host.fileTexts([path])
      const change = document && statusChange(document.text, status)
      if (!change) return
      await host.replaceInFile({ path, baseHash: document.hash, changes: [change] })
      await files.all.load()
    })
  }

  #offerUndo(done: Divided, say: () => string): void {
    this.desk.notices.tell(say, { label: () => t.undo, run: () => void this.#undo(done) })
  }

  async #undo(done: Divided): Promise<void> {
    await this.#divide([done.path, done.other], async () => {
      await this.desk.host.rejoinFiles(done)
      if (done.division === 'split') this.#discard(done.other)
      return done.path
    })
  }

  /**
   * Runs an act that changes these files as a whole, and shows the file that it returns. The manuscripts are read again
   * without their undo history: an undo of single steps would bring back text that is in the other file now.
   */
  async #divide(paths: readonly string[], act: () => Promise<string>): Promise<void> {
    const { notices, pages, files, session } = this.desk
    const { current } = pages
    const isShown = current !== null && paths.includes(current.path)
    let shown = isShown ? current.path : null
    // Text typed after the save would be missing in the new files, so the page is out of view before it.
    if (isShown) {
      pages.clear()
      await tick()
    }
    await notices.attempt(async () => {
      await Promise.all(paths.map((path) => pages.manuscripts.get(path)?.leave()))
      try {
        shown = await act()
      } catch (reason) {
        const { code, details } = asFault(reason)
        if (code === 'INVALID_ARGUMENT' && details?.['field'] === 'at') return notices.tell(() => t.nothingToSplit)
        throw reason
      }
      // The words only move, so no file gains or loses any.
      for (const path of paths) {
        pages.reread(path)
        session.keepGain(path)
      }
      files.load()
    })
    if (pages === this.desk.pages && shown !== null) await this.desk.openFile(shown)
  }

  /** Forgets a manuscript whose file is gone. */
  #discard(path: string): void {
    const { pages } = this.desk
    pages.discard(path, pages.manuscripts.below(path))
  }
}
