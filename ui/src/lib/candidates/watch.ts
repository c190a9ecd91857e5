// What becomes of accepted passages while the manuscript is open: undone, or worked on.

import { StateEffect, StateField, type Extension, type Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { EpisodeInput } from '$lib/host'
import { took } from './decide'
import { isUndone, moved, settle, withdrawal, type Take } from './takes'

const settled = StateEffect.define<readonly Take[]>()

/** The takes in the document. One that was undone is forgotten. */
const takes = StateField.define<readonly Take[]>({
  create: () => [],
  update(value, transaction) {
    let next = value
    if (transaction.docChanged) {
      const undone = undoneBy(transaction, value)
      next = value
        .filter((take) => !undone.includes(take))
        .map((take) => moved(take, (offset, assoc) => transaction.changes.mapPos(offset, assoc)))
    }
    const taken = transaction.annotation(took)
    // What an earlier take left here is this candidate's material now, and no longer the writer's word on the earlier.
    if (taken) next = [...next.filter(({ from, to }) => to <= taken.from || from >= taken.to), taken]
    for (const effect of transaction.effects) if (effect.is(settled)) next = effect.value
    return next
  },
})

/**
 * Returns the takes that a transaction undoes. A redo brings the text back and says nothing: the contract has no word
 * for it, and a mind changed twice is no evidence either way.
 */
function undoneBy(transaction: Transaction, among: readonly Take[]): Take[] {
  if (!transaction.isUserEvent('undo')) return []
  const { changes, startState, newDoc } = transaction
  return among.filter((take) =>
    isUndone(
      take,
      (offset, assoc) => changes.mapPos(offset, assoc),
      (from, to) => startState.sliceDoc(from, to),
      (from, to) => newDoc.sliceString(from, to),
    ),
  )
}

/** Says what the writer made of every accepted passage, also of the one the caret is in. */
export function settleTakes(view: EditorView, post: (episode: EpisodeInput) => void): void {
  settleWhere(view, post, () => true)
}

function settleWhere(view: EditorView, post: (episode: EpisodeInput) => void, where: (take: Take) => boolean): void {
  const current = view.state.field(takes)
  const amendments: EpisodeInput[] = []
  const next = current.map((take) => {
    const change = where(take) ? settle(take, view.state.sliceDoc(take.from, take.to)) : null
    if (!change) return take
    amendments.push(change.amendment)
    return change.take
  })
  if (amendments.length === 0) return
  view.dispatch({ effects: settled.of(next) })
  amendments.forEach(post)
}

/** Watches accepted passages and posts amendments: at once for an undo, for a revision when the writer leaves it. */
export function watchTakes(post: (episode: EpisodeInput) => void): Extension {
  return [
    takes,
    EditorView.updateListener.of((update) => {
      for (const transaction of update.transactions) {
        undoneBy(transaction, transaction.startState.field(takes)).forEach((take) => post(withdrawal(take)))
      }
      if (update.focusChanged && !update.view.hasFocus) return settleTakes(update.view, post)
      if (!update.docChanged && !update.selectionSet) return
      const { head } = update.state.selection.main
      settleWhere(update.view, post, ({ from, to }) => head < from || head > to)
    }),
  ]
}
