// Keeps the text verbatim: no automatic line ending, indentation or closing bracket.

import { historyKeymap, insertNewline, standardKeymap } from '@codemirror/commands'
import { EditorState, Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { undoHistory, undoKeys } from './undo'

/** Returns the extension under which only typed, pasted and taken text changes the document. */
export function verbatim(): Extension {
  return [
    // By default a lone carriage return, as in some old files, counts as a line ending and would be saved as "\n".
    EditorState.lineSeparator.of('\n'),
    // With a fixed separator, pasted text from a Windows program must be converted to the line ending of the document.
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
    // The standard Enter copies the indentation and removes white space around the caret.
    Prec.high(keymap.of([{ key: 'Enter', shift: insertNewline, run: insertNewline }])),
    undoHistory,
    // Without a binding for Tab, which moves the focus to the panel.
    keymap.of([...undoKeys, ...historyKeymap, ...standardKeymap]),
  ]
}
