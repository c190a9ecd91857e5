import { EditorSelection, type Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '$lib/host'
import { editorSettings, type EditorSettings } from '../settings'
import { focus } from './focus'
import { typewriter } from './typewriter'

let view: EditorView
afterEach(() => view.destroy())

function open(doc: string, settings: Partial<EditorSettings>) {
  const seen: Transaction[] = []
  view = new EditorView({
    doc,
    parent: document.body,
    extensions: [
      focus,
      typewriter,
      editorSettings.of({ ...DEFAULT_SETTINGS.writing, ...settings }),
      EditorView.updateListener.of(({ transactions }) => void seen.push(...transactions)),
    ],
  })
  return { centred: () => seen.filter(({ effects }) => effects.length > 0).length }
}

const moveTo = (at: number, userEvent = 'select') => view.dispatch({ selection: EditorSelection.cursor(at), userEvent })
/** Returns the text that is not dimmed. */
const lit = () => {
  const copy = view.contentDOM.cloneNode(true) as HTMLElement
  copy.querySelectorAll('.cm-dim').forEach((dimmed) => dimmed.remove())
  return copy.textContent
}

describe('focus', () => {
  it.each([
    ['paragraph', 8, 'Two. Three.'],
    ['sentence', 8, 'Two. '],
    ['sentence', 12, 'Three.'],
    ['sentence', 19, '雨停了。'],
    ['off', 8, 'One.Two. Three.雨停了。风起。'],
  ] as const)('on a %s does not dim the text at offset %d', (focus, at, expected) => {
    open('One.\n\nTwo. Three.\n雨停了。风起。', { focus })
    moveTo(at)
    expect(lit()).toBe(expected)
  })

  it('does not dim the selection', () => {
    open('One.\nTwo. Three.\nFour.', { focus: 'sentence' })
    view.dispatch({ selection: EditorSelection.range(2, 7) })
    expect(lit()).toBe('One.Two. Three.')
  })

  it('changes no line during a composition', () => {
    open('一。\n二。', { focus: 'paragraph' })
    moveTo(1)
    vi.spyOn(view, 'compositionStarted', 'get').mockReturnValue(true)
    moveTo(4)
    expect(lit()).toBe('一。')
  })
})

describe('the typewriter', () => {
  it('centres the line with each key and each caret movement', () => {
    const { centred } = open('One\nTwo\nThree', { typewriter: true })
    moveTo(5)
    view.dispatch({ changes: { from: 5, insert: 'x' }, userEvent: 'input.type' })
    expect(centred()).toBe(2)
  })

  it('does not scroll on a mouse selection, nor when it is off', () => {
    const { centred } = open('One\nTwo', { typewriter: true })
    moveTo(5, 'select.pointer')
    expect(centred()).toBe(0)
    view.destroy()
    const off = open('One\nTwo', {})
    moveTo(5)
    expect(off.centred()).toBe(0)
  })

  it('waits for the end of a composition', async () => {
    const { centred } = open('一\n二', { typewriter: true })
    view.dispatch({ changes: { from: 1, insert: '雨' }, userEvent: 'input.type.compose' })
    expect(centred()).toBe(0)
    view.contentDOM.dispatchEvent(new CompositionEvent('compositionend'))
    await vi.waitFor(() => expect(centred()).toBe(1))
  })
})
