// Text that other programs added or removed. It does not count as written by the writer.

import { StateField, type Text } from '@codemirror/state'
import { fromDisk, undoesDisk } from '../outside'
import { units } from './units'

/** Units added by changes from the disk since the file was opened, minus the units removed. */
export const brought = StateField.define<number>({
  create: () => 0,
  update(value, transaction) {
    if (!transaction.docChanged || !(transaction.annotation(fromDisk) || undoesDisk(transaction))) return value
    let sum = value
    const { startState, newDoc } = transaction
    transaction.changes.iterChanges((fromA, toA, fromB, toB) => {
      sum += unitsOfLines(newDoc, fromB, toB) - unitsOfLines(startState.doc, fromA, toA)
    })
    return sum
  },
})

/** Returns the units of all lines that a range touches: the range itself may begin inside a word. */
function unitsOfLines(doc: Text, from: number, to: number): number {
  return units(doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to))
}
