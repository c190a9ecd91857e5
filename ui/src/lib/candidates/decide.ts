// Taking and refusing an offer. Only this module changes the text for an offer and turns the outcome into an episode.

import { isolateHistory } from '@codemirror/commands'
import { Annotation, EditorSelection, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { EpisodeInput } from '$lib/host'
import { outcome, refusal, shownDraft, type Outcome } from './choice'
import { composedOffset } from './hunks'
import { note } from './note'
import { end, offering, openOffering, type OpenOffering } from './offering'
import type { Take } from './takes'
import { words } from './words'

/** Attaches the take to the transaction that inserts it. */
export const took = Annotation.define<Take>()

/** Marks the end of an offer that the writer did not decide, so that no episode is recorded. */
const lapsed = Annotation.define<boolean>()

/** Takes all changes in view, as one undo step. Returns false if no offer is open. */
export function take(view: EditorView): boolean {
  return takeShown(view, null)
}

/**
 * Takes all changes in view and lets the writer go on in the text: the take and her changes are one undo step. `offset`
 * is the place of the caret in the passage; the default is the caret, if it is there. Returns false if no offer is open.
 */
export function edit(view: EditorView, offset?: number): boolean {
  const open = openOffering(view.state)
  if (!open) return false
  const { head } = view.state.selection.main
  const here = head >= open.from && head <= open.to ? head : open.to
  return takeShown(view, offset ?? here - open.from)
}

/** Takes the changes in view. With an offset in the passage the writer goes on there. */
function takeShown(view: EditorView, caret: number | null): boolean {
  const open = openOffering(view.state)
  if (!open) return false
  const { passage } = open.choice
  if (view.state.sliceDoc(open.from, open.to) !== passage) {
    view.dispatch({ effects: [end.of(null), ...note(open.to, words.gone)], annotations: lapsed.of(true) })
    return true
  }
  const result = outcome(open.choice)
  if (result.selectedIndex < 0) return refuse(view)
  const editing = caret !== null
  const { hunks, taken } = shownDraft(open.choice)
  const changes = hunks
    .filter((_, index) => taken[index])
    .map((hunk) => ({
      from: open.from + hunk.from,
      to: open.from + hunk.to,
      insert: view.state.toText(hunk.insert),
    }))
  const to = open.from + result.finalText.length
  view.dispatch({
    changes,
    selection: { anchor: editing ? open.from + composedOffset(caret, hunks, taken) : to },
    annotations: [
      took.of({
        episode: episode(open, result),
        passage,
        from: open.from,
        to,
        settled: result.finalText,
        undone: false,
        at: null,
        undoneAfter: null,
        editing,
        wasEdited: editing,
        removed: null,
        covered: [],
      }),
      isolateHistory.of(editing ? 'before' : 'full'),
    ],
    effects: [end.of(null), EditorView.announce.of(editing ? words.editing : words.taken)],
    userEvent: 'input.take',
    scrollIntoView: true,
  })
  return true
}

/** Ends the offer and leaves the text unchanged. Returns false if the document has no offer. */
export function refuse(view: EditorView): boolean {
  const current = view.state.field(offering)
  if (!current) return false
  const { main } = view.state.selection
  const here = main.from >= current.from && main.to <= current.to
  view.dispatch({
    // The passage is selected again for another skill, unless the caret is elsewhere by now.
    ...(here ? { selection: EditorSelection.single(current.from, current.to) } : {}),
    effects: [end.of(null), EditorView.announce.of(words.left)],
  })
  return true
}

/** Returns the episode for an outcome. */
export function episode({ request, choice }: OpenOffering, { selectedIndex, finalText }: Outcome): EpisodeInput {
  return {
    id: choice.offer.episodeId,
    kind: 'choice',
    chapterId: request.path,
    sceneType: choice.scene,
    skillUsed: request.skill,
    inputContext: [request.before.trim(), request.after.trim()].filter((text) => text !== '').join('\n\n'),
    candidates: choice.offer.candidates.map(({ text }) => text),
    selectedIndex,
    finalText,
    language: choice.offer.language,
    targetEpisodeId: null,
    undoAfterAccept: false,
    undoneAfter: null,
    shapedBy: choice.offer.shapedBy,
    heldOut: choice.offer.heldOut,
    origin: choice.offer.origin,
  }
}

/**
 * Records every outcome. An open offer that ends without a take was refused: by Escape, by typing in its passage, by
 * another skill. Two ends are no decision of the writer: an offer that lapsed, and a change from the disk.
 */
export function recordOutcomes(post: (episode: EpisodeInput) => void): Extension {
  return EditorView.updateListener.of((update) => {
    for (const transaction of update.transactions) {
      const open = openOffering(transaction.startState)
      const taken = transaction.annotation(took)
      if (taken) post(taken.episode)
      else if (
        open &&
        transaction.state.field(offering)?.request !== open.request &&
        !transaction.isUserEvent('input.disk') &&
        !transaction.annotation(lapsed)
      ) {
        post(episode(open, refusal(open.choice)))
      }
    }
  })
}
