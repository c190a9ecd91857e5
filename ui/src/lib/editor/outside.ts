// Applies a changed file to an open manuscript.

import { invertedEffects, isolateHistory } from '@codemirror/commands'
import { Annotation, StateEffect, type EditorState, type Transaction, type TransactionSpec } from '@codemirror/state'
import { difference } from '$lib/text/difference'

/** Marks a transaction with text from the disk, so that it is not saved back. */
export const fromDisk = Annotation.define<boolean>()

const undone = StateEffect.define<null>()
const redone = StateEffect.define<null>()

/** Marks the undo step that reverts a change from the disk, and the redo step that applies it again. */
export const undoOfDisk = invertedEffects.of((transaction) => {
  if (transaction.annotation(fromDisk) || redoesDisk(transaction)) return [undone.of(null)]
  return undoesDisk(transaction) ? [redone.of(null)] : []
})

/** Returns whether a transaction reverts a change from the disk. */
export function undoesDisk(transaction: Transaction): boolean {
  return transaction.effects.some(leadsBehindDisk)
}

/** Returns whether an effect belongs to an undo step that reverts a change from the disk. */
export function leadsBehindDisk(effect: StateEffect<unknown>): boolean {
  return effect.is(undone)
}

/** Returns whether a transaction applies a reverted change from the disk again. */
export function redoesDisk(transaction: Transaction): boolean {
  return transaction.effects.some((effect) => effect.is(redone))
}

/**
 * Returns the transaction that makes the document equal to `text`, or `null` if it is equal already.
 *
 * Only the range between the common start and end is replaced, so the caret stays in its sentence. One undo step
 * restores the previous text.
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

/** Returns the transaction that replaces the document by `text` for the writer, or `null` if it is equal already. */
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
