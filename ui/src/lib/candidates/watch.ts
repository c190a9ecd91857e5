// Watches passages with a taken candidate for an undo or a revision while the manuscript is open.

import { StateEffect, StateField, type Extension, type Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { EpisodeInput } from '$lib/host'
import { took } from './decide'
import { cover, isRedone, isUndone, moved, settle, uncover, type Take } from './takes'

const settled = StateEffect.define<readonly Take[]>()

const takes = StateField.define<readonly Take[]>({
  create: () => [],
  update(value, transaction) {
    let next = transaction.docChanged ? followed(value, transaction) : value
    for (const effect of transaction.effects) if (effect.is(settled)) next = effect.value
    return next
  },
})

/** Returns the takes after a change of the document. The change may itself be a take, its undo or its redo. */
function followed(value: readonly Take[], transaction: Transaction): readonly Take[] {
  const { changes, startState, newDoc } = transaction
  const map = (offset: number, assoc: -1 | 1) => changes.mapPos(offset, assoc)
  const before = (from: number, to: number) => startState.sliceDoc(from, to)
  const after = (from: number, to: number) => newDoc.sliceString(Math.max(0, from), to)
  const whole = ({ from, to }: Take) => ({ from: map(from, -1), to: map(to, 1) })

  const undone = transaction.isUserEvent('undo') && value.find((take) => !take.undone && isUndone(take, map, before, after))
  const redone = transaction.isUserEvent('redo') && value.find((take) => take.undone && isRedone(take, map, before, after))
  const taken = transaction.annotation(took) ?? (redone && { ...redone, ...whole(redone), undone: false })
  const end = taken ? taken.from + taken.passage.length : 0
  // The new candidate was made from the text of the earlier take. This text is no revision of the earlier take.
  const covered = taken ? value.filter((take) => !take.undone && take.to > taken.from && take.from < end) : []

  const next = value
    .filter((take) => take !== redone && !covered.includes(take))
    .flatMap((take) => {
      if (take !== undone) return [moved(take, map)]
      const place = whole(take)
      return [...uncover(take, place.from, after), { ...take, ...place, undone: true, covered: [] }]
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
    EditorView.updateListener.of((update) => {
      if (update.focusChanged && !update.view.hasFocus) return settleTakes(update.view, post)
      if (!update.docChanged && !update.selectionSet) return
      const { head } = update.state.selection.main
      settleWhere(update.view, post, ({ from, to }) => head < from || head > to)
    }),
  ]
}
