import { EditorView, runScopeHandlers } from '@codemirror/view'
import { describe, expect, it } from 'vitest'
import { verbatim } from './verbatim'

const open = (doc: string, caret = doc.length) =>
  new EditorView({ doc, selection: { anchor: caret }, parent: document.body, extensions: verbatim() })

const press = (view: EditorView, key: string, keyCode: number) =>
  runScopeHandlers(view, new KeyboardEvent('keydown', { key, keyCode }), 'editor')

function paste(view: EditorView, text: string) {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => text } })
  view.contentDOM.dispatchEvent(event)
}

describe('a document', () => {
  it.each([
    'One.\n\nTwo.',
    'No newline at the end',
    'Two at the end\n\n',
    '\tTabs \t and trailing blanks  \n  \n',
    '　　全角缩进。\u00a0\u200b',
    'a lone \r inside',
    '\ufeffwith a mark',
    'é and é',
    '',
  ])('is returned unchanged: %j', (text) => {
    const view = open(text)
    expect(view.state.doc.toString()).toBe(text)
    view.destroy()
  })

  it('keeps every byte outside of an edit', () => {
    const text = '\tOne  \n\r\n　二。\n\n  three\u00a0\n'
    for (let at = 0; at <= text.length; at++) {
      const view = open(text, at)
      view.dispatch(view.state.replaceSelection('新'))
      expect(view.state.doc.toString()).toBe(`${text.slice(0, at)}新${text.slice(at)}`)
      view.destroy()
    }
  })

  it('gets only a line ending from Enter: no indentation, no trimming', () => {
    const view = open('  indented  text', '  indented '.length)
    press(view, 'Enter', 13)
    expect(view.state.doc.toString()).toBe('  indented \n text')
    view.destroy()
  })

  it.each(['(', '[', '“', '"', '*', '「'])('gets no closing sign for %s', (mark) => {
    const view = open('')
    view.dispatch(view.state.replaceSelection(mark))
    expect(view.state.doc.toString()).toBe(mark)
    view.destroy()
  })

  it('converts pasted text to its own line endings', () => {
    const view = open('')
    paste(view, '一\r\n二\r三\n')
    expect(view.state.doc.toString()).toBe('一\n二\n三\n')
    view.destroy()
  })

  it('leaves Tab for moving the focus', () => {
    const view = open('text')
    expect(press(view, 'Tab', 9)).toBe(false)
    view.destroy()
  })
})
