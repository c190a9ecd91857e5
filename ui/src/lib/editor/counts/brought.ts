// What other programs brought into the text or took out of it: it is nothing the writer wrote.

import { StateField, type Text } from '@codemirror/state'
import { fromDisk, undoesDisk } from '../outside'
import { units } from './units'

/** The units that came from the disk since the text was opened, less those that went. */
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

/** Returns the length of the lines a stretch touches: it may begin inside a word. */
function unitsOfLines(doc: Text, from: number, to: number): number {
  return units(doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to))
}
