import { deleteCharBackward, insertNewline } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { describe, expect, it } from 'vitest'
import { readOnly } from './readOnly'

const open = (doc: string) => new EditorView({ state: EditorState.create({ doc, extensions: [readOnly] }) })

describe('a text that cannot be changed', () => {
  for (const doc of ['Rain.', '下雨了。']) {
    it(`refuses keys and commands: ${doc}`, () => {
      const view = open(doc)
      view.dispatch({ selection: { anchor: doc.length } })
      deleteCharBackward(view)
      insertNewline(view)
      view.dispatch({ changes: { from: 0, insert: 'x' }, userEvent: 'input.type' })
      expect(view.state.doc.toString()).toBe(doc)
      expect(view.state.selection.main.anchor).toBe(doc.length)
    })

    it(`takes what another program wrote: ${doc}`, () => {
      const view = open(doc)
      view.dispatch({ changes: { from: 0, insert: '…' } })
      expect(view.state.doc.toString()).toBe(`…${doc}`)
    })
  }
})
