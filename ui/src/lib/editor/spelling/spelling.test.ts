import { history, undo } from '@codemirror/commands'
import { EditorSelection } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeHost, fault, type FakeHost } from '$lib/fake/fakeHost'
import { DEFAULT_SETTINGS, type English } from '$lib/host'
import { editorSettings } from '../settings'
import { writing } from '../writing'
import { Speller } from './speller.svelte'
import { lookAgain, nextMisspelling, spelling, suggestSpelling } from './spelling'

let view: EditorView
let host: FakeHost
let english: English
let speller: Speller
const heard = { onFault: vi.fn(), onNothing: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers()
  host = fakeHost()
  host.world.misspellings = { ferrry: ['ferry', 'furry'], rivver: ['river'], colour: ['color'] }
  vi.spyOn(host, 'checkWords')
  english = 'installed'
  speller = new Speller(host, () => english, heard)
})

afterEach(() => {
  view.destroy()
  vi.useRealTimers()
  vi.clearAllMocks()
})

const extensions = (settings = {}) => [
  history(),
  editorSettings.of({ ...DEFAULT_SETTINGS.writing, ...settings }),
  writing(),
  spelling(speller),
]

async function open(doc: string, settings = {}): Promise<void> {
  view = new EditorView({ doc, parent: document.body, extensions: extensions(settings) })
  await pause()
}

/** Waits until the pause of the writer and all pending work are over. */
const pause = () => vi.advanceTimersByTimeAsync(1_000)
const underlined = () => [...view.contentDOM.querySelectorAll('.misspelt')].map((mark) => mark.textContent)
const type = (from: number, insert: string) =>
  view.dispatch({ changes: { from, insert }, selection: { anchor: from + insert.length }, userEvent: 'input.type' })

describe('misspelt words', () => {
  it('are underlined after a pause, looked up in one request and once, and the text is unchanged', async () => {
    const doc = 'The ferrry on the rivver. 渡船 ferrry 来了。\n`ferrry` <!-- rivver -->'
    await open(doc)
    expect(underlined()).toEqual(['ferrry', 'rivver', 'ferrry'])
    expect(view.contentDOM.querySelector('.misspelt')?.getAttribute('aria-invalid')).toBe('spelling')
    expect(host.checkWords).toHaveBeenCalledExactlyOnceWith(['The', 'ferrry', 'on', 'the', 'rivver'], 'installed')
    expect(view.state.doc.toString()).toBe(doc)
    type(0, 'On ')
    await pause()
    expect(host.checkWords).toHaveBeenLastCalledWith(['On'], 'installed')
    expect(underlined()).toEqual(['ferrry', 'rivver', 'ferrry'])
  })

  it('are not underlined while they are typed, but once the caret is elsewhere', async () => {
    await open('')
    type(0, 'The rivver')
    await pause()
    expect(underlined()).toEqual([])
    type(10, ' ')
    await pause()
    expect(underlined()).toEqual(['rivver'])
    type(4, 'x')
    await pause()
    expect(underlined(), 'another word now').toEqual([])
    view.dispatch({ changes: { from: 4, to: 5 }, selection: { anchor: 4 }, userEvent: 'delete.backward' })
    await pause()
    expect(underlined(), 'the caret is at it').toEqual([])
    view.dispatch({ selection: { anchor: 1 }, userEvent: 'select' })
    await pause()
    expect(underlined()).toEqual(['rivver'])
  })

  it('are not redrawn during a composition', async () => {
    await open('ferrry ')
    const composing = vi.spyOn(view, 'compositionStarted', 'get').mockReturnValue(true)
    const dispatch = vi.spyOn(view, 'dispatch')
    view.dispatch({ changes: { from: 0, insert: 'rivver - ' }, selection: { anchor: 8 }, userEvent: 'input.type.compose' })
    dispatch.mockClear()
    await pause()
    expect(underlined()).toEqual(['ferrry'])
    expect(dispatch).not.toHaveBeenCalled()
    composing.mockReturnValue(false)
    view.contentDOM.dispatchEvent(new CompositionEvent('compositionend'))
    await pause()
    expect(underlined()).toEqual(['rivver', 'ferrry'])
  })

  it('are not marked with spelling off, without a dictionary, and in another variety of English', async () => {
    await open('colour ferrry', { spelling: false })
    expect(host.checkWords).not.toHaveBeenCalled()
    expect(underlined()).toEqual([])
    view.destroy()

    const { misspellings } = host.world
    host.world.misspellings = null
    await open('colour ferrry ')
    expect(underlined()).toEqual([])
    host.world.misspellings = misspellings
    type(14, 'x ')
    await pause()
    expect(underlined(), 'a dictionary came').toEqual(['colour', 'ferrry'])

    host.world.misspellings = { ferrry: [] }
    english = 'british'
    type(16, 'y ')
    await pause()
    expect(underlined()).toEqual(['ferrry'])
  })

  it('are unknown while the host fails, which is reported once', async () => {
    host.failNext('checkWords', fault('DICTIONARY_UNUSABLE'))
    await open('ferrry ')
    host.failNext('checkWords', fault('DICTIONARY_UNUSABLE'))
    type(7, 'x ')
    await pause()
    expect(heard.onFault).toHaveBeenCalledOnce()
    type(9, 'y ')
    await pause()
    expect(underlined()).toEqual(['ferrry'])
  })
})

describe('the menu of suggestions', () => {
  const ask = async (at: number) => {
    view.dispatch({ selection: EditorSelection.cursor(at) })
    suggestSpelling(view)
    await pause()
    return speller.menu
  }

  it('opens for the word at the caret, and a suggestion is one undo step', async () => {
    await open('The ferrry came.')
    const asked = await ask(7)
    expect(asked?.suggestions).toEqual(['ferry', 'furry'])
    if (asked) speller.take(asked, 'ferry')
    expect(view.state.doc.toString()).toBe('The ferry came.')
    expect(view.state.selection.main.head).toBe(9)
    await pause()
    expect(underlined()).toEqual([])
    undo(view)
    expect(view.state.doc.toString()).toBe('The ferrry came.')
    await pause()
    expect(underlined()).toEqual(['ferrry'])
  })

  it('does not open for a correct word, and changes nothing after an edit', async () => {
    await open('The ferrry came.')
    expect(await ask(1)).toBeNull()
    expect(heard.onNothing).toHaveBeenLastCalledWith('right')
    const asked = await ask(5)
    view.dispatch({ changes: { from: 0, insert: 'And ' } })
    if (asked) speller.take(asked, 'ferry')
    expect(view.state.doc.toString()).toBe('And The ferrry came.')
  })

  it('opens with the menu key on a misspelt word; elsewhere the key keeps its default', async () => {
    await open('The ferrry came.')
    const press = (at: number) => {
      view.dispatch({ selection: EditorSelection.cursor(at) })
      const event = new KeyboardEvent('keydown', { key: 'F10', shiftKey: true, bubbles: true, cancelable: true })
      view.contentDOM.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect([press(1), press(5)]).toEqual([false, true])
    await pause()
    expect(speller.menu?.word.text).toBe('ferrry')
  })

  it('does not open for a word that was added or ignored', async () => {
    await open('The ferrry and the rivver.')
    const [first, second] = [await ask(5), await ask(20)]
    if (first) await speller.add(first.word)
    lookAgain(view)
    await pause()
    expect(underlined()).toEqual(['rivver'])
    expect(host.world.ownWords).toEqual(['ferrry'])
    if (second) speller.lexicon.ignore(second.word)
    lookAgain(view)
    expect(underlined()).toEqual([])
  })
})

describe('the next misspelling', () => {
  const go = async () => {
    nextMisspelling(view)
    await pause()
    const { from, to } = view.state.selection.main
    return [from, view.state.sliceDoc(from, to)]
  }

  it('is selected after the caret, also far out of view, and after the last comes the first', async () => {
    const line = `${'走过去。And it went on. '.repeat(2_000)}\n`
    const doc = `The ferrry.\n${line}${line}rivver`
    await open(doc)
    expect(await go()).toEqual([4, 'ferrry'])
    expect(await go()).toEqual([doc.length - 6, 'rivver'])
    expect(await go()).toEqual([4, 'ferrry'])
  })

  it('is reported if there is none', async () => {
    await open('All is well.')
    expect(await go()).toEqual([0, ''])
    expect(heard.onNothing).toHaveBeenCalledExactlyOnceWith('none')
    host.world.misspellings = null
    speller.lexicon.forget()
    await go()
    expect(heard.onNothing).toHaveBeenLastCalledWith('noDictionary')
  })
})
