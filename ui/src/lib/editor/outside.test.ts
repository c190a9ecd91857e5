import { history, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { bringTo, difference } from './outside'

describe('difference', () => {
  it.each([
    ['', ''],
    ['雨停了。', '雨停了。'],
  ])('is nothing between equal texts: %j', (before, after) => {
    expect(difference(before, after)).toBeNull()
  })

  it.each([
    ['', 'a'],
    ['a', ''],
    ['aaa', 'aa'],
    ['aa', 'aaa'],
    ['one two three', 'one 2 three'],
    ['雨停了。\n', '雨停了。\n天晴了。\n'],
    ['𠮷a', '𠮸a'],
    ['a\u{20bb7}', 'a\u{1f4b7}'],
    ['a\r\nb', 'a\nb'],
  ])('leads from %j to %j and splits no character', (before, after) => {
    const change = difference(before, after)
    if (!change) throw new Error('the texts differ')
    const { from, to, insert } = change
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
    for (const piece of [before.slice(0, from), insert, before.slice(to)]) expect(piece.isWellFormed()).toBe(true)
  })
})

describe('bringTo', () => {
  const open = (doc: string, caret: number) =>
    EditorState.create({ doc, selection: { anchor: caret }, extensions: [history()] })

  it('keeps the caret in its sentence', () => {
    const state = open('一。\n二。', 4)
    const next = state.update(bringTo(state, '零。\n一。\n二。') ?? {}).state
    expect(next.sliceDoc(next.selection.main.head)).toBe('二。'.slice(1))
  })

  it('is one step of undo, apart from what was typed before', () => {
    let state = open('One.', 4)
    state = state.update({ changes: { from: 4, insert: ' Two.' }, userEvent: 'input.type' }).state
    state = state.update(bringTo(state, 'Zero. One. Two.') ?? {}).state
    undo({ state, dispatch: (transaction) => (state = transaction.state) })
    expect(state.doc.toString()).toBe('One. Two.')
  })

  it('is nothing where the text is already that', () => {
    expect(bringTo(open('一', 0), '一')).toBeNull()
  })
})
