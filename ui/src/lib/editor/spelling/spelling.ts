// Underlines misspelt words and offers suggestions. The text changes only at the writer's request.

import { Facet, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, type Command } from '@codemirror/view'
import { editorSettings } from '../settings'
import { below, underline, underlining, type Point } from '../underline'
import { wordAt, wordsBetween, type Word } from './collect'
import type { Speller } from './speller.svelte'

/** Size of a search step for the next misspelling, in UTF-16 code units. */
const STRETCH = 16_000

/** Overlap of two steps inside a line, in code units: more than the longest word. */
const OVERLAP = 100

const spellers = Facet.define<Speller, Speller | null>({ combine: (values) => values[0] ?? null })

function visibleWords(view: EditorView): Word[] {
  return view.visibleRanges.flatMap(({ from, to }) => wordsBetween(view.state, from, to))
}

const misspellings = underlining({
  isOn: (state) => state.facet(spellers) !== null && state.facet(editorSettings).spelling,
  ask: async (view) => (await view.state.facet(spellers)?.lexicon.ask(visibleWords(view))) ?? false,
  found: (view) => visibleWords(view).filter((word) => view.state.facet(spellers)?.lexicon.isMisspelt(word)),
  mark: Decoration.mark({ class: 'misspelt', attributes: { 'aria-invalid': 'spelling' } }),
  open(view, at, place) {
    const word = misspeltAt(view, at)
    if (word) suggestFor(view, word, place)
    return word !== null
  },
})

/** Returns the word at an offset if it is known to be misspelt. */
export function misspeltAt({ state }: EditorView, at: number): Word | null {
  const word = wordAt(state, at)
  return word && state.facet(spellers)?.lexicon.isMisspelt(word) ? word : null
}

function suggestFor(view: EditorView, word: Word, place: Point = below(view, word.from)): void {
  void view.state.facet(spellers)?.suggest(view, word, place)
}

/** Redraws after the writer has ignored or added a word. */
export const lookAgain = misspellings.again

/** Opens the menu with suggestions for the word at the caret. */
export const suggestSpelling: Command = (view) => {
  const speller = view.state.facet(spellers)
  if (!speller || view.compositionStarted) return false
  void suggestAt(view, speller)
  return true
}

async function suggestAt(view: EditorView, speller: Speller): Promise<void> {
  const { state } = view
  const word = wordAt(state, state.selection.main.from)
  if (word) await speller.lexicon.ask([word])
  if (view.state.doc !== state.doc) return
  if (!word || !speller.lexicon.isMisspelt(word)) return speller.say('right')
  suggestFor(view, word)
}

/** Selects the next misspelt word. After the last comes the first. */
export const nextMisspelling: Command = (view) => {
  const speller = view.state.facet(spellers)
  if (!speller || view.compositionStarted) return false
  void goToNext(view, speller)
  return true
}

async function goToNext(view: EditorView, speller: Speller): Promise<void> {
  const { state } = view
  const { doc, selection } = state
  const start = selection.main.to
  for (const [from, to] of [...stretches(state, start, doc.length), ...stretches(state, 0, start)]) {
    const words = wordsBetween(state, from, to)
    await speller.lexicon.ask(words)
    // The writer has gone on meanwhile.
    if (view.state.doc !== doc || !view.state.selection.eq(selection) || view.compositionStarted) return
    if (!speller.lexicon.hasDictionary || speller.lexicon.fails) break
    const found = words.find((word) => word.from >= from && speller.lexicon.isMisspelt(word))
    if (!found) continue
    view.dispatch({
      selection: { anchor: found.from, head: found.to },
      effects: [EditorView.scrollIntoView(found.from, { y: 'center' }), EditorView.announce.of(found.text)],
      userEvent: 'select.spelling',
    })
    return
  }
  speller.say('none')
}

/** Divides a range into search steps, at line ends if the lines are not very long. */
function* stretches({ doc }: EditorState, from: number, to: number): Generator<[number, number]> {
  for (let at = from; at < to; ) {
    const line = doc.lineAt(Math.min(to, at + STRETCH))
    const end = Math.min(to, line.length > STRETCH ? at + STRETCH : line.to)
    yield [at, end]
    if (end >= to) return
    at = end < line.to ? end - OVERLAP : end + 1
  }
}

const style = EditorView.theme({ '.misspelt': underline('wavy', '1px') })

/** Underlines misspelt words and offers suggestions. */
export function spelling(speller: Speller): Extension {
  return [spellers.of(speller), misspellings.extension, style]
}
