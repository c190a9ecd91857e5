// An open manuscript: its text, its undo history and its way to the disk. It outlives its time in view, so that
// unsaved text and undo are there when the writer comes back to the file.

import { Compartment, EditorState, type Extension, type StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { candidates, leaveCandidates, settleTakes } from '$lib/candidates'
import type { Document, EpisodeInput, Host } from '$lib/host'
import { locale } from '$lib/i18n'
import { Autosave, type SaveState } from './autosave'
import { find, phrases } from './find'
import { highlight } from './highlight'
import { languageOf } from './language'
import { bringTo, fromDisk } from './outside'
import { theme } from './theme'
import { unitCount } from './units'
import { verbatim } from './verbatim'
import { words } from './words'

/** What a manuscript needs from around it. */
export type Surroundings = {
  host: Pick<Host, 'readFile' | 'writeFile' | 'settleFile' | 'offer'>
  /** Takes an episode on its way to the journal. */
  post: (episode: EpisodeInput) => void
  /** Resolves when the journal has every episode posted so far, or has refused. */
  posted: () => Promise<void>
  onChange: (manuscript: Manuscript) => void
}

/** A manuscript that was opened since the window was. */
export class Manuscript {
  readonly path: string
  readonly #around: Surroundings
  readonly #autosave: Autosave
  readonly #localised = new Compartment()
  #state: EditorState
  #view: EditorView | null = null
  #scroll: StateEffect<unknown> | null = null
  #units: number | null = null
  #selected = 0
  /** Whether something was saved since the core was last told that the writer left the file. */
  #unsettled = false

  constructor(document: Document, around: Surroundings) {
    this.path = document.path
    this.#around = around
    this.#autosave = new Autosave(
      {
        read: () => this.state.doc.toString(),
        save: (text, baseHash) => around.host.writeFile({ path: document.path, text, baseHash }),
      },
      document.hash,
      () => around.onChange(this),
    )
    this.#state = EditorState.create({ doc: document.text, extensions: this.#extensions(document.text) })
  }

  get state(): EditorState {
    return this.#view?.state ?? this.#state
  }

  /** How the text stands towards the disk. */
  get saving(): SaveState {
    return this.#autosave.state
  }

  /** The length in units, or `null` until it is counted. */
  get units(): number | null {
    return this.#units
  }

  /** The length of the selection in units. */
  get selected(): number {
    return this.#selected
  }

  /** Puts the manuscript in view. */
  show(view: EditorView): void {
    view.setState(this.#state)
    this.#view = view
    if (this.#scroll) view.dispatch({ effects: this.#scroll })
    this.localise()
  }

  /** Takes the manuscript out of view. */
  hide(): void {
    if (!this.#view) return
    leaveCandidates(this.#view, this.#around.post)
    this.#state = this.#view.state
    this.#scroll = this.#view.scrollSnapshot()
    this.#view = null
    // A composition ends with its view, and not every engine says so.
    this.#autosave.composing(false)
  }

  /** Speaks the language of the interface from now on. */
  localise(): void {
    this.#view?.dispatch({ effects: this.#localised.reconfigure(this.#words()) })
  }

  /**
   * Saves what is unsaved, then tells the core that the writer left the text, which looks for revisions in it.
   *
   * @throws the fault if text could not be saved; it stays here and is tried again.
   */
  async leave(): Promise<void> {
    if (this.#view) {
      settleTakes(this.#view, this.#around.post)
      // Ends a composition, so that its text is the writer's before it is saved.
      if (this.saving.composing) this.#view.contentDOM.blur()
      this.#autosave.composing(false)
    }
    await this.#autosave.flush()
    const { fault, edited } = this.saving
    if (edited && fault) throw fault
    if (!this.#unsettled) return
    this.#unsettled = false
    // A take must be in the journal before its text is looked at, or it would pass for the writer's own revision.
    await this.#around.posted()
    await this.#around.host.settleFile(this.path)
  }

  /** Follows the file on disk, which may have changed: takes it over where nothing is unsaved, and asks otherwise. */
  async follow(): Promise<void> {
    await this.#autosave.idle()
    const disk = await this.#around.host.readFile(this.path)
    if (this.saving.saving) return this.follow()
    if (disk.hash === this.#autosave.hash) return
    const { edited, composing } = this.saving
    if ((edited || composing) && disk.text !== this.state.doc.toString()) {
      this.#autosave.refused({
        code: 'FILE_CHANGED',
        message: 'The file was changed by another program; say which text to keep.',
        details: { path: this.path },
      })
    } else this.#bring(disk)
  }

  /** Saves the text in the editor over the changed file. */
  async keepMine(): Promise<void> {
    const disk = await this.#around.host.readFile(this.path)
    await this.#autosave.keepMine(disk.hash)
  }

  /** Takes over the changed file; undo brings back what stood here. */
  async takeTheirs(): Promise<void> {
    this.#bring(await this.#around.host.readFile(this.path))
  }

  #bring(disk: Document): void {
    const change = bringTo(this.state, disk.text)
    if (change && this.#view) this.#view.dispatch(change)
    else if (change) this.#state = this.#state.update(change).state
    this.#autosave.tookTheirs(disk.hash)
  }

  #extensions(text: string): Extension {
    return [
      candidates({ host: this.#around.host, path: this.path, post: this.#around.post }),
      verbatim(),
      find(),
      highlight,
      theme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        lang: languageOf(text),
        spellcheck: 'false',
        autocorrect: 'off',
        autocapitalize: 'off',
      }),
      this.#localised.of(this.#words()),
      unitCount((units, selected) => {
        this.#units = units
        this.#selected = selected
        this.#around.onChange(this)
      }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || update.transactions.every((transaction) => transaction.annotation(fromDisk))) return
        this.#unsettled = true
        this.#autosave.edited()
      }),
      EditorView.domEventObservers({
        compositionstart: () => this.#autosave.composing(true),
        compositionend: () => this.#autosave.composing(false),
        blur: () => void this.leave().catch(() => {}),
      }),
    ]
  }

  #words(): Extension {
    return [phrases(locale.current), EditorView.contentAttributes.of({ 'aria-label': words.manuscript(this.path) })]
  }
}
