// Following a file that another program may change: its text comes into the editor, or the writer is asked.

import { isolateHistory } from '@codemirror/commands'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import { asFault, type Document, type Fault, type Host, type Merged } from '$lib/host'
import type { Autosave } from './autosave'
import { mergeInto } from './merge'
import { bringTo } from './outside'

/** Where the file is read and merged. Without a merge the writer is asked which text to keep. */
export type FollowedFiles = Pick<Host, 'readFile'> & { mergeFile?: Host['mergeFile'] }

/** The text in the editor, as far as following its file needs it. */
export type FollowedText = {
  readonly path: string
  readonly state: EditorState
  /** Whether the text must not be touched now: a composition or an offer is open. */
  isHeld: () => boolean
  apply: (change: TransactionSpec) => void
  /** Notes that the file with this hash has the text as it is. */
  stands: (hash: string) => void
  /** How the text stands towards its file has changed. */
  changed: () => void
}

/** How what another program wrote came into the text since the last edit: in its place, or beside unsaved text. */
export type Followed = 'takenOver' | 'merged' | null

/** The way of one text along with its file on the disk. */
export class Following {
  readonly #text: FollowedText
  readonly #files: FollowedFiles
  readonly #autosave: Autosave
  /** What is being followed: each time begins from what the one before it brought. */
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

  /** The writer edited the text: what came into it is hers to change now. */
  edited(): void {
    this.#followed = null
  }

  /**
   * Follows the file on disk, which may have changed. What another program wrote comes into the text; a change that does
   * not touch what is unsaved needs no question. A text that is held is followed later, and nothing is saved meanwhile.
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
    // What was typed or saved since the question was asked has overtaken its answer.
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

  /** Follows a file that could not be followed when it changed. */
  resume(): void {
    // An input method may go on in the same moment, and what it writes last comes behind its end.
    setTimeout(() => {
      if (this.#autosave.state.merging && !this.#text.isHeld()) void this.follow().catch(() => {})
    })
  }

  /**
   * Merges a copy in conflict into the text, as one step of undo; the copy itself stays. Returns how many places are to be
   * decided. `save` saves what is unsaved.
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
    // The file does not hold it yet, so it is an edit like any other.
    if (change) text.apply({ ...change, annotations: isolateHistory.of('full') })
    return merged.conflicts.length
  }

  /** Takes the file over where nothing is unsaved, and asks otherwise. */
  async #takeOverOrAsk(): Promise<void> {
    await this.#autosave.idle()
    const { hash } = this.#autosave
    const disk = await this.#read()
    // A save since the question was asked has overtaken its answer.
    if (this.#autosave.state.saving || this.#autosave.hash !== hash) return this.#takeOverOrAsk()
    if (!disk) return this.#missed()
    if (disk.hash === hash) return this.#autosave.found()
    const { edited, composing } = this.#autosave.state
    if ((edited || composing) && disk.text !== this.#text.state.doc.toString()) return this.refuse('FILE_CHANGED')
    this.#followed = this.#bring(disk) ? 'takenOver' : null
    this.#text.changed()
  }

  /** Saves the text in the editor over the changed file, or writes the file again where there is none. */
  async keepMine(): Promise<void> {
    const disk = await this.#read()
    await this.#autosave.keepMine(disk?.hash ?? '')
  }

  /** Takes over the changed file; undo brings back what stood here. */
  async takeTheirs(): Promise<void> {
    this.#bring(await this.#files.readFile(this.#text.path))
  }

  /** Says that another program changed the file or took it away, so that the writer decides which text to keep. */
  refuse(code: 'FILE_CHANGED' | 'NOT_FOUND'): void {
    this.#autosave.refused(this.outside(code))
  }

  /** Returns the fault that says so. */
  outside(code: 'FILE_CHANGED' | 'NOT_FOUND'): Fault {
    const message = 'Another program changed the file or took it away; say which text to keep.'
    return { code, message, details: { path: this.#text.path } }
  }

  /** Says that the file is gone; one that never had a file misses none. */
  #missed(): void {
    if (this.#autosave.hash !== '') this.refuse('NOT_FOUND')
  }

  /** Brings the editor to the file; returns whether the text is another one now. */
  #bring(disk: Document): boolean {
    const change = bringTo(this.#text.state, disk.text)
    if (change) this.#text.apply(change)
    this.#text.stands(disk.hash)
    this.#autosave.tookTheirs(disk.hash)
    return change !== null
  }

  /** Returns the file as it is on the disk, or `null` where it is gone. */
  async #read(): Promise<Document | null> {
    try {
      return await this.#files.readFile(this.#text.path)
    } catch (error) {
      if (asFault(error).code === 'NOT_FOUND') return null
      throw error
    }
  }
}
