// Asking for candidates: from the selection to an offer in view.

import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { pastes } from '$lib/text/pasted'
import { asFault, type Host, type OfferRequest, type SkillName } from '$lib/host'
import { sayFault } from '$lib/i18n'
import { openChoice } from './choice'
import { note } from './note'
import { begin, choose, end, offering, type Offering } from './offering'
import { saidOf } from './said'
import { describe, words } from './words'

/** How much of the text on either side goes with the passage, in UTF-16 code units: enough to tell the kind of scene. */
const CONTEXT = 600

/** Returns what to ask for the selection without the blanks at its ends, or `null` where nothing is selected. */
export function requestFor(state: EditorState, path: string, skill: SkillName): Offering | null {
  const { main } = state.selection
  const open = state.field(offering)
  // With the caret in a passage on offer, another skill is about the same passage.
  const range = main.empty && open && main.from >= open.from && main.to <= open.to ? open : main
  const selected = state.sliceDoc(range.from, range.to)
  const passage = selected.trim()
  if (passage === '') return null
  const from = range.from + selected.indexOf(passage)
  const to = from + passage.length
  const above = whole(state.sliceDoc(0, from))
  const before = whole(state.sliceDoc(Math.max(0, from - CONTEXT), from))
  const after = whole(state.sliceDoc(to, to + CONTEXT))
  const sceneType = saidOf(state, from, to)
  const pasted = pastes(state, from, to).map(({ text }) => text)
  return { request: { path, skill, passage, above, before, after, sceneType, pasted }, from, to, choice: null }
}

/** Returns a stretch of text without a half character at either end, which JSON could not carry. */
function whole(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}

/** Asks for candidates and shows them, or says that there are none. Typing goes on meanwhile. */
export async function ask(view: EditorView, host: Pick<Host, 'offer'>, path: string, skill: SkillName): Promise<void> {
  const asked = requestFor(view.state, path, skill)
  if (!asked) {
    view.dispatch({ effects: note(view.state.selection.main.head, words.selectFirst) })
    return
  }
  if (isSame(asked.request, view.state.field(offering)?.request)) return
  view.dispatch({ effects: begin.of(asked) })
  try {
    answer(view, asked.request, openChoice(await host.offer(asked.request), asked.request.passage))
  } catch (error) {
    const current = standing(view, asked.request)
    if (current) view.dispatch({ effects: [end.of(null), ...note(current.to, sayFault(asFault(error)))] })
  }
}

function isSame(request: OfferRequest, other: OfferRequest | undefined): boolean {
  return other?.skill === request.skill && other.passage === request.passage && other.before === request.before
}

/** Returns the offering of a request if it is still the one in the document: the writer may have typed on since. */
function standing(view: EditorView, request: OfferRequest): Offering | null {
  const current = view.state.field(offering, false)
  return current?.request === request ? current : null
}

function answer(view: EditorView, request: OfferRequest, choice: Offering['choice']): void {
  const current = standing(view, request)
  if (!current) return
  if (!choice) {
    view.dispatch({ effects: [end.of(null), ...note(current.to, words.nothing)] })
    return
  }
  const { main } = view.state.selection
  view.dispatch({
    // The caret waits at the end of the passage: a selection would hide the marks, and a stray key replace it all.
    ...(main.from <= current.from && main.to >= current.to ? { selection: { anchor: current.to } } : {}),
    effects: [
      choose.of(choice),
      EditorView.scrollIntoView(view.state.doc.lineAt(current.to).to, { y: 'nearest', yMargin: LIST_HEIGHT }),
      EditorView.announce.of(
        [
          words.opened(choice.drafts.length, words.scenes[choice.scene]),
          choice.offer.heldOut.length > 0 && words.whyHeldOut,
          describe(choice),
          words.keys,
        ]
          .filter(Boolean)
          .join(' '),
      ),
    ],
  })
}

/** About what the list under the passage takes, in pixels, so that it comes into view with it. */
const LIST_HEIGHT = 180
