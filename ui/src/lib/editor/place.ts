// Where the writer is in a text, to find her place again. Offsets count UTF-16 code units.

import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { OpenFile } from '$lib/host'

export type Place = Omit<OpenFile, 'path'>

/** Returns where the first line in view begins. */
export function topOf(view: EditorView): number {
  return view.lineBlockAtHeight(view.scrollDOM.scrollTop - view.documentPadding.top).from
}

/** Returns the transaction that selects what was selected; in a text that got shorter, its end. */
export function selecting({ doc }: EditorState, { anchor, head }: Place): TransactionSpec {
  return { selection: EditorSelection.single(Math.min(anchor, doc.length), Math.min(head, doc.length)) }
}

/** Returns the effect that brings a line back to the top of the view. */
export function scrollingTo({ doc }: EditorState, { top }: Place) {
  return EditorView.scrollIntoView(Math.min(top, doc.length), { y: 'start', yMargin: 0 })
}
