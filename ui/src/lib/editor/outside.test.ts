import { history, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { bringTo } from './outside'

describe('bringTo', () => {
  const open = (doc: string, caret: number) =>
    EditorState.create({ doc, selection: { anchor: caret }, extensions: [history()] })

  it('keeps the caret in its sentence', () => {
    const state = open('一。\n二。', 4)
    const next = state.update(bringTo(state, '零。\n一。\n二。') ?? {}).state
    expect(next.sliceDoc(next.selection.main.head)).toBe('二。'.slice(1))
  })

  it('is one undo step, separate from earlier typing', () => {
    let state = open('One.', 4)
    state = state.update({ changes: { from: 4, insert: ' Two.' }, userEvent: 'input.type' }).state
    state = state.update(bringTo(state, 'Zero. One. Two.') ?? {}).state
    undo({ state, dispatch: (transaction) => (state = transaction.state) })
    expect(state.doc.toString()).toBe('One. Two.')
  })

  it('is null if the text is equal already', () => {
    expect(bringTo(open('一', 0), '一')).toBeNull()
  })
})
