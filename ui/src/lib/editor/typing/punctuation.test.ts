import { history, undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '$lib/host'
import { editorSettings, type EditorSettings } from '../settings'
import { fences } from '../markdown'
import { pieces } from '../pieces'
import { smartPunctuation } from './smart'

function open(doc: string, settings: Partial<EditorSettings> = {}) {
  const anchor = doc.includes('|') ? doc.indexOf('|') : doc.length
  const view = new EditorView({
    doc: doc.replace('|', ''),
    selection: { anchor },
    extensions: [pieces, fences, history(), smartPunctuation, editorSettings.of({ ...DEFAULT_SETTINGS.writing, smartPunctuation: true, ...settings })],
  })
  /** Types one character after the other, as a keyboard does. */
  const type = (text: string) => {
    for (const sign of text) {
      const { from, to } = view.state.selection.main
      const insert = () =>
        view.state.update({
          changes: { from, to, insert: sign },
          selection: { anchor: from + sign.length },
          userEvent: 'input.type',
        })
      const handled = view.state.facet(EditorView.inputHandler).some((handler) => handler(view, from, to, sign, insert))
      if (!handled) view.dispatch(insert())
    }
  }
  return { view, type, text: () => view.state.doc.toString() }
}

describe('smart punctuation', () => {
  it.each([
    ['', '"Sit," he said.', '“Sit,” he said.'],
    ['', `'Sit,' he said. It's the boys' boat.`, '‘Sit,’ he said. It’s the boys’ boat.'],
    ['', `"'Sit,' he said."`, '“‘Sit,’ he said.”'],
    ['', 'He sat--she did not.', 'He sat—she did not.'],
    ['', 'He sat...', 'He sat…'],
    ['', 'He sat....', 'He sat….'],
    ['他说：', '"坐下。"没人坐。"走！"', '他说：“坐下。”没人坐。“走！”'],
    ['他说：', `"他喊'走'。"`, '他说：“他喊‘走’。”'],
    ['他走了', '--没有回头...', '他走了——没有回头……'],
    ['他走了', '。。。', '他走了……'],
    ['他说 ', `it's OK`, '他说 it’s OK'],
    ['雨停了。\n\nThe rain ', '"fell"', '雨停了。\n\nThe rain “fell”'],
    ['The rain fell.\n\n雨停了，', '"真的"', 'The rain fell.\n\n雨停了，“真的”'],
    ['雨停了。\n\n', '"真的"', '雨停了。\n\n“真的”'],
  ])('after %j replaces %j by %j', (doc, typed, expected) => {
    const { type, text } = open(doc)
    type(typed)
    expect(text()).toBe(expected)
  })

  it('uses corner quotes for Chinese if the setting is on', () => {
    const { type, text } = open('他说：', { chineseQuotes: 'corner' })
    type(`"他喊'走'。"`)
    expect(text()).toBe('他说：「他喊『走』。」')
  })

  it.each([
    ['```\n|\n```', `"a" -- 'b'...`],
    ['a `|` b', `"a"`],
    ['a `', `"a" -- `],
    ['a <!-- |', `"a" it's`],
    ['---\ntitle: |\n---\n', `"a"`],
    ['see https://a.b/', `it's--...`],
    ['[a](', `b--c...`],
    ['|', '---'],
    ['a\n|', '---'],
    ['| a |', '--'],
    ['a <!', '-- b'],
  ])('leaves %j alone when %j is typed', (doc, typed) => {
    const { type, text, view } = open(doc)
    const at = view.state.selection.main.head
    const before = text()
    type(typed)
    expect(text()).toBe(before.slice(0, at) + typed + before.slice(at))
  })

  it.each([
    ['He sat', '"', 'He sat”', 'He sat"'],
    ['他说：', '"', '他说：“', '他说："'],
    ['He sat', '...', 'He sat…', 'He sat...'],
    ['他走了', '--', '他走了——', '他走了--'],
  ])('restores the typed text with one undo: %j and %j', (doc, typed, smart, plain) => {
    const { type, text, view } = open(doc)
    type(typed)
    expect(text()).toBe(smart)
    undo(view)
    expect(text()).toBe(plain)
    type('x')
    expect(text()).toBe(`${plain}x`)
  })

  it('does nothing when it is off', () => {
    const { type, text } = open('', { smartPunctuation: false })
    type(`"it's"--...`)
    expect(text()).toBe(`"it's"--...`)
  })

})
