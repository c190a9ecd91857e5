// Tracks text that came from elsewhere. Pasted or dropped text does not show how the writer writes.

import {
  Annotation,
  EditorState,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateField,
  type Extension,
  type Transaction,
} from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** One paste, identified by its object identity. */
class Paste extends RangeValue {}

/** Marks a paste of text that the writer cut or copied here: it only moves. */
const moves = Annotation.define<boolean>()

/** The ranges pasted or dropped since the text was opened. Later changes move them. */
const field = StateField.define<RangeSet<Paste>>({
  create: () => RangeSet.empty,
  update(ranges, transaction) {
    if (!transaction.docChanged) return ranges
    const moved = ranges.map(transaction.changes)
    // A passage dragged within the editor has the user event `move.drop`.
    if (!transaction.isUserEvent('input.paste') && !transaction.isUserEvent('input.drop')) return moved
    return transaction.annotation(moves) ? moved : RangeSet.join([moved, inserted(transaction)])
  },
})

function inserted(transaction: Transaction): RangeSet<Paste> {
  const ranges = new RangeSetBuilder<Paste>()
  const paste = new Paste()
  transaction.changes.iterChanges((_fromA, _toA, from, to) => {
    if (from < to) ranges.add(from, to, paste)
  })
  return ranges.finish()
}

/**
 * The text last cut or copied in a manuscript, if all of it was the writer's own. It may be pasted into another
 * manuscript.
 */
let own: string | null = null

function copied(_event: Event, { state }: EditorView): void {
  // Without a selection the editor copies the line.
  const ranges = state.selection.ranges.map((range) => (range.empty ? state.doc.lineAt(range.head) : range))
  const isOwn = ranges.every(({ from, to }) => pastes(state, from, to).length === 0)
  own = isOwn ? ranges.map(({ from, to }) => state.sliceDoc(from, to)).join('\n') : null
}

function isMove(transaction: Transaction): boolean {
  if (own === null || !transaction.isUserEvent('input.paste')) return false
  const pieces: string[] = []
  transaction.changes.iterChanges((_fromA, _toA, _fromB, _toB, text) => void pieces.push(text.toString()))
  return pieces.join('\n').trim() === own.trim()
}

/** Tracks pasted and dropped text. */
export const pasted: Extension = [
  field,
  EditorView.domEventObservers({ copy: copied, cut: copied }),
  EditorState.transactionExtender.of((transaction) => (isMove(transaction) ? { annotations: moves.of(true) } : null)),
]

/** A paste with its present place and text. */
export type Pasted = { readonly paste: object; readonly from: number; readonly text: string }

/** Returns the pastes that touch a range of the text, each with its current text. */
export function pastes(state: EditorState, from = 0, to = state.doc.length): Pasted[] {
  const found: Pasted[] = []
  for (const cursor = (state.field(field, false) ?? RangeSet.empty).iter(from); cursor.value; cursor.next()) {
    if (cursor.from >= to) break
    const { value: paste } = cursor
    if (cursor.from < cursor.to && cursor.to > from) found.push({ paste, from: cursor.from, text: state.sliceDoc(cursor.from, cursor.to) })
  }
  return found
}
