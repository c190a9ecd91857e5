import { history, undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeHost, fault, type FakeHost } from '$lib/fake/fakeHost'
import { DEFAULT_SETTINGS, type English } from '$lib/host'
import { textCommands } from '../commands'
import { editorSettings } from '../settings'
import { Speller } from '../spelling'
import { spelling } from '../spelling/spelling'
import { writing } from '../writing'
import { lookAgain, showRemark, style } from './style'
import { Stylist } from './stylist.svelte'

let view: EditorView
let host: FakeHost
let english: English
let stylist: Stylist
let speller: Speller
const onFault = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  host = fakeHost()
  host.world.settings.writing.style = true
  host.world.slips = {
    'the the': { kind: 'repetition', meant: ['the'] },
    'could of': { kind: 'form', meant: ['could have', "could've"] },
  }
  host.world.misspellings = { ferrry: ['ferry'] }
  vi.spyOn(host, 'checkStyle')
  english = 'installed'
  stylist = new Stylist(host, () => english, onFault)
  speller = new Speller(host, () => english, { onFault, onNothing: vi.fn() })
})

afterEach(() => {
  view.destroy()
  vi.useRealTimers()
  vi.clearAllMocks()
})

async function open(doc: string, settings = {}): Promise<void> {
  const extensions = [
    history(),
    editorSettings.of({ ...DEFAULT_SETTINGS.writing, style: true, ...settings }),
    writing(),
    spelling(speller),
    style(stylist),
  ]
  view = new EditorView({ doc, parent: document.body, extensions })
  await pause()
}

/** Waits until the pause of the writer and all pending work are over. */
const pause = () => vi.advanceTimersByTimeAsync(1_000)
const underlined = () => [...view.contentDOM.querySelectorAll('.slip')].map((mark) => mark.textContent)
const type = (from: number, insert: string) =>
  view.dispatch({ changes: { from, insert }, selection: { anchor: from + insert.length }, userEvent: 'input.type' })

describe('slips', () => {
  it('are underlined after a pause, each paragraph is checked once, and the text is unchanged', async () => {
    const doc = 'She saw the the river.\n\nI could of gone. 雨停了。\n\n`the the` 渡船'
    await open(doc)
    expect(underlined()).toEqual(['the the', 'could of'])
    expect(view.contentDOM.querySelector('.slip')?.getAttribute('aria-invalid')).toBe('grammar')
    expect(host.checkStyle).toHaveBeenCalledExactlyOnceWith(['She saw the the river.', 'I could of gone. '], 'installed')
    expect(view.state.doc.toString()).toBe(doc)
    type(24, 'And ')
    await pause()
    expect(host.checkStyle).toHaveBeenLastCalledWith(['And I could of gone. '], 'installed')
    expect(underlined()).toEqual(['the the', 'could of'])
  })

  it('are not underlined while they are typed, but once the caret is elsewhere', async () => {
    await open('')
    type(0, 'She saw the the')
    await pause()
    expect(underlined()).toEqual([])
    type(15, ' river')
    await pause()
    expect(underlined()).toEqual(['the the'])
  })

  it('are neither checked nor redrawn during a composition', async () => {
    await open('She saw it. ')
    const composing = vi.spyOn(view, 'compositionStarted', 'get').mockReturnValue(true)
    const dispatch = vi.spyOn(view, 'dispatch')
    view.dispatch({ changes: { from: 0, insert: 'On the the day ' }, selection: { anchor: 2 }, userEvent: 'input.type.compose' })
    dispatch.mockClear()
    await pause()
    expect(host.checkStyle).toHaveBeenCalledOnce()
    expect(dispatch).not.toHaveBeenCalled()
    composing.mockReturnValue(false)
    view.contentDOM.dispatchEvent(new CompositionEvent('compositionend'))
    await pause()
    expect(underlined()).toEqual(['the the'])
  })

  it('are not marked with the check off, and nothing is checked', async () => {
    await open('She saw the the river.', { style: false })
    expect(underlined()).toEqual([])
    expect(host.checkStyle).not.toHaveBeenCalled()
  })

  it('are checked again in another variety of English', async () => {
    await open('She saw the the river.')
    english = 'british'
    type(0, 'Then ')
    await pause()
    expect(host.checkStyle).toHaveBeenLastCalledWith(['Then She saw the the river.'], 'british')
  })

  it('are unknown while the host fails, which is reported once', async () => {
    host.failNext('checkStyle', fault('STYLE_UNAVAILABLE'))
    await open('the the river ')
    host.failNext('checkStyle', fault('STYLE_UNAVAILABLE'))
    type(14, 'x ')
    await pause()
    expect(onFault).toHaveBeenCalledOnce()
    type(16, 'y ')
    await pause()
    expect(underlined()).toEqual(['the the'])
  })
})

describe('the menu of replacements', () => {
  const ask = (at: number) => {
    view.dispatch({ selection: { anchor: at } })
    showRemark(view)
    return stylist.menu
  }

  it('replaces the slip in one undo step', async () => {
    await open('I could of gone.')
    const asked = ask(5)
    expect(asked && stylist.replacements(asked)).toEqual(['could have', "could've"])
    if (asked) stylist.take(asked, 'could have')
    expect(view.state.doc.toString()).toBe('I could have gone.')
    await pause()
    expect(underlined()).toEqual([])
    undo(view)
    expect(view.state.doc.toString()).toBe('I could of gone.')
    await pause()
    expect(underlined()).toEqual(['could of'])
  })

  it('does not open without a remark, and changes nothing after an edit', async () => {
    await open('I could of gone.')
    expect(ask(12)).toBeNull()
    const asked = ask(4)
    view.dispatch({ changes: { from: 0, insert: 'And ' } })
    if (asked) stylist.take(asked, 'could have')
    expect(view.state.doc.toString()).toBe('And I could of gone.')
  })

  it('offers no replacement that would remove a mark', async () => {
    await open('I **could** of gone.')
    expect(underlined().join('')).toBe('could** of')
    const asked = ask(6)
    expect(asked && stylist.replacements(asked)).toEqual([])
  })

  it('can ignore a remark for good', async () => {
    await open('I could of gone. She saw the the river. He could of, too.')
    const asked = ask(4)
    if (asked) stylist.remarks.leave(asked.placed)
    lookAgain(view)
    expect(underlined()).toEqual(['the the'])
  })

  it('opens with the menu key and with the command, after the menu of a misspelt word', async () => {
    await open('I could of gone by ferrry, the the end.')
    const suggest = textCommands.find(({ id }) => id === 'edit.suggestSpelling')
    const press = (at: number) => {
      view.dispatch({ selection: { anchor: at } })
      const event = new KeyboardEvent('keydown', { key: 'F10', shiftKey: true, bubbles: true, cancelable: true })
      view.contentDOM.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect([press(13), press(5)]).toEqual([false, true])
    expect(stylist.menu?.placed.slip).toBe('could of')
    stylist.close()
    view.dispatch({ selection: { anchor: 30 } })
    suggest?.run(view)
    expect(stylist.menu?.placed.slip).toBe('the the')
    stylist.close()
    view.dispatch({ selection: { anchor: 21 } })
    suggest?.run(view)
    await pause()
    expect([stylist.menu, speller.menu?.word.text]).toEqual([null, 'ferrry'])
  })
})
