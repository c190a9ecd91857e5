import { EditorView } from '@codemirror/view'
import { describe, expect, it } from 'vitest'
import { pieces } from '../pieces'
import { jumpFootnote, noteAt } from './footnotes'

/** Opens an editor; `|` marks the caret. */
function open(marked: string): EditorView {
  return new EditorView({ doc: marked.replace('|', ''), selection: { anchor: marked.indexOf('|') }, extensions: pieces })
}

const caret = (view: EditorView) => {
  const { head } = view.state.selection.main
  return `${view.state.sliceDoc(0, head)}|${view.state.sliceDoc(head)}`
}

describe('the jump', () => {
  it.each([
    ['钟[^一|]响。\n\n[^一]: 摆渡敲两下。', '钟[^一]响。\n\n[^一]: |摆渡敲两下。'],
    ['a[^1] b\n\n[^1]: no|te', 'a[^1]| b\n\n[^1]: note'],
    ['a[^1]|[^2]\n\n[^1]: one\n[^2]: two', 'a[^1][^2]\n\n[^1]: |one\n[^2]: two'],
  ])('from %j leads to %j', (from, to) => {
    const view = open(from)
    expect(jumpFootnote(view)).toBe(true)
    expect(caret(view)).toBe(to)
  })

  it.each(['plain| text', 'a[^1] b|'])('does nothing from %j', (from) => expect(jumpFootnote(open(from))).toBe(false))

  it('does not move the caret if the note is missing', () => {
    const view = open('a[^1|]')
    expect(jumpFootnote(view)).toBe(true)
    expect(caret(view)).toBe('a[^1|]')
  })
})

it('reads the text of a note', () => {
  const { state } = open('|a[^1]\n\n[^1]: 摆渡敲两下。')
  expect(noteAt(state, 3)?.text).toBe('摆渡敲两下。')
  expect(noteAt(state, 0)).toBeNull()
  expect(noteAt(state, 9), 'the note itself needs none').toBeNull()
})
