import { EditorView } from '@codemirror/view'
import type { Extension } from '@codemirror/state'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { verbatim } from '../verbatim'
import { firstKey } from './firstKey'

// Must run before CodeMirror is loaded, which detects the browser once.
vi.hoisted(() => Object.defineProperty(navigator, 'vendor', { value: 'Apple Computer, Inc.', configurable: true }))

let view: EditorView
afterEach(() => view.destroy())

function open(extensions: Extension = [verbatim(), firstKey]) {
  view = new EditorView({ doc: '雨', selection: { anchor: 1 }, parent: document.body, extensions })
}

const compose = (type: 'compositionstart' | 'compositionend') =>
  view.contentDOM.dispatchEvent(new CompositionEvent(type, { bubbles: true }))

/** Presses Return and returns whether the default action of the browser is allowed. */
const press = (init: KeyboardEventInit = {}, target: Element = view.contentDOM) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true, ...init }))

const text = () => view.state.doc.toString()

describe('a Return right behind a composition', () => {
  it('is ignored by CodeMirror on its own', () => {
    open(verbatim())
    compose('compositionstart')
    compose('compositionend')
    expect(press()).toBe(true)
    expect(text()).toBe('雨')
  })

  it.each([{}, { shiftKey: true }])('inserts one line break %j', (init) => {
    open()
    compose('compositionstart')
    compose('compositionend')
    expect(press(init)).toBe(false)
    expect(text()).toBe('雨\n')
    expect(press(init)).toBe(false)
    expect(text()).toBe('雨\n\n')
  })

  it('inserts one line break after the two end events of WebKitGTK with a key between them', () => {
    open()
    compose('compositionstart')
    compose('compositionend')
    press({ key: 'Unidentified', keyCode: 229 })
    compose('compositionend')
    expect(press()).toBe(false)
    expect(text()).toBe('雨\n')
  })

  it('inserts none if this Return ended the composition', () => {
    open()
    compose('compositionstart')
    compose('compositionend')
    expect(press({ keyCode: 229 })).toBe(true)
    expect(text()).toBe('雨')
  })

  it('is left to the input method during a composition, also during a second one', () => {
    open()
    compose('compositionstart')
    compose('compositionend')
    compose('compositionstart')
    expect(press()).toBe(true)
    expect(text()).toBe('雨')
  })

  it('keeps its default in a field beside the text', () => {
    open()
    const field = view.dom.appendChild(document.createElement('input'))
    compose('compositionstart')
    compose('compositionend')
    expect(press({}, field)).toBe(true)
    expect(text()).toBe('雨')
  })
})
