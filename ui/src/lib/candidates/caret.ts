// Keeps the caret where it belongs while the marks of an offer move the text under it. WebKitGTK draws a caret again when
// it blinks or moves. The caret of the desk does not blink, so without this it stays where the text was before.

import type { Extension } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { openOffering } from './offering'

/** Sets the selection of the page once more, at the same place, which makes the engine draw the caret again. */
function redraw(view: EditorView): void {
  const selection = view.contentDOM.ownerDocument.getSelection()
  if (!view.hasFocus || view.composing || !selection?.isCollapsed || selection.rangeCount === 0) return
  const range = selection.getRangeAt(0)
  selection.removeAllRanges()
  selection.addRange(range)
}

export const steadyCaret: Extension = EditorView.updateListener.of(({ startState, state, view }: ViewUpdate) => {
  if (openOffering(startState) === openOffering(state)) return
  // After the new marks are laid out.
  view.requestMeasure({ key: steadyCaret, read: () => null, write: () => redraw(view) })
})
