// Finding and replacing in every manuscript of the project. Open manuscripts are searched and changed in the editor,
// saved or not. The core reads and changes all other manuscripts.

import { inSlices, NO_TERMS, PatternError, Query, type PatternFault, type Terms } from '$lib/editor'
import { asFault, type Fault } from '$lib/host'
import { lookThrough, type FileHits, type Hit } from './hits'
import { batches, changeText, readTexts, type SearchedProject, type Source, type TakeBack } from './texts'

/** The result of a replacement, or of taking it back. */
export type ReplaceOutcome = {
  readonly kind: 'replaced' | 'undone'
  readonly places: number
  readonly files: number
  /** The files that changed after the search. They stay as they are. */
  readonly changed: readonly string[]
  /** The files that could not be written, and the reasons. */
  readonly failed: readonly { path: string; fault: Fault }[]
}

/** A finished replacement in a file. */
type Done = { readonly path: string; readonly places: number; readonly back: TakeBack }

/** The search ends at so many hits. Nobody looks through more. */
export const MOST = 5_000

/** Debounce of the search in milliseconds: longer than the time between two keys. */
const PAUSE = 250

export class ProjectSearch {
  shown = $state(false)
  /** Counts the calls of `show`. The panel selects its words after each. */
  asked = $state(0)
  /** Whether the fields for replacing are shown. */
  replacing = $state(false)
  terms = $state.raw<Terms>(NO_TERMS)
  fault = $state.raw<PatternFault | null>(null)
  results = $state.raw<readonly FileHits[]>([])
  /** The share of the files that is searched or changed, from 0 to 1; `null` at rest. */
  progress = $state<number | null>(null)
  /** Whether the search ended at `MOST` hits, so that there may be more. */
  more = $state(false)
  /** The number of files that could not be read. */
  unread = $state(0)
  /** Whether the pattern took too long in some part, which may have more hits. */
  incomplete = $state(false)
  /** Whether a replacement, or taking it back, is running. */
  busy = $state(false)
  outcome = $state.raw<ReplaceOutcome | null>(null)
  /** Whether the writer searched for another term after the outcome. */
  searchedSince = $state(false)

  #done = $state.raw<readonly Done[]>([])
  #query: Query | null = null
  /** The number of the running search. The hits of an earlier search are dropped. */
  #turn = 0
  #end = () => {}
  /** Whether the running replacement is to end after its present file. */
  #halted = false

  constructor(private readonly project: SearchedProject) {}

  /** The number of hits. */
  get places(): number {
    return this.results.reduce((sum, { hits }) => sum + hits.length, 0)
  }

  /** Whether the last replacement can be taken back. */
  get canUndo(): boolean {
    return this.#done.length > 0
  }

  /** Shows the search, with the selected text of the page as its term. */
  show(selected = ''): void {
    this.shown = true
    this.asked += 1
    if (selected !== '' && selected.length <= 200 && !selected.includes('\n') && !this.terms.regex) this.set({ text: selected })
    else if (this.terms.text !== '') this.begin(0)
  }

  /** Hides the search and ends it. The hits stay until the next search, and a running replacement goes on. */
  hide(): void {
    this.shown = false
    if (!this.busy) this.stop()
  }

  /** Ends the search at once, or a replacement after its present file. */
  stop(): void {
    this.#halted = true
    if (!this.busy) this.#endSearch()
  }

  #endSearch(): void {
    this.#turn += 1
    this.#end()
    this.progress = null
  }

  /** Changes the terms. A new replacement text needs no new search. */
  set(patch: Partial<Terms>): void {
    const before = this.terms
    this.terms = { ...before, ...patch }
    const keys = ['text', 'regex', 'caseSensitive', 'wholeWord'] as const
    if (keys.every((key) => before[key] === this.terms[key])) return
    this.searchedSince = true
    // The outcome is still needed as long as its replacement can be taken back.
    if (!this.canUndo) this.outcome = null
    this.begin(PAUSE)
  }

  /** Searches anew after a pause in milliseconds. */
  begin(pause: number): void {
    // A replacement starts a new search at its end.
    if (this.busy) return
    this.#endSearch()
    this.fault = null
    this.#query = null
    try {
      if (this.terms.text !== '') this.#query = new Query(this.terms)
    } catch (error) {
      this.fault = error instanceof PatternError ? error.fault : 'syntax'
    }
    if (!this.#query) {
      this.#clear()
      return
    }
    const query = this.#query
    this.progress = 0
    const timer = setTimeout(() => void this.#search(query, this.#turn), pause)
    this.#end = () => clearTimeout(timer)
  }

  /** Searches a changed file again if it has hits. */
  async follow(path: string): Promise<void> {
    const query = this.#query
    const at = this.results.findIndex((each) => each.path === path)
    const known = this.results[at]
    if (!this.shown || !query || !known || this.busy) return
    const open = this.project.open(path)
    if (open ? open.state.doc.eq(known.doc) : false) return
    const turn = this.#turn
    const [source] = await readTexts(this.project, [path])
    if (!source || turn !== this.#turn || (source.hash !== null && source.hash === known.hash)) return
    const [found] = await this.#look(query, [source], () => {})
    if (turn !== this.#turn) return
    const now = this.results.findIndex((each) => each.path === path)
    if (now >= 0) this.results = found ? this.results.with(now, found) : this.results.toSpliced(now, 1)
  }

  /** Replaces all hits, or the hits of a file, or one hit of a file. */
  async replace(which: FileHits | null = null, hit: Hit | null = null): Promise<void> {
    const query = this.#query
    if (!query || this.busy) return
    // Only hits that the writer can see are replaced.
    if (which ? which.more && !hit : this.more || this.progress !== null) return
    const { terms } = this
    this.#done = await this.#inEach('replaced', which ? [which] : this.results, async (file) => {
      const hits = hit ? [hit] : file.hits
      const changes = hits.map((each) => ({ from: each.from, to: each.to, insert: query.replacementFor(each, terms) }))
      const back = await changeText(this.project, file, changes)
      return back && { path: file.path, places: hits.length, back }
    })
    if (which && terms === this.terms) await this.follow(which.path)
    else this.begin(0)
  }

  /** Returns the text that replaces a hit. */
  replacementFor(hit: Hit): string {
    return this.#query?.replacementFor(hit, this.terms) ?? ''
  }

  /** Takes the last replacement back, except in files that changed since. */
  async undo(): Promise<void> {
    if (this.busy) return
    const last = this.#done
    const done = await this.#inEach('undone', last, async (each) => ((await each.back()) ? each : null))
    // After a stop or a failed write the rest can still be taken back.
    const settled = [...done.map(({ path }) => path), ...(this.outcome?.changed ?? [])]
    this.#done = last.filter(({ path }) => !settled.includes(path))
    this.begin(0)
  }

  /** Calls `act` for one file after the other until `stop`, and sets the outcome. `act` returns `null` for a changed file. */
  async #inEach<File extends { path: string }>(
    kind: ReplaceOutcome['kind'],
    files: readonly File[],
    act: (file: File) => Promise<Done | null>,
  ): Promise<Done[]> {
    this.#endSearch()
    this.#halted = false
    this.busy = true
    this.outcome = null
    this.searchedSince = false
    const done: Done[] = []
    const changed: string[] = []
    const failed: { path: string; fault: Fault }[] = []
    for (const [at, file] of files.entries()) {
      if (this.#halted) break
      this.progress = at / files.length
      try {
        const did = await act(file)
        if (did) done.push(did)
        else changed.push(file.path)
      } catch (reason) {
        const fault = asFault(reason)
        if (fault.code === 'FILE_CHANGED') changed.push(file.path)
        else failed.push({ path: file.path, fault })
      }
    }
    this.progress = null
    this.busy = false
    this.outcome = { kind, places: done.reduce((sum, { places }) => sum + places, 0), files: done.length, changed, failed }
    for (const { path } of done) this.project.follow(path)
    return done
  }

  /** Changes a file and returns how to take that back; `null` where it is another text by now. */
  #clear(): void {
    this.results = []
    this.more = false
    this.unread = 0
    this.incomplete = false
  }

  async #search(query: Query, turn: number): Promise<void> {
    this.#clear()
    const files = this.project.files()
    let searched = 0
    for (const batch of batches(files)) {
      const sources = await readTexts(this.project, batch)
      if (turn !== this.#turn) return
      this.unread += batch.length - sources.length
      const found = await this.#look(query, sources, (end) => (this.#end = end), MOST - this.places)
      if (turn !== this.#turn) return
      searched += batch.length
      this.progress = searched / files.length
      if (found.length > 0) this.results = [...this.results, ...found]
      if (this.places < MOST) continue
      this.more = searched < files.length || found.at(-1)?.path !== sources.at(-1)?.path || found.some(({ more }) => more)
      break
    }
    this.progress = null
  }

  /** Looks through texts in time slices. `begun` gets the function that cancels this. */
  #look(query: Query, sources: readonly Source[], begun: (end: () => void) => void, most = MOST): Promise<FileHits[]> {
    return new Promise((resolve) => {
      const { end } = inSlices(lookThrough(query, sources, most), ({ files, incomplete }) => {
        this.incomplete ||= incomplete
        resolve(files)
      })
      begun(end)
    })
  }
}
