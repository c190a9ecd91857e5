// An open manuscript: its text, its undo history and its saving. It outlives its time in view. Unsaved text and undo
// are still there when the writer comes back to the file. A memory file is a manuscript too, but without offers and
// learning.

import { isolateHistory } from '@codemirror/commands'
import { Compartment, type ChangeSpec, type EditorState, type Extension, type StateEffect, type Text, type TransactionSpec } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { candidates, changesOffer, endOffer, isOffering, keptOffer, leaveCandidates, reopened, saidScenes, settleTakes, type RuleText, type Skills } from '$lib/candidates'
import { DEFAULT_SETTINGS, type Document, type EpisodeInput, type Fault, type Host, type Recovered, type RecoveredHow, type UndoHistory } from '$lib/host'
import { locale } from '$lib/i18n'
import { isPlain } from '$lib/text/frontMatter'
import { pasted, pastes } from '$lib/text/pasted'
import { Autosave, type SaveState } from './autosave'
import { conflictMarks, conflictOf, conflictsIn, setConflicts } from './conflicts'
import { plainText } from './counts/body'
import { CrashJournal } from './crashJournal'
import { languageOf } from './language'
import type { FileAccess } from './markdown'
import { Following, type FollowedFiles } from './following'
import { KeptUndo } from './keptUndo'
import { fromDisk, redoesDisk, replaceBy, undoesDisk, undoOfDisk } from './outside'
import { overview, type Overview } from './overview'
import { scrollingTo, selecting, topOf, type Place } from './place'
import { readOnly } from './readOnly'
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

/** Reads and saves files, and tells the core when the writer leaves one. */
export type Files = FollowedFiles & Pick<Host, 'writeFile' | 'settleFile'>

/** Suggestions for prose and learning from the writer's choices. */
export type Assistance = {
  host: Pick<Host, 'offer'>
  /** Queues an episode for the journal. */
  post: (episode: EpisodeInput) => void
  /** Resolves to whether the journal has all episodes posted so far. */
  posted: () => Promise<boolean>
  ruleText: RuleText
  keyOf: Skills['keyOf']
}

/** Stores the data that protects a manuscript: the crash journal, versions and the undo history. */
export type Safety = {
  host: Pick<Host, 'journalKeystrokes' | 'keepVersion' | 'keepUndoHistory'>
  /** Called when keystrokes could not be journalled, and with `null` after the next success. */
  onUnjournalled: (fault: Fault | null) => void
  /** Called when a version could not be stored. */
  onUnkept: (fault: Fault) => void
}

/** The data that an earlier session stored for a manuscript. */
export type EarlierSession = { recovered: Recovered | null; undo: UndoHistory | null }

/** The services that a manuscript needs. */
export type ManuscriptServices = {
  files: Files
  /** `null` for a memory file: its changes are stored with runs. */
  safety: Safety | null
  /** `null` for a memory file: its text is no prose. */
  learning: Assistance | null
  /** Whether suggestions and learning are on. */
  assists: () => boolean
  /** Whether the writer can change the text. */
  isChangeable?: boolean
  /** Called when the status of the manuscript has changed. */
  onChange: (manuscript: Manuscript) => void
  /** Called when the writer has changed the text. */
  onEdit: () => void
  /** Called when an offer opened or ended, and after each step in it. */
  onOffer?: () => void
  /** The settings of the page; the default settings if absent. */
  settings?: EditorSettings
  /** Loads pictures and follows links; without it they have no effect. */
  links?: Pick<FileAccess, 'picture' | 'follow'>
  /** Spell checker; without it no word is checked. */
  speller?: Speller | undefined
  /** Style checker; without it no passage is checked. */
  stylist?: Stylist | undefined
}

/** Returns whether an update has ended an open offer. */
const isOfferingOver = ({ startState, state }: ViewUpdate) =>
  isOffering(startState) && !isOffering(state)

/** A manuscript that was opened in this session. */
export class Manuscript {
  readonly #path: FilePath
  readonly #services: ManuscriptServices
  readonly #autosave: Autosave
  readonly #localised = new Compartment()
  readonly #assisted = new Compartment()
  readonly #settings = new Compartment()
  #state: EditorState
  #view: EditorView | null = null
  #scroll: StateEffect<unknown> | null = null
  /** Offset of the first line in view, while the manuscript itself is out of view. */
  #top = 0
  #overview: Overview | null = null
  /** Whether the text was edited since the core was last told that the writer left the file. */
  #unsettled = false
  #stopped = false
  readonly #following: Following
  /** The pastes reported to the core with a save. A crash would otherwise lose the report on leaving. */
  readonly #told = new WeakSet<object>()
  readonly #crashJournal: CrashJournal | null
  /** Number of the last keystroke batch contained in the running save. */
  #cut = 0
  #asUtf8 = false
  #recovered: RecoveredHow | null = null
  readonly #undo: KeptUndo | null

  constructor(document: Document, services: ManuscriptServices, left: EarlierSession = { recovered: null, undo: null }) {
    this.#path = new FilePath(document.path)
    this.#services = services
    const { safety } = services
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
          const saved = await services.files.writeFile(request)
          this.#asUtf8 &&= !asUtf8
          this.#crashJournal?.stood(saved.hash, seq)
          if (saved.unkept) safety?.onUnkept(saved.unkept)
          fresh.forEach(({ paste }) => this.#told.add(paste))
          return saved
        },
        follow: () => void this.follow().catch(() => {}),
      },
      document.hash,
      () => services.onChange(this),
    )
    const text = this.#asText()
    this.#following = new Following(text, services.files, this.#autosave)
    this.#undo = safety && new KeptUndo(text, safety.host)
    const state = resumed(document.text, this.#extensions(document.text, services.settings), left.undo)
    this.#state = state.update({ selection: { anchor: textStart(state) } }).state
    if (recovered) this.#recover(recovered)
  }

  /** How text of an earlier session was recovered; `null` after the next edit. */
  get recovered(): RecoveredHow | null {
    return this.#recovered
  }

  /** While undo stops at the start of this session: the time of the last step before it. */
  get undoStop(): string | null {
    return stoppedAt(this.state)
  }

  /** Whether the manuscript can be dropped: it is out of view, saved, and the core has been told that it was left. */
  get isSettled(): boolean {
    const { edited, saving, conflict, merging } = this.saving
    return !this.#view && !edited && !saving && !conflict && !merging && !this.#unsettled
  }

  /** Whether it has neither a file nor text, so that it can be forgotten. */
  get isBlank(): boolean {
    return this.#autosave.hash === '' && this.state.doc.length === 0
  }

  /** The path relative to the project; changes with a rename. */
  get path(): string {
    return this.#path.path
  }

  get state(): EditorState {
    return this.#view?.state ?? this.#state
  }

  /** The hash of the file as it was last read or saved. */
  get hash(): string {
    return this.#autosave.hash
  }

  get saving(): SaveState {
    return this.#autosave.state
  }

  /** Counts and headings of the text, or `null` before the first count. */
  get overview(): Overview | null {
    return this.#overview
  }

  get isMemory(): boolean {
    return this.#services.learning === null
  }

  /** Suggestions and learning, or `null` while the writer has turned them off. */
  get #learning(): Assistance | null {
    return this.#services.assists() ? this.#services.learning : null
  }

  /** Whether text of another program replaced the text since the last edit. */
  get takenOver(): boolean {
    return this.#following.followed === 'takenOver'
  }

  /** The position of the caret and of the view, and the open offer. */
  get place(): Place {
    const { anchor, head } = this.state.selection.main
    return { anchor, head, top: this.#view ? topOf(this.#view) : this.#top, offer: keptOffer(this.state) }
  }

  /** Restores a position and an open offer, before the manuscript comes into view. */
  goTo(place: Place): void {
    const effects = place.offer && this.#learning ? reopened(this.#state, this.path, place.offer) : []
    this.#state = this.#state.update(selecting(this.#state, place)).state.update({ effects }).state
    this.#scroll = scrollingTo(this.#state, place)
    this.#top = place.top
  }

  /** Whether text of another program was merged with unsaved text since the last edit. */
  get merged(): boolean {
    return this.#following.followed === 'merged'
  }

  /** The number of open conflicts. */
  get conflicts(): number {
    return conflictsIn(this.state).length
  }

  show(view: EditorView): void {
    view.setState(this.#state)
    this.#view = view
    if (this.#scroll) view.dispatch({ effects: this.#scroll })
    // The view still has the scroll position of the manuscript before.
    else view.scrollDOM.scrollTop = 0
    this.localise()
  }

  hide(): void {
    if (!this.#view) return
    if (this.#learning) leaveCandidates(this.#view, this.#learning.post)
    this.#state = this.#view.state
    this.#scroll = this.#view.scrollSnapshot()
    this.#top = topOf(this.#view)
    this.#view = null
    // Removing the view ends a composition, but not every engine fires the event.
    this.#composing(false)
  }

  /** Turns suggestions and learning on or off with the setting. Turning them off drops an open offer. */
  assist(): void {
    this.#apply({ effects: this.#assisted.reconfigure(this.#candidates()) })
  }

  /** Moves the caret to an offset and scrolls it into view. */
  jumpTo(offset: number): void {
    const anchor = Math.min(offset, this.state.doc.length)
    this.#apply({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'start', yMargin: 48 }) })
  }

  /** The selected text. */
  get selected(): string {
    const { from, to } = this.state.selection.main
    return this.state.sliceDoc(from, to)
  }

  /** Selects a range and scrolls it into view. */
  select(from: number, to: number): void {
    const { length } = this.state.doc
    const [anchor, head] = [Math.min(from, length), Math.min(to, length)]
    this.#apply({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }), userEvent: 'select.search' })
  }

  /** Applies new settings of the page. */
  configure(settings: EditorSettings): void {
    this.#apply({ effects: this.#settings.reconfigure(editorSettings.of(settings)) })
  }

  /** Applies the language of the interface. */
  localise(): void {
    this.#view?.dispatch({ effects: this.#localised.reconfigure(this.#words()) })
  }

  /**
   * Saves the unsaved text.
   *
   * @throws the fault if the text could not be saved; it stays here and the save is retried.
   */
  async save(): Promise<void> {
    if (this.#view) {
      if (this.#learning) settleTakes(this.#view, this.#learning.post)
      // Ends a composition, so that its text is final before the save.
      if (this.saving.composing) this.#view.contentDOM.blur()
      this.#composing(false)
    }
    await this.#autosave.flush()
    const { fault, edited, merging } = this.saving
    if (edited && fault) throw fault
    if (edited && merging) throw this.#following.outside('FILE_CHANGED')
  }

  /**
   * Saves the unsaved text, then tells the core that the writer left the file. The core looks for revisions in it.
   *
   * @throws the fault if the text could not be saved. A failed search for revisions is not reported, but repeated on
   * the next leave.
   */
  async leave(): Promise<void> {
    if (this.saving.merging) {
      if (this.#view && isOffering(this.state)) endOffer(this.#view)
      await this.follow()
    }
    await this.save()
    await this.#undo?.keep()
    if (!this.#unsettled) return
    // A take must be in the journal before the core reads the text. Otherwise the taken candidate would look like the
    // writer's own revision.
    const { files } = this.#services
    const learning = this.#learning
    if (learning && !(await learning.posted())) return
    try {
      const { state } = this
      const pasted = pastes(state).map(({ text }) => text)
      await files.settleFile(this.path, pasted, learning ? saidScenes(state) : [])
      this.#unsettled = false
    } catch {
      // The text is saved. A failed search for revisions must not keep the window open.
    }
  }

  /** Follows the file after a rename or a move. */
  async moved(to: string): Promise<void> {
    this.#path.path = to
    this.localise()
    this.#services.onChange(this)
    await this.follow()
  }

  /**
   * Follows the file on the disk, which may have changed ({@link Following}). During a composition or an open offer
   * nothing is merged or saved; the file is followed afterwards.
   */
  follow(): Promise<void> {
    return this.#following.follow()
  }

  /** Merges a copy in conflict into the text; the copy itself stays. Returns the number of conflicts to decide. */
  mergeCopy(copy: string): Promise<number> {
    return this.#following.mergeCopy(copy, () => this.save())
  }

  /** Saves the editor's text over the changed file, or creates a deleted file again. */
  keepMine(): Promise<void> {
    return this.#following.keepMine()
  }

  /** Replaces the text by the changed file. Undo restores the previous text. */
  async takeTheirs(): Promise<void> {
    await this.#keepVersion()
    await this.#following.takeTheirs()
  }

  /** Returns whether the document must not be changed now. */
  #isHeld(): boolean {
    const view = this.#view
    return view !== null && (this.saving.composing || view.composing || isOffering(view.state))
  }

  /** Saves the text as UTF-8: the encoding of the file lacks some of its characters. */
  async saveAsUtf8(): Promise<void> {
    this.#asUtf8 = true
    await this.save()
  }

  /**
   * Replaces the whole text in one undo step, after the current text was stored as a version.
   *
   * @throws the fault if the version could not be stored; the text is unchanged then.
   */
  async replace(text: string): Promise<void> {
    await this.#keepVersion()
    const change = replaceBy(this.state, text)
    if (!change) return
    this.#apply(change)
    if (!this.#view) this.#autosave.edited()
  }

  /**
   * Replaces ranges of the text in one undo step. Returns `null` if the text differs from `found` or a composition is
   * open.
   *
   * The returned function takes the replacement back. It does nothing and returns false if the text has changed since
   * or the manuscript is closed.
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

  /**
   * Replaces ranges of the text in one undo step, after the current text was stored as a version. Returns false if the
   * text differs from `found` or a composition is open.
   *
   * @throws the fault if the version could not be stored; the text is unchanged then.
   */
  async revise(found: Text, changes: ChangeSpec): Promise<boolean> {
    await this.#keepVersion()
    return this.replaceIn(found, changes) !== null
  }

  #replace(changes: ChangeSpec): void {
    this.#apply({ changes, annotations: isolateHistory.of('full'), userEvent: 'input.replace.all' })
    if (!this.#view) this.#autosave.edited()
  }

  stop(): void {
    this.#stopped = true
    this.#autosave.stop()
    this.#crashJournal?.stop()
    this.#undo?.stop()
  }

  /** Restores the text of an earlier session, as one undo step. */
  #recover({ text, how, conflicts }: Recovered): void {
    this.#recovered = how
    const change = replaceBy(this.#state, text)
    // Applied directly to the state, so that the text is not journalled again: the crash journal has it.
    if (change) this.#state = this.#state.update({ ...change, effects: setConflicts.of(conflicts.map(conflictOf)) }).state
    if (how === 'gone') this.#following.refuse('NOT_FOUND')
    this.#autosave.edited()
  }

  async #keepVersion(): Promise<void> {
    const { safety } = this.#services
    if (safety && this.state.doc.length > 0) await safety.host.keepVersion(this.path, this.state.doc.toString())
  }

  /** Reports that the file with this hash has the current text. */
  #stands(hash: string): void {
    if (this.#crashJournal) this.#crashJournal.stood(hash, this.#crashJournal.cut())
  }

  /** The access to the text that `Following` and `KeptUndo` need. */
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
      changed: () => this.#services.onChange(this),
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
      this.#services.isChangeable === false ? readOnly : [],
      undoOfDisk,
      conflictMarks,
      this.#settings.of(editorSettings.of(settings)),
      writing(this.#services.links && { path: () => this.path, ...this.#services.links }),
      this.#services.speller ? spelling(this.#services.speller) : [],
      this.#services.stylist ? style(this.#services.stylist) : [],
      theme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        lang: languageOf(text),
        spellcheck: 'false',
        autocorrect: 'off',
        autocapitalize: 'off',
        // Set explicitly, so that accessibility checkers recognise the scrollable text as reachable by keyboard.
        tabindex: '0',
      }),
      this.#localised.of(this.#words()),
      overview((overview) => {
        this.#overview = overview
        this.#services.onChange(this)
      }),
      EditorView.updateListener.of((update) => {
        if (isOfferingOver(update)) this.#following.resume()
        if (changesOffer(update)) this.#services.onOffer?.()
        if (stoppedAt(update.state) !== stoppedAt(update.startState)) this.#services.onChange(this)
        if (update.docChanged) {
          this.#crashJournal?.typed(update.changes, update.transactions.every((transaction) => transaction.annotation(fromDisk)))
        }
        if (!update.docChanged || update.transactions.every((transaction) => transaction.annotation(fromDisk))) return
        this.#unsettled = true
        this.#following.edited()
        this.#recovered = null
        this.#undo?.edited()
        // Saving this undo would remove the other program's text without a decision.
        if (update.transactions.some(undoesDisk)) this.#following.refuse('FILE_CHANGED')
        // A new page that is empty again needs no file.
        if (this.isBlank) this.#autosave.tookTheirs('')
        else this.#autosave.edited()
        // The redo restored the other program's text, so there is nothing to decide.
        if (update.transactions.some(redoesDisk) && this.saving.fault?.code === 'FILE_CHANGED') {
          this.#autosave.merged(this.#autosave.hash, true)
        }
        this.#services.onEdit()
      }),
      EditorView.domEventObservers({
        compositionstart: () => this.#composing(true),
        compositionend: () => {
          this.#composing(false)
          this.#following.resume()
        },
        blur: (_event, view) => {
          // WebKit sends keys to the DOM selection, not to the focus: keys pressed in the panel changed the text. The
          // view keeps its own selection and restores it with the next focus.
          if (!view.hasFocus) view.contentDOM.ownerDocument.getSelection()?.removeAllRanges()
          // A memory file is settled as soon as it loses the focus: the panel shows the result.
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
    return [phrases(locale.current), plainText.of(isPlain(this.path)), EditorView.contentAttributes.of({ 'aria-label': this.isMemory ? words.memoryFile(this.path) : words.manuscript(this.path) })]
  }
}
