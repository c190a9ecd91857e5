// The page the desk is measured against: an editor with history and wrapped lines, and nothing else.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

const extensions = [history(), keymap.of([...defaultKeymap, ...historyKeymap]), EditorView.lineWrapping]
const view = new EditorView({ parent: document.body })

/** Puts a text on the page. */
export function show(doc: string): void {
  view.setState(EditorState.create({ doc, extensions }))
}
