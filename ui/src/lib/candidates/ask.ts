// Requests candidates for the selection and shows the offer.

import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { pastes } from '$lib/text/pasted'
import { asFault, type Host, type NothingOffered, type OfferRequest, type SkillName } from '$lib/host'
import { sayFault } from '$lib/i18n'
import { openChoice, unfollowed } from './choice'
import { note } from './note'
import { begin, choose, end, offering, type Offering } from './offering'
import { saidOf } from './said'
import { sceneNames } from './sceneNames'
import { describe, words } from './words'

/** Text sent along on either side of the passage, in UTF-16 code units: enough to recognise the kind of scene. */
const CONTEXT = 600

/** Returns the request for the selection, trimmed of white space at its ends. Returns `null` for an empty selection. */
export function requestFor(state: EditorState, path: string, skill: SkillName): Offering | null {
  const { main } = state.selection
  const open = state.field(offering)
  // With the caret inside a passage on offer, a second skill is applied to the same passage.
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

/** Cuts off half of a surrogate pair at either end: JSON cannot carry a lone surrogate. */
function whole(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}

/** Requests candidates and shows them, or a note that there are none. The writer can go on typing meanwhile. */
export async function ask(view: EditorView, host: Pick<Host, 'offer'>, path: string, skill: SkillName): Promise<void> {
  const asked = requestFor(view.state, path, skill)
  if (!asked) {
    view.dispatch({ effects: note(view.state.selection.main.head, words.selectFirst) })
    return
  }
  if (isSame(asked.request, view.state.field(offering)?.request)) return
  view.dispatch({ effects: begin.of(asked) })
  try {
    const offer = await host.offer(asked.request)
    answer(view, asked.request, openChoice(offer, asked.request.passage), offer.nothing ?? 'no_move')
  } catch (error) {
    const current = standing(view, asked.request)
    if (current) view.dispatch({ effects: [end.of(null), ...note(current.to, sayFault(asFault(error)))] })
  }
}

function isSame(request: OfferRequest, other: OfferRequest | undefined): boolean {
  return other?.skill === request.skill && other.passage === request.passage && other.before === request.before
}

/**
 * Returns the offering of this request, or `null` if the document no longer has it: an edit may have ended it
 * meanwhile.
 */
function standing(view: EditorView, request: OfferRequest): Offering | null {
  const current = view.state.field(offering, false)
  return current?.request === request ? current : null
}

function answer(view: EditorView, request: OfferRequest, choice: Offering['choice'], nothing: NothingOffered): void {
  const current = standing(view, request)
  if (!current) return
  if (!choice) {
    view.dispatch({ effects: [end.of(null), ...note(current.to, words.nothing[nothing])] })
    return
  }
  const { main } = view.state.selection
  const idle = unfollowed(choice).length
  view.dispatch({
    // The caret moves to the end of the passage. A selection would hide the marks, and a stray key would replace the
    // passage.
    ...(main.from <= current.from && main.to >= current.to ? { selection: { anchor: current.to } } : {}),
    effects: [
      choose.of(choice),
      EditorView.scrollIntoView(view.state.doc.lineAt(current.to).to, { y: 'nearest', yMargin: LIST_HEIGHT }),
      EditorView.announce.of(
        [
          words.opened(choice.drafts.length, sceneNames[choice.scene]),
          choice.offer.heldOut.length > 0 && words.whyHeldOut,
          idle > 0 && words.noneFits(idle),
          describe(choice),
          words.keys,
        ]
          .filter(Boolean)
          .join(' '),
      ),
    ],
  })
}

/** Approximate height of the list below the passage, in pixels, for scrolling both into view. */
const LIST_HEIGHT = 180
