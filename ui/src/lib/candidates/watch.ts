// Watches passages with a taken candidate for an undo or a revision while the manuscript is open.

import { EditorState, StateEffect, StateField, Transaction, type Extension } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import type { EpisodeInput } from '$lib/host'
import { continuesStep } from '$lib/text/oneStep'
import { took } from './decide'
import { cover, isRedone, isUndone, moved, settle, uncover, type Take } from './takes'

const settled = StateEffect.define<readonly Take[]>()

const takes = StateField.define<readonly Take[]>({
  create: () => [],
  update(value, transaction) {
    let next = transaction.docChanged ? followed(value, transaction) : value
    for (const effect of transaction.effects) if (effect.is(settled)) next = effect.value
    if (!transaction.docChanged && !transaction.selection) return next
    const { head } = transaction.newSelection.main
    const left = (take: Take) => take.editing && (take.undone || head < take.from || head > take.to)
    return next.some(left) ? next.map((take) => (left(take) ? { ...take, editing: false } : take)) : next
  },
  provide: (field) =>
    EditorView.decorations.from(field, (value) => {
      const passage = value.find(({ editing, from, to }) => editing && from < to)
      return passage ? Decoration.set(underHand.range(passage.from, passage.to)) : Decoration.none
    }),
})

/** Marks the taken text that the writer goes on in, in the colour of the passage on offer. */
const underHand = Decoration.mark({ class: 'offer-passage', inclusive: true })

/** Returns the taken text that the writer goes on in, or `null`. */
function editedTake(state: EditorState): Take | null {
  return state.field(takes, false)?.find(({ editing }) => editing) ?? null
}

/** Keeps the take and the writer's changes in its text one undo step, wherever she moves the caret in it. */
const oneStep: Extension = [
  continuesStep.of((transaction) => {
    const take = editedTake(transaction.startState)
    if (!take) return false
    let inside = true
    transaction.changes.iterChangedRanges((from, to) => (inside &&= from >= take.from && to <= take.to))
    return inside
  }),
  // A move of the caret would end the step.
  EditorState.transactionExtender.of((transaction) =>
    !transaction.docChanged && transaction.selection && editedTake(transaction.startState)
      ? { annotations: Transaction.addToHistory.of(false) }
      : null,
  ),
]

/** Returns the takes after a change of the document. The change may itself be a take, its undo or its redo. */
function followed(value: readonly Take[], transaction: Transaction): readonly Take[] {
  const { changes, startState, newDoc } = transaction
  const map = (offset: number, assoc: -1 | 1) => changes.mapPos(offset, assoc)
  const before = (from: number, to: number) => startState.sliceDoc(from, to)
  const after = (from: number, to: number) => newDoc.sliceString(Math.max(0, from), to)
  const whole = ({ from, to }: Take) => ({ from: map(from, -1), to: map(to, 1) })

  const undone = transaction.isUserEvent('undo') && value.find((take) => !take.undone && isUndone(take, map, before, after))
  const redone = transaction.isUserEvent('redo') && value.find((take) => take.undone && isRedone(take, map, before, after))
  const now = transaction.annotation(Transaction.time) ?? null
  const made = transaction.annotation(took)
  const taken: Take | false | undefined = made ? { ...made, at: now } : redone && { ...redone, ...whole(redone), undone: false, undoneAfter: null }
  const end = taken ? taken.from + taken.passage.length : 0
  // The new candidate was made from the text of the earlier take. This text is no revision of the earlier take.
  const covered = taken ? value.filter((take) => !take.undone && take.to > taken.from && take.from < end) : []

  const next = value
    .filter((take) => take !== redone && !covered.includes(take))
    .flatMap((take) => {
      if (take !== undone) return [moved(take, map)]
      const place = whole(take)
      const removed = before(take.from, take.to)
      const undoneAfter = now === null || take.at === null ? null : Math.max(0, Math.floor((now - take.at) / 1000))
      return [...uncover(take, place.from, after), { ...take, ...place, undone: true, undoneAfter, removed, covered: [] }]
    })
  if (!taken) return next
  const under = covered.map((take) => cover(take, taken.from, before(take.from, take.to)))
  return [...next, { ...taken, covered: under }]
}

/** Reports revisions of all takes, including the take at the caret. */
export function settleTakes(view: EditorView, post: (episode: EpisodeInput) => void): void {
  settleWhere(view, post, () => true)
}

function settleWhere(view: EditorView, post: (episode: EpisodeInput) => void, where: (take: Take) => boolean): void {
  const current = view.state.field(takes, false) ?? []
  const amendments: EpisodeInput[] = []
  const next = current.flatMap((take) => {
    const change = where(take) ? settle(take, view.state.sliceDoc(take.from, take.to)) : null
    if (!change) return [take]
    amendments.push(change.amendment)
    return change.take ?? []
  })
  if (amendments.length === 0) return
  view.dispatch({ effects: settled.of(next) })
  amendments.forEach(post)
}

/** Watches takes and posts an amendment when the caret leaves an undone or revised passage. */
export function watchTakes(post: (episode: EpisodeInput) => void): Extension {
  return [
    takes,
    oneStep,
    EditorView.updateListener.of((update) => {
      if (update.focusChanged && !update.view.hasFocus) return settleTakes(update.view, post)
      if (!update.docChanged && !update.selectionSet) return
      const { head } = update.state.selection.main
      settleWhere(update.view, post, ({ from, to }) => head < from || head > to)
    }),
  ]
}
