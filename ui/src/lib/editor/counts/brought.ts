// Text that other programs added or removed. It does not count as written by the writer.

import { StateField, type Text } from '@codemirror/state'
import { fromDisk, undoesDisk } from '../outside'
import type { Length } from '$lib/host'
import { lengthOf, minus, NO_LENGTH, sum } from '$lib/text/length'

/** The length added by changes from the disk since the file was opened, without the length removed. */
export const brought = StateField.define<Length>({
  create: () => NO_LENGTH,
  update(value, transaction) {
    if (!transaction.docChanged || !(transaction.annotation(fromDisk) || undoesDisk(transaction))) return value
    let length = value
    const { startState, newDoc } = transaction
    transaction.changes.iterChanges((fromA, toA, fromB, toB) => {
      length = sum([length, minus(lengthOfLines(newDoc, fromB, toB), lengthOfLines(startState.doc, fromA, toA))])
    })
    return length
  },
})

/** Returns the length of all lines that a range touches: the range itself may begin inside a word. */
function lengthOfLines(doc: Text, from: number, to: number): Length {
  return lengthOf(doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to))
}
