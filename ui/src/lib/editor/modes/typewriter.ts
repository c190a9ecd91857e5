// Typewriter: the paper moves and the line of the caret stays at the middle of the window, also at the ends of the text.
//
// It moves at once: a line that glides while one types is a line one waits for.

import { EditorState, type Extension, type Transaction } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'
import { editorSettings } from '../settings'

const isOn = (state: EditorState) => state.facet(editorSettings).typewriter

/** What an input method is composing moves nothing, and neither does the mouse: the text would go away under it. */
function moves(transaction: Transaction): boolean {
  if (!transaction.docChanged && !transaction.selection) return false
  return !transaction.isUserEvent('input.type.compose') && !transaction.isUserEvent('select.pointer')
}

const center = (head: number) => EditorView.scrollIntoView(head, { y: 'center' })

/** Holds the line of the caret at the middle. */
export const typewriter: Extension = [
  EditorState.transactionExtender.of((transaction) =>
    isOn(transaction.startState) && moves(transaction) ? { effects: center(transaction.newSelection.main.head) } : null,
  ),
  ViewPlugin.define(
    (view) => ({
      update({ state, startState }) {
        if (isOn(state) && !isOn(startState)) settle(view)
      },
    }),
    {
      eventObservers: {
        compositionend(_event, view) {
          settle(view)
        },
      },
    },
  ),
  // Room above the first line and below the last, so that both can stand at the middle.
  EditorView.contentAttributes.compute([editorSettings], (state): Record<string, string> =>
    isOn(state) ? { class: 'cm-typewriter' } : {},
  ),
  EditorView.theme({ '.cm-content.cm-typewriter': { paddingTop: '50vh', paddingBottom: '50vh' } }),
]

/** Brings the line of the caret to the middle once the hand is off the input method. */
function settle(view: EditorView): void {
  setTimeout(() => {
    if (isOn(view.state) && !view.compositionStarted) view.dispatch({ effects: center(view.state.selection.main.head) })
  })
}
