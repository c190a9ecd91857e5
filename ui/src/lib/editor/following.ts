// Follows a file that another program may change: the new text is merged into the editor, or the writer decides.

import { isolateHistory } from '@codemirror/commands'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import { asFault, type Document, type Fault, type Host, type Merged } from '$lib/host'
import type { Autosave } from './autosave'
import { mergeInto } from './merge'
import { bringTo } from './outside'

/** Reads and merges files. Without `mergeFile` the writer decides which text to keep. */
export type FollowedFiles = Pick<Host, 'readFile'> & { mergeFile?: Host['mergeFile'] }

/** The access to the text in the editor that following needs. */
export type FollowedText = {
  readonly path: string
  readonly state: EditorState
  /** Whether the text must not be changed now: a composition or an offer is open. */
  isHeld: () => boolean
  apply: (change: TransactionSpec) => void
  /** Reports that the file with this hash has the current text. */
  stands: (hash: string) => void
  /** Called when the relation between text and file has changed. */
  changed: () => void
}

/**
 * How text of another program was applied since the last edit: it replaced the text, or was merged with unsaved text.
 */
export type Followed = 'takenOver' | 'merged' | null

/** Keeps one text in step with its file on the disk. */
export class Following {
  readonly #text: FollowedText
  readonly #files: FollowedFiles
  readonly #autosave: Autosave
  /** The running follow. Each follow waits for the one before and starts from its result. */
  #turn: Promise<unknown> = Promise.resolve()
  #followed: Followed = null

  constructor(text: FollowedText, files: FollowedFiles, autosave: Autosave) {
    this.#text = text
    this.#files = files
    this.#autosave = autosave
  }

  get followed(): Followed {
    return this.#followed
  }

  /** Reports an edit by the writer. She has seen the text by now, so the notice about it ends. */
  edited(): void {
    this.#followed = null
  }

  /**
   * Follows a file that may have changed on the disk. Text of another program is merged; without an overlap with
   * unsaved text the writer need not decide. While the text is held, nothing is merged or saved.
   */
  follow(): Promise<void> {
    const turn = this.#turn.then(() => this.#follow())
    this.#turn = turn.catch(() => {})
    return turn
  }

  async #follow(): Promise<void> {
    const text = this.#text
    await this.#autosave.idle()
    const { mergeFile } = this.#files
    if (!mergeFile) return this.#takeOverOrAsk()
    if (text.isHeld()) return this.#autosave.outside()
    const { hash } = this.#autosave
    const { doc } = text.state
    const isOvertaken = () => this.#autosave.state.saving || this.#autosave.hash !== hash || text.state.doc !== doc || text.isHeld()
    let merged: Merged
    try {
      const unsaved = this.#autosave.state.edited ? doc.toString() : null
      merged = await mergeFile({ path: text.path, text: unsaved, baseHash: hash, copy: null })
    } catch (error) {
      const fault = asFault(error)
      if (fault.code === 'FILE_CHANGED' && isOvertaken()) return this.#follow()
      if (fault.code === 'NOT_FOUND') return this.#missed()
      if (fault.code === 'FILE_CHANGED') return this.refuse(fault.code)
      if (this.#autosave.state.merging) this.#autosave.failed(fault)
      throw error
    }
    // The text was edited or saved since the request, so its answer is out of date.
    if (isOvertaken()) return this.#follow()
    const { edited } = this.#autosave.state
    if (merged.hash === hash && merged.isFile !== edited) return this.#autosave.found()
    const change = mergeInto(text.state, merged)
    if (change) text.apply(change)
    this.#followed = change && (edited ? 'merged' : 'takenOver')
    if (merged.isFile) text.stands(merged.hash)
    this.#autosave.merged(merged.hash, !merged.isFile)
    text.changed()
  }

  /** Continues a follow that was postponed because the text was held. */
  resume(): void {
    // The input method may start a new composition at the same moment, and some engines insert the text only after the
    // end event.
    setTimeout(() => {
      if (this.#autosave.state.merging && !this.#text.isHeld()) void this.follow().catch(() => {})
    })
  }

  /**
   * Merges a copy in conflict into the text, as one undo step; the copy itself stays. Returns the number of conflicts
   * to decide. `save` saves the unsaved text.
   */
  async mergeCopy(copy: string, save: () => Promise<void>): Promise<number> {
    const text = this.#text
    const { mergeFile } = this.#files
    if (!mergeFile || text.isHeld()) return 0
    await save()
    const { doc } = text.state
    const merged = await mergeFile({ path: text.path, text: doc.toString(), baseHash: this.#autosave.hash, copy })
    if (text.state.doc !== doc) return this.mergeCopy(copy, save)
    const change = mergeInto(text.state, merged)
    // The file does not have the merged text yet, so the change is saved like any other edit.
    if (change) text.apply({ ...change, annotations: isolateHistory.of('full') })
    return merged.conflicts.length
  }

  /** Replaces the text by the file if nothing is unsaved; otherwise the writer decides. */
  async #takeOverOrAsk(): Promise<void> {
    await this.#autosave.idle()
    const { hash } = this.#autosave
    const disk = await this.#read()
    // A save has ended since the request, so its answer is out of date.
    if (this.#autosave.state.saving || this.#autosave.hash !== hash) return this.#takeOverOrAsk()
    if (!disk) return this.#missed()
    if (disk.hash === hash) return this.#autosave.found()
    const { edited, composing } = this.#autosave.state
    if ((edited || composing) && disk.text !== this.#text.state.doc.toString()) return this.refuse('FILE_CHANGED')
    this.#followed = this.#bring(disk) ? 'takenOver' : null
    this.#text.changed()
  }

  /** Saves the editor's text over the changed file, or creates a deleted file again. */
  async keepMine(): Promise<void> {
    const disk = await this.#read()
    await this.#autosave.keepMine(disk?.hash ?? '')
  }

  /** Replaces the text by the changed file. Undo restores the previous text. */
  async takeTheirs(): Promise<void> {
    this.#bring(await this.#files.readFile(this.#text.path))
  }

  /** Reports that another program changed or deleted the file, so that the writer decides which text to keep. */
  refuse(code: 'FILE_CHANGED' | 'NOT_FOUND'): void {
    this.#autosave.refused(this.outside(code))
  }

  /** Returns the fault for a file that another program changed or deleted. */
  outside(code: 'FILE_CHANGED' | 'NOT_FOUND'): Fault {
    const message = 'Another program changed the file or took it away; say which text to keep.'
    return { code, message, details: { path: this.#text.path } }
  }

  /** Reports a deleted file, unless the manuscript never had a file. */
  #missed(): void {
    if (this.#autosave.hash !== '') this.refuse('NOT_FOUND')
  }

  /** Replaces the text by the text of the file. Returns whether the text changed. */
  #bring(disk: Document): boolean {
    const change = bringTo(this.#text.state, disk.text)
    if (change) this.#text.apply(change)
    this.#text.stands(disk.hash)
    this.#autosave.tookTheirs(disk.hash)
    return change !== null
  }

  /** Returns the file on the disk, or `null` if it is gone. */
  async #read(): Promise<Document | null> {
    try {
      return await this.#files.readFile(this.#text.path)
    } catch (error) {
      if (asFault(error).code === 'NOT_FOUND') return null
      throw error
    }
  }
}
