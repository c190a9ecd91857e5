// Text that other programs added or removed. It does not count as written by the writer.

import { StateField, type Text } from '@codemirror/state'
import { fromDisk, undoesDisk } from '../outside'
import type { Length } from '$lib/host'
import { bodyFrom } from './body'
import { lengthOf, minus, NO_LENGTH, sum } from '$lib/text/length'

/** The length added by changes from the disk since the file was opened, without the length removed. */
export const brought = StateField.define<Length>({
  create: () => NO_LENGTH,
  update(value, transaction) {
    if (!transaction.docChanged || !(transaction.annotation(fromDisk) || undoesDisk(transaction))) return value
    let length = value
    const { startState, newDoc } = transaction
    const [bodyA, bodyB] = [bodyFrom(startState), bodyFrom(startState, newDoc)]
    // A change that moves the end of the front matter makes a count of lines that it does not touch.
    if (bodyB !== transaction.changes.mapPos(bodyA, 1)) return sum([length, minus(lengthOfLines(newDoc, bodyB, newDoc.length, bodyB), lengthOfLines(startState.doc, bodyA, startState.doc.length, bodyA))])
    transaction.changes.iterChanges((fromA, toA, fromB, toB) => {
      length = sum([length, minus(lengthOfLines(newDoc, fromB, toB, bodyB), lengthOfLines(startState.doc, fromA, toA, bodyA))])
    })
    return length
  },
})

/** Returns the length of all lines of the body that a range touches: the range itself may begin inside a word. */
function lengthOfLines(doc: Text, from: number, to: number, body: number): Length {
  const [start, end] = [Math.max(doc.lineAt(from).from, body), doc.lineAt(to).to]
  return start < end ? lengthOf(doc.sliceString(start, end)) : NO_LENGTH
}
