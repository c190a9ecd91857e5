// The file on disk changed under an open manuscript: bringing the editor to the new text.

import { invertedEffects, isolateHistory } from '@codemirror/commands'
import { Annotation, StateEffect, type EditorState, type Transaction, type TransactionSpec } from '@codemirror/state'
import { difference } from '$lib/text/difference'

/** Marks a transaction whose text came from the disk, so that it is not saved back. */
export const fromDisk = Annotation.define<boolean>()

const undone = StateEffect.define<null>()
const redone = StateEffect.define<null>()

/** Marks the step of undo that leads behind a change from the disk, and the one that leads before it again. */
export const undoOfDisk = invertedEffects.of((transaction) => {
  if (transaction.annotation(fromDisk) || redoesDisk(transaction)) return [undone.of(null)]
  return undoesDisk(transaction) ? [redone.of(null)] : []
})

/** Returns whether a transaction leads behind a change from the disk. */
export function undoesDisk(transaction: Transaction): boolean {
  return transaction.effects.some(leadsBehindDisk)
}

/** Returns whether an effect is that of a step of undo that leads behind a change from the disk. */
export function leadsBehindDisk(effect: StateEffect<unknown>): boolean {
  return effect.is(undone)
}

/** Returns whether a transaction brings a change from the disk back that was undone. */
export function redoesDisk(transaction: Transaction): boolean {
  return transaction.effects.some((effect) => effect.is(redone))
}

/**
 * Returns the transaction that makes the document equal to `text`, or `null` where it is already.
 *
 * Only what lies between the common beginning and end is replaced, so the caret stays in its sentence. It is one
 * step of undo: the writer can look at what was there before.
 */
export function bringTo(state: EditorState, text: string): TransactionSpec | null {
  const change = difference(state.doc.toString(), text)
  if (!change) return null
  const insert = state.toText(change.insert)
  return {
    changes: { from: change.from, to: change.to, insert },
    annotations: [fromDisk.of(true), isolateHistory.of('full')],
    userEvent: 'input.disk',
  }
}

/** Returns the transaction by which the writer puts `text` in the place of the document, or `null` where it is that already. */
export function replaceBy(state: EditorState, text: string): TransactionSpec | null {
  const change = difference(state.doc.toString(), text)
  return (
    change && {
      changes: { from: change.from, to: change.to, insert: state.toText(change.insert) },
      annotations: isolateHistory.of('full'),
      userEvent: 'input.replace',
    }
  )
}
