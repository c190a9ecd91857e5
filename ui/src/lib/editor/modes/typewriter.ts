// Typewriter mode: the line of the caret stays in the middle of the window, also at both ends of the text.
//
// The text jumps instead of gliding: an animated line would delay the typing.

import { EditorState, type Extension, type Transaction } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'
import { editorSettings } from '../settings'

const isOn = (state: EditorState) => state.facet(editorSettings).typewriter

/** A composition and a mouse selection do not scroll: the text would move away under them. */
function moves(transaction: Transaction): boolean {
  if (!transaction.docChanged && !transaction.selection) return false
  return !transaction.isUserEvent('input.type.compose') && !transaction.isUserEvent('select.pointer')
}

const center = (head: number) => EditorView.scrollIntoView(head, { y: 'center' })

/** Keeps the line of the caret in the middle. */
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
  // Space above the first line and below the last, so that both can reach the middle.
  EditorView.contentAttributes.compute([editorSettings], (state): Record<string, string> =>
    isOn(state) ? { class: 'cm-typewriter' } : {},
  ),
  EditorView.theme({ '.cm-content.cm-typewriter': { paddingTop: '50vh', paddingBottom: '50vh' } }),
]

/** Centres the line of the caret after a composition. */
function settle(view: EditorView): void {
  setTimeout(() => {
    if (isOn(view.state) && !view.compositionStarted) view.dispatch({ effects: center(view.state.selection.main.head) })
  })
}
