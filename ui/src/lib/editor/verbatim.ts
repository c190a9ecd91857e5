// Text goes in and comes out as it is: nothing here ends a line, indents one or pairs a bracket by itself.

import { historyKeymap, insertNewline, standardKeymap } from '@codemirror/commands'
import { EditorState, Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { undoHistory, undoKeys } from './undo'

/** Returns the extension under which a document changes only by what the writer types, pastes or takes. */
export function verbatim(): Extension {
  return [
    // Without it a lone carriage return, which some old files hold inside a line, would count as a line ending
    // and be saved as "\n".
    EditorState.lineSeparator.of('\n'),
    // With it, text from a Windows program must come in with the endings the document has.
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
    // The standard Enter copies the indentation and drops the blanks around the caret.
    Prec.high(keymap.of([{ key: 'Enter', shift: insertNewline, run: insertNewline }])),
    undoHistory,
    // Tab is left out on purpose: it moves on to the panel.
    keymap.of([...undoKeys, ...historyKeymap, ...standardKeymap]),
  ]
}
