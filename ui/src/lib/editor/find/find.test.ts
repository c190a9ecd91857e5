import { history, undo } from '@codemirror/commands'
import type { StateEffect, TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { locale } from '$lib/i18n'
import { pieces } from '../pieces'
import { find } from './find'
import { closeFind, findNext, findPrevious, openFind, openReplace, setTerms } from './finding'
import { inCaseOf, NO_TERMS, Query, type Terms } from './query'

/** The type of the effect that scrolls. */
const scrolls = (EditorView.scrollIntoView(0) as unknown as { type: Parameters<StateEffect<unknown>['is']>[0] }).type

let view: EditorView
const user = userEvent.setup()

function open(doc: string, anchor = 0, head = anchor): EditorView {
  view = new EditorView({ doc, selection: { anchor, head }, parent: document.body, extensions: [pieces, history(), find] })
  view.focus()
  return view
}

beforeEach(() => setTerms(open(''), NO_TERMS))
afterEach(() => {
  view.destroy()
  document.body.replaceChildren()
})

const selected = () => {
  const { from, to } = view.state.selection.main
  return `${from}:${view.state.sliceDoc(from, to)}`
}
const look = (terms: Partial<Terms>) => {
  openReplace(view)
  setTerms(view, { ...NO_TERMS, ...terms })
}
const count = () => screen.getAllByRole('status')[0]?.textContent?.trim()
const field = () => screen.getByRole('textbox', { name: 'Find in this file' })

it.each([
  ['the first match from the caret on', 'rain and snow, rain', 5, 'rain', 15],
  ['the first match of all behind the last', 'rain and snow', 5, 'rain', 0],
  ['nothing without a match', 'rain', 0, 'hail', null],
] as const)('scrolls to %s as she types, and the caret stays', async (_, doc, caret, text, from) => {
  open(doc, caret)
  openFind(view)
  const dispatch = vi.spyOn(view, 'dispatch')
  setTerms(view, { ...NO_TERMS, text })
  const shown = () =>
    dispatch.mock.calls.flatMap((specs) => specs.flatMap((spec) => (spec as TransactionSpec).effects ?? []).flat()).find((effect) => (effect as StateEffect<unknown>).is(scrolls)) as
      | StateEffect<{ range: { from: number } }>
      | undefined
  if (from === null) await new Promise((done) => setTimeout(done))
  else await vi.waitFor(() => expect(shown()?.value.range.from).toBe(from))
  if (from === null) expect(shown()).toBeUndefined()
  expect(selected()).toBe(`${caret}:`)
})

describe('finding', () => {
  it.each([
    ['plain', { text: 'rain' }, 'Rain, rain, train', ['Rain', 'rain', 'rain']],
    ['with case', { text: 'rain', caseSensitive: true }, 'Rain, rain', ['rain']],
    ['whole words', { text: 'rain', wholeWord: true }, 'rain train rain’s 雨rain雨', ['rain', 'rain', 'rain']],
    ['whole words in Chinese, where there are no edges', { text: '雨', wholeWord: true }, '大雨停了', ['雨']],
    ['signs as they are', { text: 'a.b(c' }, 'a.b(c axb(c', ['a.b(c']],
    ['a pattern', { text: '第\\d+章|ch\\.', regex: true }, '第12章 Ch. 第章', ['第12章', 'Ch.']],
    ['beyond the basic plane', { text: '𠮷', caseSensitive: true }, 'a𠮷野𠮷', ['𠮷', '𠮷']],
  ])('finds %s', (_, terms, doc, expected) => {
    const query = new Query({ ...NO_TERMS, ...terms })
    open(doc)
    const found = query.found(view.state.doc, { piece: { length: doc.length }, from: 0, to: doc.length })
    expect(found.map(({ from, to }) => doc.slice(from, to))).toEqual(expected)
  })

  it('moves from match to match and wraps around at the ends of the text', () => {
    open('雨 a 雨 b 雨', 2)
    look({ text: '雨' })
    const steps = [findNext, findNext, findNext, findPrevious, findPrevious].map((step) => {
      step(view)
      return selected()
    })
    expect(steps).toEqual(['4:雨', '8:雨', '0:雨', '8:雨', '4:雨'])
  })

  it('opens again with the last search term and searches again', async () => {
    open('雨 a 雨')
    look({ text: '雨' })
    closeFind(view)
    expect(screen.queryByRole('search')).toBeNull()
    openFind(view)
    expect((field() as HTMLInputElement).value).toBe('雨')
    await vi.waitFor(() => expect(document.activeElement).toBe(field()))
  })

  it('counts the matches, shows the number of the selected one, and follows edits', async () => {
    open(`雨\n${'text\n'.repeat(9_000)}雨`)
    look({ text: '雨' })
    await vi.waitFor(() => expect(count()).toBe('2'))
    findNext(view)
    findNext(view)
    await vi.waitFor(() => expect(count()).toBe('2 of 2'))
    view.dispatch({ changes: { from: 0, insert: '雨' } })
    await vi.waitFor(() => expect(count()).toBe('3 of 3'))
  })

  it('marks the matches in view, and none when the panel is closed', async () => {
    open('雨停了。雨又下了。')
    look({ text: '雨' })
    expect(view.contentDOM.querySelectorAll('.cm-searchMatch')).toHaveLength(2)
    await user.keyboard('{Escape}')
    expect(view.contentDOM.querySelectorAll('.cm-searchMatch')).toHaveLength(0)
  })
})

describe('the panel', () => {
  it('opens with the selection, and in the next text with the last search term', async () => {
    open('one two', 4, 7)
    openFind(view)
    expect(field()).toHaveProperty('value', 'two')
    view.destroy()
    open('another')
    openFind(view)
    expect(field()).toHaveProperty('value', 'two')
    await vi.waitFor(() => expect(document.activeElement).toBe(field()))
  })

  it('returns to the caret on Escape', async () => {
    open('one two', 3)
    openFind(view)
    await vi.waitFor(() => expect(document.activeElement).toBe(field()))
    await user.keyboard('two')
    expect(field()).toHaveProperty('value', 'two')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('search')).toBeNull()
    expect(view.hasFocus).toBe(true)
    expect(selected()).toBe('3:')
  })

  it('moves to the next match with Enter and to the previous one with Shift-Enter', async () => {
    open('雨 雨 雨')
    openFind(view)
    await user.type(field(), '雨{Enter}{Enter}{Enter}{Shift>}{Enter}{/Shift}')
    expect(selected()).toBe('2:雨')
    expect(document.activeElement).toBe(field())
  })

  it.each([
    ['(', 'This is no regular expression yet.'],
    ['(?=a)', 'Looking around, (?=…) and the like, is not known here.'],
  ])('shows why the pattern %j is invalid, and does nothing', async (pattern, sentence) => {
    open('a(a')
    look({ text: pattern, regex: true, replacement: 'x' })
    await vi.waitFor(() => expect(screen.getByText(sentence)).toBeTruthy())
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('button', { name: 'Replace all' })).toHaveProperty('disabled', true)
    expect(view.state.doc.toString()).toBe('a(a')
  })

  it('shows that a pattern could not search some lines', async () => {
    open('a'.repeat(20_000))
    look({ text: 'a.*b|a', regex: true })
    await vi.waitFor(() => expect(screen.getByText(/took too long for this pattern/)).toBeTruthy())
  })

  it('has Chinese words', async () => {
    locale.set('zh')
    open('雨 雨')
    look({ text: '雨' })
    await vi.waitFor(() => expect(count()).toBe('共 2 处'))
    expect(screen.getByRole('button', { name: '全部替换' })).toBeTruthy()
  })
})

describe('replacing', () => {
  it('of all matches is one undo step', async () => {
    open('雨 a 雨\n\n雨')
    look({ text: '雨', replacement: '雪' })
    await user.click(screen.getByRole('button', { name: 'Replace all' }))
    expect(view.state.doc.toString()).toBe('雪 a 雪\n\n雪')
    expect(screen.getByText('Replaced 3. One undo brings them back.')).toBeTruthy()
    undo(view)
    expect(view.state.doc.toString()).toBe('雨 a 雨\n\n雨')
  })

  it('of one match selects a match first, then replaces it and moves to the next', async () => {
    open('雨 雨')
    look({ text: '雨', replacement: '雨水' })
    const one = screen.getByRole('button', { name: 'Replace' })
    await user.click(one)
    expect([view.state.doc.toString(), selected()]).toEqual(['雨 雨', '0:雨'])
    await user.click(one)
    expect([view.state.doc.toString(), selected()]).toEqual(['雨水 雨', '3:雨'])
  })

  it.each([
    [{ text: '(\\w+) (\\w+)', replacement: '$2 $1', regex: true }, 'Wen Lu', 'Lu Wen'],
    [{ text: '(?<n>\\d)', replacement: '[${n}]$$\\n', regex: true }, 'a1', 'a[1]$\n'],
    [{ text: 'a', replacement: '$1\\n' }, 'a', '$1\\n'],
    [{ text: 'rain', replacement: 'snow', keepCase: true }, 'rain Rain RAIN', 'snow Snow SNOW'],
    [{ text: '雨', replacement: 'snow', keepCase: true }, '雨', 'snow'],
    [{ text: 'x*', replacement: 'y', regex: true }, 'axxb', 'ayb'],
  ])('with %j changes %j to %j', async (terms, doc, expected) => {
    open(doc)
    look(terms)
    await user.click(screen.getByRole('button', { name: 'Replace all' }))
    expect(view.state.doc.toString()).toBe(expected)
  })
})

it.each([
  ['word', 'snow', 'snow'],
  ['Word', 'snow fall', 'Snow fall'],
  ['WORD', 'snow', 'SNOW'],
  ['I', 'we', 'We'],
  ['雨', 'Snow', 'Snow'],
  ['wOrd', 'snow', 'snow'],
  ['McKay', 'snow', 'Snow'],
])('with the case of %j, %j becomes %j', (model, text, expected) => {
  expect(inCaseOf(model, text)).toBe(expected)
})
