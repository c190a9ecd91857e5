// The position of the writer in a text, stored and restored. Offsets count UTF-16 code units.

import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { OpenFile } from '$lib/host'

export type Place = Omit<OpenFile, 'path'>

/** Returns the offset of the first line in view. */
export function topOf(view: EditorView): number {
  return view.lineBlockAtHeight(view.scrollDOM.scrollTop - view.documentPadding.top).from
}

/** Returns the transaction that restores a selection. In a text that got shorter it is clipped at the end. */
export function selecting({ doc }: EditorState, { anchor, head }: Place): TransactionSpec {
  return { selection: EditorSelection.single(Math.min(anchor, doc.length), Math.min(head, doc.length)) }
}

/** Returns the effect that scrolls a line back to the top of the view. */
export function scrollingTo({ doc }: EditorState, { top }: Place) {
  return EditorView.scrollIntoView(Math.min(top, doc.length), { y: 'start', yMargin: 0 })
}
