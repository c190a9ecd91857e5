// Misspelt words underlined, and what may be done about them. Nothing here changes the text by itself.

import { Facet, StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type Command, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import { isComposed } from '$lib/ui/keys'
import { calmly } from '../calm'
import { editorSettings } from '../settings'
import { wordAt, wordsBetween, type Word } from './collect'
import type { Speller } from './speller.svelte'

/** How long the writer pauses before words are looked up, in milliseconds: longer than between two keys. */
const PAUSE = 500

/** How much of the text is looked through at a time for the next misspelling, in UTF-16 code units. */
const STRETCH = 16_000

/** More than the longest word: a stretch that cuts a line is read again from so far back. */
const OVERLAP = 100

const spellers = Facet.define<Speller, Speller | null>({ combine: (values) => values[0] ?? null })

/** More is known of words, or something else of them. */
const looked = StateEffect.define<null>()

/** Draws the misspellings again, once what is not known of them is asked for. */
const again = StateEffect.define<null>()

/** Where the writer typed last, as long as she moved nowhere else by hand: the word there is not done yet. */
const typed = StateField.define<number | null>({
  create: () => null,
  update(value, transaction) {
    if (transaction.isUserEvent('input.spelling')) return null
    if (transaction.isUserEvent('input') || transaction.isUserEvent('delete')) return transaction.newSelection.main.head
    if (transaction.docChanged) return value === null ? null : transaction.changes.mapPos(value)
    return transaction.selection ? null : value
  },
})

const isOn = (state: EditorState) => state.facet(editorSettings).spelling

const misspelt = Decoration.mark({ class: 'misspelt', attributes: { 'aria-invalid': 'spelling' } })

function visibleWords(view: EditorView): Word[] {
  return view.visibleRanges.flatMap(({ from, to }) => wordsBetween(view.state, from, to))
}

function draw(view: EditorView): DecorationSet {
  const speller = view.state.facet(spellers)
  if (!speller || !isOn(view.state)) return Decoration.none
  const at = view.state.field(typed)
  const marks: Range<Decoration>[] = []
  for (const word of visibleWords(view)) {
    const isBeingTyped = at !== null && word.from <= at && at <= word.to
    // Two ranges in one line have its words twice.
    const isNew = word.from >= (marks.at(-1)?.to ?? 0)
    if (isNew && !isBeingTyped && speller.lexicon.isMisspelt(word)) marks.push(misspelt.range(word.from, word.to))
  }
  return Decoration.set(marks)
}

const isSetAnew = ({ state, startState }: ViewUpdate) => state.facet(editorSettings) !== startState.facet(editorSettings)
const has = (update: ViewUpdate, effect: typeof looked) =>
  update.transactions.some(({ effects }) => effects.some((each) => each.is(effect)))

const marks = calmly(draw, (update) => update.viewportChanged || isSetAnew(update) || has(update, looked))

/** Looks words up when the writer pauses. */
const looker = ViewPlugin.fromClass(
  class {
    #timer: ReturnType<typeof setTimeout> | undefined
    /** Whether what is drawn is behind what is known. */
    #stale = false
    #isGone = false

    constructor(readonly view: EditorView) {
      this.wait()
    }

    update(update: ViewUpdate): void {
      const isLeft = update.selectionSet && update.startState.field(typed) !== null
      this.#stale ||= update.docChanged || isLeft || has(update, again)
      if (this.#stale || update.viewportChanged || isSetAnew(update)) this.wait()
    }

    wait(): void {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#look(), PAUSE)
    }

    async #look(): Promise<void> {
      const { state } = this.view
      const speller = state.facet(spellers)
      if (!speller || !isOn(state) || this.view.compositionStarted) return
      const isNew = await speller.lexicon.ask(visibleWords(this.view))
      // What was typed meanwhile waits for the next pause.
      if (this.#isGone || this.view.compositionStarted || this.view.state.doc !== state.doc) return
      if (isNew || this.#stale) this.view.dispatch({ effects: looked.of(null) })
      this.#stale = false
    }

    destroy(): void {
      this.#isGone = true
      clearTimeout(this.#timer)
    }
  },
  {
    eventObservers: {
      compositionend() {
        this.wait()
      },
    },
  },
)

/** Draws anew once the writer said something of a word. */
export function lookAgain(view: EditorView): void {
  view.dispatch({ effects: [again.of(null), looked.of(null)] })
}

/** Shows what may be meant by the word at the caret. */
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
  await speller.suggest(view, word, below(view, word))
}

/** Selects the next misspelt word; behind the last one the first. */
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
    // She went on meanwhile.
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

/** Cuts a part of the text into stretches, at the ends of lines where these are not very long. */
function* stretches({ doc }: EditorState, from: number, to: number): Generator<[number, number]> {
  for (let at = from; at < to; ) {
    const line = doc.lineAt(Math.min(to, at + STRETCH))
    const end = Math.min(to, line.length > STRETCH ? at + STRETCH : line.to)
    yield [at, end]
    if (end >= to) return
    at = end < line.to ? end - OVERLAP : end + 1
  }
}

const handlers = EditorView.domEventHandlers({
  contextmenu(event, view) {
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
    return at !== null && open(event, view, at, { x: event.clientX, y: event.clientY })
  },
  keydown(event, view) {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (!isMenuKey || isComposed(event)) return false
    return open(event, view, view.state.selection.main.from)
  },
})

/** Returns where a menu is wanted that leaves the word and its line to be seen, in pixels of the window. */
function below(view: EditorView, { from }: Word): { x: number; y: number } {
  const { left: x = 0, bottom = 0 } = view.coordsAtPos(from) ?? {}
  return { x, y: bottom + 4 }
}

/** Shows suggestions where there is a misspelt word; elsewhere the system's own menu comes. */
function open(event: Event, view: EditorView, at: number, place?: { x: number; y: number }): boolean {
  const speller = view.state.facet(spellers)
  const word = speller && isOn(view.state) && !view.compositionStarted ? wordAt(view.state, at) : null
  if (!speller || !word || !speller.lexicon.isMisspelt(word)) return false
  event.preventDefault()
  void speller.suggest(view, word, place ?? below(view, word))
  return true
}

const style = EditorView.theme({
  '.misspelt': {
    // One by one: WebKitGTK does not know the short form.
    textDecorationLine: 'underline',
    textDecorationStyle: 'wavy',
    textDecorationColor: 'var(--color-text-faint)',
    textDecorationThickness: '1px',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '0.2em',
  },
})

/** Underlines misspelt words and offers what may be meant by them. */
export function spelling(speller: Speller): Extension {
  return [spellers.of(speller), typed, marks, looker, handlers, style]
}
