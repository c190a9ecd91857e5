// The file on disk changed under an open manuscript: bringing the editor to the new text.

import { invertedEffects, isolateHistory } from '@codemirror/commands'
import { Annotation, StateEffect, type EditorState, type Transaction, type TransactionSpec } from '@codemirror/state'

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

/** Returns the one change that leads from a text to another, in UTF-16 code units, or `null` for equal texts. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++
  if (splitsPair(before, from) || splitsPair(after, from)) from--
  let tail = 0
  while (
    tail < shorter - from &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++
  }
  if (splitsPair(before, before.length - tail) || splitsPair(after, after.length - tail)) tail--
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) }
}

/** Returns whether an offset lies inside a character of two code units, such as 𠮷. */
function splitsPair(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1)
  const after = text.charCodeAt(offset)
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
}
