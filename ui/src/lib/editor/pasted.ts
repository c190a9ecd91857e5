// Which stretches of the text came from elsewhere: what is pasted or dropped is not how the writer writes.

import { RangeSet, RangeSetBuilder, RangeValue, StateField, type EditorState, type Transaction } from '@codemirror/state'

class Pasted extends RangeValue {}

const mark = new Pasted()

/** Holds what was pasted or dropped into the text since it was opened, where later changes have moved it. */
export const pasted = StateField.define<RangeSet<Pasted>>({
  create: () => RangeSet.empty,
  update(ranges, transaction) {
    if (!transaction.docChanged) return ranges
    const moved = ranges.map(transaction.changes)
    // A passage dragged within the editor has the event `move.drop`.
    if (!transaction.isUserEvent('input.paste') && !transaction.isUserEvent('input.drop')) return moved
    return RangeSet.join([moved, inserted(transaction)])
  },
})

function inserted(transaction: Transaction): RangeSet<Pasted> {
  const ranges = new RangeSetBuilder<Pasted>()
  transaction.changes.iterChanges((_fromA, _toA, from, to) => {
    if (from < to) ranges.add(from, to, mark)
  })
  return ranges.finish()
}

/** Returns the stretches that were pasted, as they read now. */
export function pastedStretches(state: EditorState): string[] {
  const stretches: string[] = []
  for (const cursor = state.field(pasted).iter(); cursor.value; cursor.next()) {
    if (cursor.from < cursor.to) stretches.push(state.sliceDoc(cursor.from, cursor.to))
  }
  return stretches
}
