// Find and replace in the open text. A search runs piece by piece in time slices. The matches of a piece are cached
// until the piece is edited.

import { isolateHistory } from '@codemirror/commands'
import { EditorSelection, StateEffect, StateField, type EditorState, type TransactionSpec } from '@codemirror/state'
import { EditorView, type Command } from '@codemirror/view'
import { placed, type Placed } from '../pieces'
import type { TextRange } from '../range'
import { inSlices } from '../slices'
import { NO_TERMS, Query, type Found, type Terms } from './query'
import { PatternError, type PatternFault } from './pattern'

/** The state of the search in an editor. */
export type SearchState = {
  readonly open: boolean
  /** Whether the panel shows the replacement. */
  readonly replacing: boolean
  readonly terms: Terms
  /** The compiled search; `null` for an empty term and for an invalid pattern. */
  readonly query: Query | null
  readonly fault: PatternFault | null
  /** Counts how often the panel was opened. With each opening the search term is selected. */
  readonly asked: number
}

/** The last search terms in any text. The search in the next text starts with them. */
let last: Terms = NO_TERMS

const change = StateEffect.define<Partial<Pick<SearchState, 'open' | 'replacing'>> & { terms?: Terms; asked?: true }>()
/** More matches are known, so the marks may be drawn again. */
export const searched = StateEffect.define<null>()

export const finding = StateField.define<SearchState>({
  create: () => ({ open: false, replacing: false, terms: NO_TERMS, query: null, fault: null, asked: 0 }),
  update(value, { effects }) {
    let next = value
    for (const effect of effects) {
      if (!effect.is(change)) continue
      const { terms, asked, ...shown } = effect.value
      next = { ...next, ...shown, ...(terms && prepared(terms, next)), asked: next.asked + (asked ? 1 : 0) }
    }
    return next
  },
})

function prepared(terms: Terms, before: SearchState): Pick<SearchState, 'terms' | 'query' | 'fault'> {
  const keys = ['text', 'regex', 'caseSensitive', 'wholeWord'] as const
  // A new replacement does not change the matches, so the cached ones are reused.
  if (before.query && keys.every((key) => before.terms[key] === terms[key])) return { terms, query: before.query, fault: before.fault }
  if (terms.text === '') return { terms, query: null, fault: null }
  try {
    return { terms, query: new Query(terms), fault: null }
  } catch (error) {
    return { terms, query: null, fault: error instanceof PatternError ? error.fault : 'syntax' }
  }
}

/** Sets the search terms, and scrolls to the first match from the caret on. The caret stays. */
export function setTerms(view: EditorView, terms: Terms): void {
  last = terms
  const before = view.state.field(finding).query
  view.dispatch({ effects: change.of({ terms }) })
  const { query } = view.state.field(finding)
  if (query && query !== before) search(view, query, view.state.selection.main.from, true, ({ from, to }) => ({ effects: inView(from, to, 'nearest') }))
  else if (!query) going.get(view)?.()
}

/** Longest selection that is taken as a search term, in code units. A longer one is hardly a term. */
const LONGEST = 200

function opened(replacing: boolean): Command {
  return (view) => {
    const { state } = view
    const { from, to } = state.selection.main
    const picked = to - from <= LONGEST ? state.sliceDoc(from, to) : ''
    const before = state.field(finding)
    const terms = before.open ? before.terms : { ...last }
    const text = picked !== '' && !picked.includes('\n') ? (terms.regex ? escapeRegex(picked) : picked) : terms.text
    last = { ...terms, text }
    view.dispatch({
      effects: change.of({ open: true, replacing: replacing || (before.open && before.replacing), terms: last, asked: true }),
    })
    return true
  }
}

const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Opens the panel with the selection, or with the last search term. */
export const openFind: Command = opened(false)

/** Opens the panel with the replacement. */
export const openReplace: Command = opened(true)

/** Shows or hides the replacement. */
export function setReplacing(view: EditorView, replacing: boolean): void {
  view.dispatch({ effects: change.of({ replacing }) })
}

/** Closes the panel. The caret stays at the last visited match, or where it was before. */
export const closeFind: Command = (view) => {
  if (!view.state.field(finding).open) return false
  going.get(view)?.()
  const { from, to } = view.state.selection.main
  view.dispatch({ effects: [change.of({ open: false }), inView(from, to, 'nearest')] })
  view.focus()
  return true
}

/** Returns the matches of a piece, with offsets in the text. */
export function* matches(state: EditorState, query: Query, place: Placed): Generator<TextRange> {
  const { ends } = query.in(state.doc, place)
  for (let at = 0; at < ends.length; at += 2) yield { from: place.from + (ends[at] ?? 0), to: place.from + (ends[at + 1] ?? 0) }
}

/** Searches piece by piece from an offset on, wrapping around at the end of the text. Returns the first match. */
function* nearest(state: EditorState, query: Query, from: number, forward: boolean): Generator<undefined, TextRange | null> {
  const places = [...placed(state)]
  const first = places.findIndex(({ to }) => to > from)
  const start = first < 0 ? places.length - 1 : first
  for (let step = 0; step <= places.length; step++) {
    const index = forward ? start + step : start - step
    const place = places[(index + 2 * places.length) % places.length]
    if (!place) return null
    const fits = (match: TextRange) => step > 0 || (forward ? match.from >= from : match.to <= from)
    let nearest: TextRange | null = null
    for (const match of matches(state, query, place)) {
      if (!fits(match)) continue
      nearest = match
      if (forward) break
    }
    if (nearest) return nearest
    yield
  }
  return null
}

/** Cancels the running search for a match to visit, by editor. Each new search cancels the previous one. */
const going = new WeakMap<EditorView, () => void>()

function go(forward: boolean): Command {
  return (view) => {
    const { state } = view
    if (!state.field(finding).query && last.text !== '') view.dispatch({ effects: change.of({ terms: last }) })
    const { query } = view.state.field(finding)
    if (!query) return openFind(view)
    const { from, to } = state.selection.main
    seek(view, query, forward ? to : from, forward)
    return true
  }
}

function seek(view: EditorView, query: Query, from: number, forward: boolean): void {
  search(view, query, from, forward, (match) => ({
    selection: EditorSelection.single(match.from, match.to),
    effects: inView(match.from, match.to, 'center'),
    userEvent: 'select.search',
  }))
}

/** Searches the nearest match in time slices and does with it what `found` says. */
function search(view: EditorView, query: Query, from: number, forward: boolean, found: (match: TextRange) => TransactionSpec): void {
  going.get(view)?.()
  const { doc } = view.state
  const { end } = inSlices(nearest(view.state, query, from, forward), (match) => {
    if (match && view.state.doc === doc) view.dispatch(found(match))
  })
  going.set(view, end)
}

const inView = (from: number, to: number, y: 'nearest' | 'center') => EditorView.scrollIntoView(EditorSelection.range(from, to), { y, yMargin: 48 })

/** Moves to the next match; after the last comes the first. */
export const findNext: Command = go(true)

/** Moves to the previous match; before the first comes the last. */
export const findPrevious: Command = go(false)

/** Replaces the selected match and moves to the next. Only selects the next match if none is selected. */
export const replaceNext: Command = (view) => {
  const { query, terms } = view.state.field(finding)
  if (!query) return false
  const match = selectedMatch(view.state, query)
  if (!match) return findNext(view)
  const insert = query.replacementFor(match, terms)
  view.dispatch({
    changes: { from: match.from, to: match.to, insert },
    selection: { anchor: match.from + insert.length },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.replace',
  })
  return findNext(view)
}

function selectedMatch(state: EditorState, query: Query): Found | null {
  const { from, to } = state.selection.main
  for (const place of placed(state)) {
    if (place.to < to) continue
    if (from === to || place.from > from) return null
    return query.found(state.doc, place).find((match) => match.from === from && match.to === to) ?? null
  }
  return null
}

/**
 * Replaces all matches in one undo step. The search runs in time slices. `done` gets the count, or `null` if the text
 * has changed meanwhile.
 */
export function replaceAll(view: EditorView, done: (count: number | null) => void): void {
  const { state } = view
  const { query, terms } = state.field(finding)
  if (!query) return
  const read = function* () {
    const changes: { from: number; to: number; insert: string }[] = []
    for (const place of placed(state)) {
      for (const match of query.found(state.doc, place)) {
        changes.push({ from: match.from, to: match.to, insert: query.replacementFor(match, terms) })
      }
      yield
    }
    return changes
  }
  inSlices(read(), (changes) => {
    if (view.state.doc !== state.doc || view.compositionStarted) return done(null)
    if (changes.length > 0) {
      view.dispatch({ changes, annotations: isolateHistory.of('full'), userEvent: 'input.replace.all' })
    }
    done(changes.length)
  })
}

/** The number of matches, as far as known. */
export type Tally = {
  readonly all: number
  /** Number of the selected match, from 1; 0 if none is selected. */
  readonly at: number
  readonly more: boolean
  /** Number of pieces that could not be searched completely. */
  readonly incomplete: number
}

/** Counts the matches; yields after each piece. */
export function* tally(state: EditorState, query: Query): Generator<Tally, Tally> {
  const { from, to } = state.selection.main
  let [all, at, incomplete] = [0, 0, 0]
  for (const place of placed(state)) {
    const { ends, complete } = query.in(state.doc, place)
    if (from < to && place.from <= from && to <= place.to) {
      const index = [...matches(state, query, place)].findIndex((match) => match.from === from && match.to === to)
      if (index >= 0) at = all + index + 1
    }
    all += ends.length / 2
    if (!complete) incomplete += 1
    yield { all, at, more: true, incomplete }
  }
  return { all, at, more: false, incomplete }
}
