import { EditorView } from '@codemirror/view'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { locale } from '$lib/i18n'
import { offering } from './offering'
import { skillHint } from './skillHint'
import { keyOfSkill } from './skills'

const run = vi.fn()
/** The writer's own key bindings. */
let own: Record<string, string[]> = {}
let view: EditorView

beforeEach(() => {
  vi.useFakeTimers()
  view = new EditorView({ doc: '雨停了。 She ran.', parent: document.body, extensions: [offering, skillHint({ run, keyOf: (skill) => keyOfSkill(skill, own) })] })
  view.focus()
})
afterEach(() => {
  view.destroy()
  vi.useRealTimers()
})

const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('.cm-tooltip button')]
const select = (anchor: number, head: number) => view.dispatch({ selection: { anchor, head } })

describe('the hint beside a selection', () => {
  it('appears once the selection rests, with the skills and their keys', async () => {
    select(0, 4)
    await vi.advanceTimersByTimeAsync(349)
    expect(buttons()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(buttons().map((button) => button.textContent)).toEqual(['PolishCtrl Enter', 'TightenCtrl Shift Enter'])
  })

  it('shows the writer’s own keys, and no key where she removed it', async () => {
    own = { 'edit.polish': ['F6'], 'edit.tighten': [] }
    select(0, 4)
    await vi.advanceTimersByTimeAsync(350)
    expect(buttons().map((button) => button.textContent)).toEqual(['PolishF6', 'Tighten'])
    own = {}
  })

  it('gives way to the menu of a click with the right button, and does not come back over it', async () => {
    select(0, 4)
    await vi.advanceTimersByTimeAsync(350)
    const click = (type: string) => view.contentDOM.dispatchEvent(new MouseEvent(type, { bubbles: true, button: 2 }))
    for (const type of ['mousedown', 'contextmenu', 'mouseup']) click(type)
    expect(buttons()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(buttons()).toEqual([])
  })

  it('is in the language of the interface', async () => {
    locale.set('zh')
    select(0, 4)
    await vi.advanceTimersByTimeAsync(350)
    expect(buttons().map((button) => button.textContent)).toEqual(['润色Ctrl Enter', '精简Ctrl Shift Enter'])
  })

  it('runs a skill and keeps the focus in the text', async () => {
    select(0, 4)
    await vi.advanceTimersByTimeAsync(350)
    const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
    buttons()[1]?.dispatchEvent(press)
    buttons()[1]?.click()
    expect(press.defaultPrevented).toBe(true)
    expect(run).toHaveBeenCalledExactlyOnceWith(view, 'tighten')
  })

  it.each([
    ['a lone caret', () => select(2, 2)],
    ['blanks', () => select(4, 5)],
    [
      'a selection still being dragged',
      () => {
        view.contentDOM.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
        select(0, 4)
      },
    ],
    [
      'a hand that went on to the keys',
      () => {
        select(0, 4)
        view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key: 'Control' }))
      },
    ],
  ])('does not appear for %s', async (_, act) => {
    act()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(buttons()).toEqual([])
  })

  it('disappears with the selection', async () => {
    select(0, 4)
    await vi.advanceTimersByTimeAsync(350)
    select(6, 6)
    expect(buttons()).toEqual([])
  })
})
