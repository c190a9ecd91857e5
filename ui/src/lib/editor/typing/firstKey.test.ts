import { EditorView } from '@codemirror/view'
import type { Extension } from '@codemirror/state'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { verbatim } from '../verbatim'
import { firstKey } from './firstKey'

// CodeMirror asks once, when it is loaded.
vi.hoisted(() => Object.defineProperty(navigator, 'vendor', { value: 'Apple Computer, Inc.', configurable: true }))

let view: EditorView
afterEach(() => view.destroy())

function open(extensions: Extension = [verbatim(), firstKey]) {
  view = new EditorView({ doc: '雨', selection: { anchor: 1 }, parent: document.body, extensions })
}

const compose = (type: 'compositionstart' | 'compositionend') =>
  view.contentDOM.dispatchEvent(new CompositionEvent(type, { bubbles: true }))

/** Presses Return and returns whether it is left to the engine. */
const press = (init: KeyboardEventInit = {}, target: Element = view.contentDOM) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true, ...init }))

const text = () => view.state.doc.toString()

describe('a Return right behind a composition', () => {
  it('is passed over by CodeMirror, which is why it is given to it here', () => {
    open(verbatim())
    compose('compositionstart')
    compose('compositionend')
    expect(press()).toBe(true)
    expect(text()).toBe('雨')
  })

  it.each([{}, { shiftKey: true }])('begins one line %j', (init) => {
    open()
    compose('compositionstart')
    compose('compositionend')
    expect(press(init)).toBe(false)
    expect(text()).toBe('雨\n')
    expect(press(init)).toBe(false)
    expect(text()).toBe('雨\n\n')
  })

  it('begins one behind the two ends with a key between them that WebKitGTK sends', () => {
    open()
    compose('compositionstart')
    compose('compositionend')
    press({ key: 'Unidentified', keyCode: 229 })
    compose('compositionend')
    expect(press()).toBe(false)
    expect(text()).toBe('雨\n')
  })

  it('begins none where it is the key that ended it', () => {
    open()
    compose('compositionstart')
    compose('compositionend')
    expect(press({ keyCode: 229 })).toBe(true)
    expect(text()).toBe('雨')
  })

  it('is the input method’s while it composes, also where another composition was before', () => {
    open()
    compose('compositionstart')
    compose('compositionend')
    compose('compositionstart')
    expect(press()).toBe(true)
    expect(text()).toBe('雨')
  })

  it('stays what it is in a field beside the text', () => {
    open()
    const field = view.dom.appendChild(document.createElement('input'))
    compose('compositionstart')
    compose('compositionend')
    expect(press({}, field)).toBe(true)
    expect(text()).toBe('雨')
  })
})
