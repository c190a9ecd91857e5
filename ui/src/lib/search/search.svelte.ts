// Finding and replacing in every manuscript of the project. Open manuscripts are searched and changed on the page,
// saved or not. For all other manuscripts the core gives the texts and makes the changes.

import { Text } from '@codemirror/state'
import { inSlices, NO_TERMS, PatternError, Query, type Found, type Manuscript, type PatternFault, type Terms } from '$lib/editor'
import { asFault, type Fault, type FileEntry, type Host } from '$lib/host'

/** A place where something was found. */
export type Hit = Found & {
  /** The line around it, cut where it is long. */
  readonly before: string
  readonly text: string
  readonly after: string
}

/** What was found in a file. */
export type FileHits = {
  readonly path: string
  readonly hits: readonly Hit[]
  /** The text that was searched. */
  readonly doc: Text
  /** The hash of the file it came from; `null` for a text that stands open. */
  readonly hash: string | null
  /** Whether the file may hold more than was found in it. */
  readonly more: boolean
}

/** What the search needs of the desk. */
export type Project = {
  host: Pick<Host, 'fileTexts' | 'replaceInFile' | 'revertFile'>
  /** The manuscripts, in the order of their list. */
  files: () => readonly FileEntry[]
  /** A manuscript that was opened. */
  open: (path: string) => Manuscript | undefined
  /** Has a manuscript that may be open follow its file. */
  follow: (path: string) => void
}

/** What came of replacing, or of taking it back. */
export type ReplaceOutcome = {
  readonly kind: 'replaced' | 'undone'
  readonly places: number
  readonly files: number
  /** The files that changed meanwhile and stay as they are. */
  readonly changed: readonly string[]
  /** Those that could not be changed, and why. */
  readonly failed: readonly { path: string; fault: Fault }[]
}

/** A replacement in a file, and how to take it back; that rejects with the fault that keeps it from being. */
type Done = { readonly path: string; readonly places: number; readonly back: () => Promise<boolean> }

/** More places than anyone looks through. */
export const MOST = 5_000

/** A search begins this long after the last key, in milliseconds: never between two. */
const PAUSE = 250

/** So many files, or bytes, are asked for at once; few at first, so that there is something to see. */
const BATCH = { first: 8, files: 96, bytes: 2_000_000 }

/** A text is looked through in stretches of whole lines with so many code units: one takes less than a turn. */
const STRETCH = 8_192

/** What is shown of the line beside a hit, in characters. */
const ASIDE = { before: 14, text: 160, after: 120 }

export class ProjectSearch {
  shown = $state(false)
  /** Counts how often it was asked for: each time the words in it are selected. */
  asked = $state(0)
  /** Whether it shows replacing. */
  replacing = $state(false)
  terms = $state.raw<Terms>(NO_TERMS)
  fault = $state.raw<PatternFault | null>(null)
  results = $state.raw<readonly FileHits[]>([])
  /** How much of the files was looked through or changed, from 0 to 1; `null` while nothing is under way. */
  progress = $state<number | null>(null)
  /** Whether there may be more than was found: the search ended at its most. */
  more = $state(false)
  /** The files that could not be read. */
  unread = $state(0)
  /** Whether some stretches took too long for the pattern and may hold more. */
  incomplete = $state(false)
  /** Replacing, or taking it back, is under way. */
  busy = $state(false)
  outcome = $state.raw<ReplaceOutcome | null>(null)

  #done = $state.raw<readonly Done[]>([])
  #query: Query | null = null
  /** The turn of the search under way: what an earlier one still finds is for nobody. */
  #turn = 0
  #end = () => {}
  /** Whether the change under way is to end behind the file it is at. */
  #halted = false

  constructor(private readonly project: Project) {}

  /** How many places were found. */
  get places(): number {
    return this.results.reduce((sum, { hits }) => sum + hits.length, 0)
  }

  /** Whether the last replacement can be taken back. */
  get canUndo(): boolean {
    return this.#done.length > 0
  }

  /** Shows the search, with what is selected on the page. */
  show(selected = ''): void {
    this.shown = true
    this.asked += 1
    if (selected !== '' && selected.length <= 200 && !selected.includes('\n') && !this.terms.regex) this.set({ text: selected })
    else if (this.terms.text !== '') this.begin(0)
  }

  /** Ends the search under way; what was found stays until the next time, and a change goes on. */
  hide(): void {
    this.shown = false
    if (!this.busy) this.stop()
  }

  /** Ends the search, or the change, where it is. */
  stop(): void {
    this.#halted = true
    if (!this.busy) this.#endSearch()
  }

  #endSearch(): void {
    this.#turn += 1
    this.#end()
    this.progress = null
  }

  /** Looks for something else, or replaces it by something else. */
  set(patch: Partial<Terms>): void {
    const before = this.terms
    this.terms = { ...before, ...patch }
    const keys = ['text', 'regex', 'caseSensitive', 'wholeWord'] as const
    if (keys.some((key) => before[key] !== this.terms[key])) this.begin(PAUSE)
  }

  /** Searches anew after a pause. */
  begin(pause: number): void {
    // It comes behind the change under way.
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

  /** Takes that a file changed: what was found in it is looked for again. */
  async follow(path: string): Promise<void> {
    const query = this.#query
    const at = this.results.findIndex((each) => each.path === path)
    const known = this.results[at]
    if (!this.shown || !query || !known || this.busy) return
    const open = this.project.open(path)
    if (open ? open.state.doc.eq(known.doc) : false) return
    const turn = this.#turn
    const [source] = await this.#texts([path])
    if (!source || turn !== this.#turn || (source.hash !== null && source.hash === known.hash)) return
    const [found] = await this.#look(query, [source], () => {})
    if (turn !== this.#turn) return
    const now = this.results.findIndex((each) => each.path === path)
    if (now >= 0) this.results = found ? this.results.with(now, found) : this.results.toSpliced(now, 1)
  }

  /** Replaces all that was found, or what was found in a file, or one place of it. */
  async replace(which: FileHits | null = null, hit: Hit | null = null): Promise<void> {
    const query = this.#query
    if (!query || this.busy) return
    // What is not shown is not replaced.
    if (which ? which.more && !hit : this.more || this.progress !== null) return
    const { terms } = this
    this.#done = await this.#inEach('replaced', which ? [which] : this.results, async (file) => {
      const hits = hit ? [hit] : file.hits
      const changes = hits.map((each) => ({ from: each.from, to: each.to, insert: query.replacementFor(each, terms) }))
      const back = await this.#change(file, changes)
      return back && { path: file.path, places: hits.length, back }
    })
    if (which && terms === this.terms) await this.follow(which.path)
    else this.begin(0)
  }

  /** Returns what a place is replaced by. */
  replacementFor(hit: Hit): string {
    return this.#query?.replacementFor(hit, this.terms) ?? ''
  }

  /** Takes the last replacement back, but for files that changed since. */
  async undo(): Promise<void> {
    if (this.busy) return
    const last = this.#done
    const done = await this.#inEach('undone', last, async (each) => ((await each.back()) ? each : null))
    // Where that was stopped, or a disk refused it, the rest can still be taken back.
    const settled = [...done.map(({ path }) => path), ...(this.outcome?.changed ?? [])]
    this.#done = last.filter(({ path }) => !settled.includes(path))
    this.begin(0)
  }

  /** Does something in one file after the other until it is stopped, and says what came of it; `null` for a file that changed. */
  async #inEach<File extends { path: string }>(
    kind: ReplaceOutcome['kind'],
    files: readonly File[],
    act: (file: File) => Promise<Done | null>,
  ): Promise<Done[]> {
    this.#endSearch()
    this.#halted = false
    this.busy = true
    this.outcome = null
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
  async #change(
    { path, doc, hash }: FileHits,
    changes: { from: number; to: number; insert: string }[],
  ): Promise<Done['back'] | null> {
    const open = this.project.open(path)
    if (open) {
      const back = open.replaceIn(doc, changes)
      return back && (() => Promise.resolve(back()))
    }
    // It stood open when it was searched.
    if (hash === null) return null
    const { host } = this.project
    const saved = await host.replaceInFile({ path, baseHash: hash, changes })
    return async () => {
      // Opened and typed in since.
      if (this.project.open(path)?.saving.edited) return false
      await host.revertFile({ path, from: saved.hash, to: hash })
      return true
    }
  }

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
      const sources = await this.#texts(batch)
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

  /** Returns the texts of files as they stand on the page, or else on the disk; one that cannot be read is left out. */
  async #texts(paths: readonly string[]): Promise<Source[]> {
    const closed = paths.filter((path) => !this.project.open(path))
    const read = closed.length > 0 ? await this.project.host.fileTexts(closed).catch(() => []) : []
    return paths.flatMap((path): Source[] => {
      // It may have been opened meanwhile.
      const open = this.project.open(path)
      if (open) return [{ path, doc: open.state.doc, hash: null }]
      const document = read.find((each) => each.path === path)
      return document ? [{ path, doc: Text.of(document.text.split('\n')), hash: document.hash }] : []
    })
  }

  /** Looks through texts in turns; `begun` hears how to end that. */
  #look(query: Query, sources: readonly Source[], begun: (end: () => void) => void, most = MOST): Promise<FileHits[]> {
    let room = most
    const look = function* () {
      const all: FileHits[] = []
      let incomplete = false
      for (const source of sources) {
        const hits: Hit[] = []
        const { doc } = source
        let from = 0
        while (from < doc.length && hits.length < room) {
          const to = Math.min(doc.length, doc.lineAt(Math.min(doc.length, from + STRETCH)).to + 1)
          const stretch = query.read(doc.sliceString(from, to))
          incomplete ||= !stretch.complete
          for (const found of stretch.found) hits.push(inLine(doc, { ...found, from: from + found.from, to: from + found.to }))
          from = to
          yield
        }
        if (hits.length > 0) all.push({ ...source, hits, more: from < doc.length })
        room -= hits.length
        if (room <= 0) break
        yield
      }
      return { all, incomplete }
    }
    return new Promise((resolve) => {
      const { end } = inSlices(look(), ({ all, incomplete }) => {
        this.incomplete ||= incomplete
        resolve(all)
      })
      begun(end)
    })
  }
}

type Source = Pick<FileHits, 'path' | 'doc' | 'hash'>

function inLine(doc: Text, found: Found): Hit {
  const line = doc.lineAt(found.from)
  const at = found.from - line.from
  const end = Math.min(found.to, line.to) - line.from
  const start = Math.max(0, at - ASIDE.before)
  return {
    ...found,
    before: (start > 0 ? '…' : '') + whole(line.text, start, at).trimStart(),
    text: whole(line.text, at, Math.min(end, at + ASIDE.text)),
    after: whole(line.text, end, end + ASIDE.after),
  }
}

/** A part of a text that cuts no character in two. */
function whole(text: string, from: number, to: number): string {
  const isLow = (at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00
  return text.slice(isLow(from) ? from + 1 : from, isLow(to) ? to - 1 : to)
}

/** Cuts the list of files into what is read at once. */
function* batches(files: readonly FileEntry[]): Generator<string[]> {
  let most = BATCH.first
  for (let at = 0; at < files.length; ) {
    const batch: string[] = []
    for (let bytes = 0; at < files.length && batch.length < most && bytes < BATCH.bytes; at++) {
      const file = files[at]
      if (!file) break
      batch.push(file.path)
      bytes += file.bytes
    }
    yield batch
    most = BATCH.files
  }
}
