// An open manuscript: its text, its undo history and its way to the disk. It outlives its time in view, so that
// unsaved text and undo are there when the writer comes back to the file. A memory file is one too, except that nothing
// is offered in it and nothing learned from it.

import { isolateHistory } from '@codemirror/commands'
import { Compartment, type ChangeSpec, type EditorState, type Extension, type StateEffect, type Text, type TransactionSpec } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { candidates, endOffer, isOffering, leaveCandidates, saidScenes, settleTakes, type RuleText, type Skills } from '$lib/candidates'
import { DEFAULT_SETTINGS, type Document, type EpisodeInput, type Fault, type Host, type Recovered, type RecoveredHow, type UndoHistory } from '$lib/host'
import { locale } from '$lib/i18n'
import { pasted, pastes } from '$lib/text/pasted'
import { Autosave, type SaveState } from './autosave'
import { conflictMarks, conflictOf, conflictsIn, setConflicts } from './conflicts'
import { CrashJournal } from './crashJournal'
import { languageOf } from './language'
import type { FilesAround } from './markdown'
import { Following, type FollowedFiles } from './following'
import { KeptUndo } from './keptUndo'
import { fromDisk, redoesDisk, replaceBy, undoesDisk, undoOfDisk } from './outside'
import { overview, type Overview } from './overview'
import { scrollingTo, selecting, topOf, type Place } from './place'
import { FilePath } from './path.svelte'
import { editorSettings, type EditorSettings } from './settings'
import { spelling, type Speller } from './spelling'
import { style, type Stylist } from './style'
import { phrases } from './phrases'
import { theme } from './theme'
import { resumed, stoppedAt } from './undo'
import { verbatim } from './verbatim'
import { words } from './words'
import { textStart, writing } from './writing'

/** Where a text is read and saved, and who hears that the writer left it. */
export type Files = FollowedFiles & Pick<Host, 'writeFile' | 'settleFile'>

/** What assists the writer in her prose, from which the desk learns. */
export type Assistance = {
  host: Pick<Host, 'offer'>
  /** Takes an episode on its way to the journal. */
  post: (episode: EpisodeInput) => void
  /** Resolves to whether the journal has every episode posted so far. */
  posted: () => Promise<boolean>
  ruleText: RuleText
  keyOf: Skills['keyOf']
}

/** Where the words of a manuscript are kept beside its file. */
export type Safety = {
  host: Pick<Host, 'journalKeystrokes' | 'keepVersion' | 'keepUndoHistory'>
  /** Hears why what is typed is in no crash journal; `null` once it is again. */
  onUnjournalled: (fault: Fault | null) => void
  /** Hears why a version could not be kept. */
  onUnkept: (fault: Fault) => void
}

/** What an earlier session left of a manuscript. */
export type Left = { recovered: Recovered | null; undo: UndoHistory | null }

/** What a manuscript needs from around it. */
export type Surroundings = {
  files: Files
  /** `null` in a memory file, whose every change is kept with a run. */
  safety: Safety | null
  /** `null` in a memory file: what is written there is no prose. */
  learning: Assistance | null
  /** Whether the desk offers, watches and learns; the writer may turn that off. */
  assists: () => boolean
  /** How the manuscript stands has changed. */
  onChange: (manuscript: Manuscript) => void
  /** The writer changed the text. */
  onEdit: () => void
  /** How the page is set; as it comes where this is left out. */
  settings?: EditorSettings
  /** The pictures and files its links lead to; without, they lead nowhere. */
  links?: Pick<FilesAround, 'picture' | 'follow'>
  /** Knows how its words are spelled; without it none is looked up. */
  speller?: Speller | undefined
  /** Knows what is a slip of English in it; without it nothing is looked over. */
  stylist?: Stylist | undefined
}

/** Returns whether an offer is decided now that was open before. */
const isOfferingOver = ({ startState, state }: ViewUpdate) =>
  isOffering(startState) && !isOffering(state)

/** A manuscript that was opened since the window was. */
export class Manuscript {
  readonly #path: FilePath
  readonly #around: Surroundings
  readonly #autosave: Autosave
  readonly #localised = new Compartment()
  readonly #assisted = new Compartment()
  readonly #settings = new Compartment()
  #state: EditorState
  #view: EditorView | null = null
  #scroll: StateEffect<unknown> | null = null
  /** Where the first line in view begins, while the manuscript is out of view. */
  #top = 0
  #overview: Overview | null = null
  /** Whether something was saved since the core was last told that the writer left the file. */
  #unsettled = false
  #stopped = false
  readonly #following: Following
  /** What the core knows to be pasted, should the window never come to say so on leaving. */
  readonly #told = new WeakSet<object>()
  readonly #crashJournal: CrashJournal | null
  /** The last batch of keystrokes in the text that is being saved. */
  #cut = 0
  #asUtf8 = false
  #recovered: RecoveredHow | null = null
  readonly #undo: KeptUndo | null

  constructor(document: Document, around: Surroundings, left: Left = { recovered: null, undo: null }) {
    this.#path = new FilePath(document.path)
    this.#around = around
    const { safety } = around
    const { recovered } = left
    this.#crashJournal =
      safety && new CrashJournal(() => this.path, safety.host, safety.onUnjournalled, document.hash, recovered?.seq)
    this.#autosave = new Autosave(
      {
        read: () => {
          this.#cut = this.#crashJournal?.cut() ?? 0
          return this.state.doc.toString()
        },
        save: async (text, baseHash) => {
          const seq = this.#cut
          await this.#crashJournal?.sent()
          const fresh = pastes(this.state).filter(({ paste }) => !this.#told.has(paste))
          const pasted = fresh.map(({ text }) => text)
          const asUtf8 = this.#asUtf8
          const request = { path: this.path, text, baseHash, pasted, seq: safety && seq, asUtf8 }
          const saved = await around.files.writeFile(request)
          this.#asUtf8 &&= !asUtf8
          this.#crashJournal?.stood(saved.hash, seq)
          if (saved.unkept) safety?.onUnkept(saved.unkept)
          fresh.forEach(({ paste }) => this.#told.add(paste))
          return saved
        },
        follow: () => void this.follow().catch(() => {}),
      },
      document.hash,
      () => around.onChange(this),
    )
    const text = this.#asText()
    this.#following = new Following(text, around.files, this.#autosave)
    this.#undo = safety && new KeptUndo(text, safety.host)
    const state = resumed(document.text, this.#extensions(document.text, around.settings), left.undo)
    this.#state = state.update({ selection: { anchor: textStart(state) } }).state
    if (recovered) this.#recover(recovered)
  }

  /** How text of an earlier session came back, until the next edit. */
  get recovered(): RecoveredHow | null {
    return this.#recovered
  }

  /** While undo stands at the beginning of this session: when the last step before it was made. */
  get undoStop(): string | null {
    return stoppedAt(this.state)
  }

  /** Whether nothing of it is here alone: it is out of view, its file has its text, and what was to be told is told. */
  get isSettled(): boolean {
    const { edited, saving, conflict, merging } = this.saving
    return !this.#view && !edited && !saving && !conflict && !merging && !this.#unsettled
  }

  /** Whether it has no file and no text: nothing is left of it when it is left. */
  get isBlank(): boolean {
    return this.#autosave.hash === '' && this.state.doc.length === 0
  }

  /** Relative to the project; it changes when the file is given another name. */
  get path(): string {
    return this.#path.path
  }

  get state(): EditorState {
    return this.#view?.state ?? this.#state
  }

  /** How the text stands towards the disk. */
  get saving(): SaveState {
    return this.#autosave.state
  }

  /** The text as a whole, or `null` until it was looked at. */
  get overview(): Overview | null {
    return this.#overview
  }

  /** Whether it is a memory file. */
  get isMemory(): boolean {
    return this.#around.learning === null
  }

  /** What the desk learns with, unless the writer turned that off. */
  get #learning(): Assistance | null {
    return this.#around.assists() ? this.#around.learning : null
  }

  /** Whether the text was taken over from another program since the last edit. */
  get takenOver(): boolean {
    return this.#following.followed === 'takenOver'
  }

  /** Where the writer is in it. */
  get place(): Place {
    const { anchor, head } = this.state.selection.main
    return { anchor, head, top: this.#view ? topOf(this.#view) : this.#top }
  }

  /** Puts the writer where she was, before the manuscript comes into view. */
  goTo(place: Place): void {
    this.#state = this.#state.update(selecting(this.#state, place)).state
    this.#scroll = scrollingTo(this.#state, place)
    this.#top = place.top
  }

  /** Whether what another program wrote was merged since the last edit. */
  get merged(): boolean {
    return this.#following.followed === 'merged'
  }

  /** How many places a merge left open. */
  get conflicts(): number {
    return conflictsIn(this.state).length
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
    if (this.#learning) leaveCandidates(this.#view, this.#learning.post)
    this.#state = this.#view.state
    this.#scroll = this.#view.scrollSnapshot()
    this.#top = topOf(this.#view)
    this.#view = null
    // A composition ends with its view, and not every engine says so.
    this.#composing(false)
  }

  /** Offers, or offers no longer, as the writer's word is now; an offer that is open goes with what made it. */
  assist(): void {
    this.#apply({ effects: this.#assisted.reconfigure(this.#candidates()) })
  }

  /** Puts the caret at an offset and brings it into view. */
  jumpTo(offset: number): void {
    const anchor = Math.min(offset, this.state.doc.length)
    this.#apply({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'start', yMargin: 48 }) })
  }

  /** The text that is selected. */
  get selected(): string {
    const { from, to } = this.state.selection.main
    return this.state.sliceDoc(from, to)
  }

  /** Selects a stretch and brings it into view. */
  select(from: number, to: number): void {
    const { length } = this.state.doc
    const [anchor, head] = [Math.min(from, length), Math.min(to, length)]
    this.#apply({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }), userEvent: 'select.search' })
  }

  /** Sets the page as the writer wants it from now on. */
  configure(settings: EditorSettings): void {
    this.#apply({ effects: this.#settings.reconfigure(editorSettings.of(settings)) })
  }

  /** Speaks the language of the interface from now on. */
  localise(): void {
    this.#view?.dispatch({ effects: this.#localised.reconfigure(this.#words()) })
  }

  /**
   * Saves what is unsaved.
   *
   * @throws the fault if text could not be saved; it stays here and is tried again.
   */
  async save(): Promise<void> {
    if (this.#view) {
      if (this.#learning) settleTakes(this.#view, this.#learning.post)
      // Ends a composition, so that its text is the writer's before it is saved.
      if (this.saving.composing) this.#view.contentDOM.blur()
      this.#composing(false)
    }
    await this.#autosave.flush()
    const { fault, edited, merging } = this.saving
    if (edited && fault) throw fault
    if (edited && merging) throw this.#following.outside('FILE_CHANGED')
  }

  /**
   * Saves what is unsaved, then tells the core that the writer left the text, which looks for revisions in it.
   *
   * @throws the fault if text could not be saved; revisions that could not be looked for wait for the next time.
   */
  async leave(): Promise<void> {
    if (this.saving.merging) {
      if (this.#view && isOffering(this.state)) endOffer(this.#view)
      await this.follow()
    }
    await this.save()
    await this.#undo?.keep()
    if (!this.#unsettled) return
    // A take must be in the journal before its text is looked at, or it would pass for the writer's own revision.
    const { files } = this.#around
    const learning = this.#learning
    if (learning && !(await learning.posted())) return
    try {
      const { state } = this
      const pasted = pastes(state).map(({ text }) => text)
      await files.settleFile(this.path, pasted, learning ? saidScenes(state) : [])
      this.#unsettled = false
    } catch {
      // The text is safe, and no window is held open for what is only to be learned from it.
    }
  }

  /** Follows the file to another name or place. */
  async moved(to: string): Promise<void> {
    this.#path.path = to
    this.localise()
    this.#around.onChange(this)
    await this.follow()
  }

  /**
   * Follows the file on disk, which may have changed ({@link Following}). Neither a composition nor an open offer is
   * disturbed: the file is followed when they are over, and nothing is saved meanwhile.
   */
  follow(): Promise<void> {
    return this.#following.follow()
  }

  /** Merges a copy in conflict into the text; the copy itself stays. Returns how many places are to be decided. */
  mergeCopy(copy: string): Promise<number> {
    return this.#following.mergeCopy(copy, () => this.save())
  }

  /** Saves the text in the editor over the changed file, or writes the file again where there is none. */
  keepMine(): Promise<void> {
    return this.#following.keepMine()
  }

  /** Takes over the changed file; undo brings back what stood here. */
  async takeTheirs(): Promise<void> {
    await this.#keepVersion()
    await this.#following.takeTheirs()
  }

  /** Returns whether the document must not be touched now. */
  #isHeld(): boolean {
    const view = this.#view
    return view !== null && (this.saving.composing || view.composing || isOffering(view.state))
  }

  /** Saves the text as UTF-8 from now on: the file's own encoding has not all of its characters. */
  async saveAsUtf8(): Promise<void> {
    this.#asUtf8 = true
    await this.save()
  }

  /**
   * Puts another text in the place of this one, in one step of undo, and keeps this one as a version before.
   *
   * @throws the fault if it could not be kept; the text is as it was then.
   */
  async replace(text: string): Promise<void> {
    await this.#keepVersion()
    const change = replaceBy(this.state, text)
    if (!change) return
    this.#apply(change)
    if (!this.#view) this.#autosave.edited()
  }

  /**
   * Replaces stretches of the text they were found in, in one step of undo.
   *
   * Returns a function that takes the replacement back. That function does nothing and returns false where the text
   * changed since or is closed. Returns `null` where the text is no longer `found`, or an input method is composing in
   * it.
   */
  replaceIn(found: Text, changes: ChangeSpec): (() => boolean) | null {
    if (!this.state.doc.eq(found) || this.saving.composing) return null
    if (this.#view && this.#learning) leaveCandidates(this.#view, this.#learning.post)
    const { doc } = this.state
    const there = this.state.changes(changes)
    const back = there.invert(doc)
    this.#replace(there)
    const { doc: after } = this.state
    return () => {
      if (this.#stopped || !this.state.doc.eq(after) || this.saving.composing) return false
      this.#replace(back)
      return true
    }
  }

  #replace(changes: ChangeSpec): void {
    this.#apply({ changes, annotations: isolateHistory.of('full'), userEvent: 'input.replace.all' })
    if (!this.#view) this.#autosave.edited()
  }

  /** Saves nothing from now on. */
  stop(): void {
    this.#stopped = true
    this.#autosave.stop()
    this.#crashJournal?.stop()
    this.#undo?.stop()
  }

  /** Takes text of an earlier session back, as one step of undo. */
  #recover({ text, how, conflicts }: Recovered): void {
    this.#recovered = how
    const change = replaceBy(this.#state, text)
    // The journal has it already.
    if (change) this.#state = this.#state.update({ ...change, effects: setConflicts.of(conflicts.map(conflictOf)) }).state
    if (how === 'gone') this.#following.refuse('NOT_FOUND')
    this.#autosave.edited()
  }

  async #keepVersion(): Promise<void> {
    const { safety } = this.#around
    if (safety && this.state.doc.length > 0) await safety.host.keepVersion(this.path, this.state.doc.toString())
  }

  /** Notes that the file with this hash has the text as it is. */
  #stands(hash: string): void {
    if (this.#crashJournal) this.#crashJournal.stood(hash, this.#crashJournal.cut())
  }

  /** The text, as far as what follows its file and what keeps its undo history need it. */
  #asText() {
    const path = () => this.path
    const state = () => this.state
    return {
      get path() {
        return path()
      },
      get state() {
        return state()
      },
      isHeld: () => this.#isHeld(),
      apply: (change: TransactionSpec) => this.#apply(change),
      stands: (hash: string) => this.#stands(hash),
      changed: () => this.#around.onChange(this),
      savedAs: () => {
        const { edited, saving, conflict } = this.saving
        return this.#unsettled && !edited && !saving && !conflict ? this.#autosave.hash : null
      },
    }
  }

  #apply(change: TransactionSpec): void {
    if (this.#view) return this.#view.dispatch(change)
    const transaction = this.#state.update(change)
    this.#crashJournal?.typed(transaction.changes, transaction.annotation(fromDisk))
    this.#state = transaction.state
  }

  #extensions(text: string, settings = DEFAULT_SETTINGS.writing): Extension {
    return [
      this.#assisted.of(this.#candidates()),
      this.isMemory ? [] : pasted,
      verbatim(),
      undoOfDisk,
      conflictMarks,
      this.#settings.of(editorSettings.of(settings)),
      writing(this.#around.links && { path: () => this.path, ...this.#around.links }),
      this.#around.speller ? spelling(this.#around.speller) : [],
      this.#around.stylist ? style(this.#around.stylist) : [],
      theme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        lang: languageOf(text),
        spellcheck: 'false',
        autocorrect: 'off',
        autocapitalize: 'off',
        // Said, so that checkers find what scrolls to be reached by keyboard too.
        tabindex: '0',
      }),
      this.#localised.of(this.#words()),
      overview((overview) => {
        this.#overview = overview
        this.#around.onChange(this)
      }),
      EditorView.updateListener.of((update) => {
        if (isOfferingOver(update)) this.#following.resume()
        if (stoppedAt(update.state) !== stoppedAt(update.startState)) this.#around.onChange(this)
        if (update.docChanged) {
          this.#crashJournal?.typed(update.changes, update.transactions.every((transaction) => transaction.annotation(fromDisk)))
        }
        if (!update.docChanged || update.transactions.every((transaction) => transaction.annotation(fromDisk))) return
        this.#unsettled = true
        this.#following.edited()
        this.#recovered = null
        this.#undo?.edited()
        // To save this would undo another program's work without a word.
        if (update.transactions.some(undoesDisk)) this.#following.refuse('FILE_CHANGED')
        // A page that never had a file and is empty again needs none.
        if (this.isBlank) this.#autosave.tookTheirs('')
        else this.#autosave.edited()
        // With it back there is nothing to ask.
        if (update.transactions.some(redoesDisk) && this.saving.fault?.code === 'FILE_CHANGED') {
          this.#autosave.merged(this.#autosave.hash, true)
        }
        this.#around.onEdit()
      }),
      EditorView.domEventObservers({
        compositionstart: () => this.#composing(true),
        compositionend: () => {
          this.#composing(false)
          this.#following.resume()
        },
        blur: (_event, view) => {
          // WebKit sends keys to where the selection is, not the focus: what was pressed in the panel went into the text.
          // The view keeps its own selection and draws it again with the next focus.
          if (!view.hasFocus) view.contentDOM.ownerDocument.getSelection()?.removeAllRanges()
          // A memory file is followed as soon as the writer looks up from it: the panel shows what became of it.
          void (this.isMemory ? this.leave() : this.save()).catch(() => {})
        },
      }),
    ]
  }

  #candidates(): Extension {
    return this.#learning ? candidates({ ...this.#learning, path: () => this.path }) : []
  }

  #composing(on: boolean): void {
    this.#crashJournal?.composing(on)
    this.#autosave.composing(on)
  }

  #words(): Extension {
    return [phrases(locale.current), EditorView.contentAttributes.of({ 'aria-label': this.isMemory ? words.memoryFile(this.path) : words.manuscript(this.path) })]
  }
}
