import { EditorView } from '@codemirror/view'
import { undo } from '@codemirror/commands'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeHost, fault } from '$lib/fake/fakeHost'
import { sampleWorld } from '$lib/fake/sample'
import { MOST } from '$lib/search/search.svelte'
import { Desk } from './desk.svelte'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const FILES = { '一.md': '雨停了。\n她看雨。', 'two.md': 'Rain. rain RAIN\n', 'deep/3.md': 'No weather.\n' }

/** Starts a desk on a project with these files, one of them on the page. */
async function start(files: Record<string, string> = FILES, page = Object.keys(files)[0] ?? '') {
  const world = sampleWorld()
  world.documents = Object.entries(files).map(([path, text]) => ({ path, text, hash: `hash-${path}` }))
  const entries = Object.entries(files).map(([path, { length }]) => ({ path, bytes: length, length: null }))
  world.project = { ...world.project, files: entries } as typeof world.project
  world.workspace = { ...world.workspace, open: [], current: page }
  const host = fakeHost({ world })
  const desk = new Desk(host)
  await desk.listen()
  await desk.start()
  const text = (path: string) => world.documents.find((each) => each.path === path)?.text
  return { desk, host, world, search: desk.search, text }
}

type Started = Awaited<ReturnType<typeof start>>

async function find({ search }: Started, terms: Parameters<Started['search']['set']>[0]) {
  search.show()
  search.set(terms)
  await vi.waitFor(() => expect(search.progress).toBeNull())
}

const found = ({ search }: Started) => search.results.map(({ path, hits }) => [path, ...hits.map((hit) => `${hit.before}|${hit.text}|${hit.after}`)])

describe('finding in the project', () => {
  it.each([
    [{ text: '雨' }, [['一.md', '|雨|停了。', '她看|雨|。']]],
    [{ text: 'rain' }, [['two.md', '|Rain|. rain RAIN', 'Rain. |rain| RAIN', 'Rain. rain |RAIN|']]],
    [{ text: 'rain', caseSensitive: true }, [['two.md', 'Rain. |rain| RAIN']]],
    [{ text: 'w\\w+r|停.', regex: true }, [['一.md', '雨|停了|。'], ['deep/3.md', 'No |weather|.']]],
    [{ text: 'eat', wholeWord: true }, []],
  ])('with %j finds %j', async (terms, expected) => {
    const desk = await start()
    await find(desk, terms)
    expect(found(desk)).toEqual(expected)
    expect(desk.search.places).toBe(expected.flat().filter((each) => each.includes('|')).length)
  })

  it('searches unsaved text on the page', async () => {
    const desk = await start()
    const view = new EditorView()
    desk.desk.pages.current?.show(view)
    view.dispatch({ changes: { from: 0, insert: '雪。' }, userEvent: 'input.type' })
    await find(desk, { text: '雪' })
    expect(found(desk)).toEqual([['一.md', '|雪|。雨停了。']])
    view.dispatch({ changes: { from: 0, insert: '大雪。' }, userEvent: 'input.type' })
    await desk.search.follow('一.md')
    expect(desk.search.places).toBe(2)
    view.destroy()
  })

  it('reports unreadable files, an invalid pattern and too many hits', async () => {
    const desk = await start({ 'much.md': 'a\n'.repeat(3 * MOST), 'gone.md': 'a', 'later.md': 'a' })
    desk.world.documents.splice(1, 1)
    await find(desk, { text: '(', regex: true })
    expect([desk.search.fault, desk.search.results]).toEqual(['syntax', []])
    await find(desk, { text: 'later', regex: false })
    expect(desk.search.unread).toBe(1)
    await find(desk, { text: 'a' })
    expect([desk.search.more, desk.search.results[0]?.more]).toEqual([true, true])
    await desk.search.replace(desk.search.results[0])
    expect(desk.search.outcome, 'part of a file is never replaced').toBeNull()
    const many = await start(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.md`, 'a\n'.repeat(MOST / 4)])))
    await find(many, { text: 'a', replacement: 'b' })
    expect([many.search.more, many.search.places >= MOST]).toEqual([true, true])
    await many.search.replace()
    expect(many.text('1.md'), 'nothing is replaced that is not shown').not.toContain('b')
  })

  it('searches in batches, never reads an open file, and stops when the query changes', async () => {
    const desk = await start(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at}.md`, `text ${at}`])))
    const asked = vi.spyOn(desk.host, 'fileTexts')
    await find(desk, { text: 'text' })
    expect(asked.mock.calls[0]?.[0].length).toBeLessThan(10)
    expect(asked.mock.calls.flat(2)).not.toContain('0.md')
    expect(desk.search.places).toBe(300)
    asked.mockClear()
    desk.search.set({ text: 'tex' })
    desk.search.set({ text: 'te' })
    await vi.waitFor(() => expect(desk.search.progress).toBeNull())
    expect(asked.mock.calls.flat(2)).toHaveLength(299)
  })
})

describe('replacing in the project', () => {
  it('changes an open file on its page in one undo step, and a closed file on the disk', async () => {
    const desk = await start()
    await find(desk, { text: '雨|rain', regex: true, replacement: 'snow', keepCase: true })
    await desk.search.replace()
    expect(desk.desk.pages.current?.state.doc.toString()).toBe('snow停了。\n她看snow。')
    expect(desk.text('two.md')).toBe('Snow. snow SNOW\n')
    expect(desk.search.outcome).toEqual({ kind: 'replaced', places: 5, files: 2, changed: [], failed: [] })
    const view = new EditorView()
    desk.desk.pages.current?.show(view)
    undo(view)
    expect(view.state.doc.toString()).toBe(FILES['一.md'])
    view.destroy()
  })

  it('is taken back by one action', async () => {
    const desk = await start()
    await find(desk, { text: '雨|rain', regex: true, replacement: '$0$0' })
    await desk.search.replace()
    expect(desk.text('two.md')).toBe('RainRain. rainrain RAINRAIN\n')
    expect(desk.search.canUndo).toBe(true)
    await desk.search.undo()
    expect([desk.desk.pages.current?.state.doc.toString(), desk.text('two.md')]).toEqual([FILES['一.md'], FILES['two.md']])
    expect(desk.search.outcome).toMatchObject({ kind: 'undone', places: 5, files: 2 })
    expect(desk.search.canUndo).toBe(false)
    await find(desk, { text: 'absent' })
    expect(desk.search.outcome, 'a search for another term says whether it was found').toBeNull()
  })

  it('is not taken back in a file that changed since, and names this file', async () => {
    const desk = await start()
    await find(desk, { text: '雨|rain', regex: true, replacement: 'x' })
    await desk.search.replace()
    Object.assign(desk.world.documents.find(({ path }) => path === 'two.md') ?? {}, { text: 'theirs', hash: 'theirs' })
    await desk.desk.pages.current?.replace('mine')
    await desk.search.undo()
    expect(desk.search.outcome).toMatchObject({ files: 0, changed: ['一.md', 'two.md'] })
    expect([desk.desk.pages.current?.state.doc.toString(), desk.text('two.md')]).toEqual(['mine', 'theirs'])
  })

  it('skips text that changed since the search or has an open composition, and names failed files', async () => {
    const desk = await start({ ...FILES, 'four.md': 'rain' })
    await find(desk, { text: '雨|rain', regex: true, replacement: 'x' })
    Object.assign(desk.world.documents[1] ?? {}, { hash: 'another' })
    await desk.desk.pages.current?.replace('雨 mine')
    const { host } = desk
    const replace = host.replaceInFile
    vi.spyOn(host, 'replaceInFile').mockImplementation((request) =>
      request.path === 'four.md' ? Promise.reject(fault('DISK_FULL')) : replace(request),
    )
    await desk.search.replace()
    expect(desk.search.outcome).toMatchObject({ files: 0, changed: ['一.md', 'two.md'], failed: [{ path: 'four.md' }] })
    expect(desk.desk.pages.current?.state.doc.toString()).toBe('雨 mine')
  })

  it('can be stopped, and the replacements made so far can be taken back', async () => {
    const desk = await start({ 'page.md': '', 'a.md': 'x', 'b.md': 'x', 'c.md': 'x' })
    await find(desk, { text: 'x', replacement: 'y' })
    const { host, search } = desk
    const replace = host.replaceInFile
    vi.spyOn(host, 'replaceInFile').mockImplementation((request) => {
      if (request.path === 'b.md') search.stop()
      return replace(request)
    })
    await search.replace()
    expect([desk.text('a.md'), desk.text('b.md'), desk.text('c.md')]).toEqual(['y', 'y', 'x'])
    expect(search.outcome).toMatchObject({ places: 2, files: 2 })
    await search.undo()
    expect([desk.text('a.md'), desk.text('b.md'), desk.text('c.md')]).toEqual(['x', 'x', 'x'])
  })

  it('can be limited to one file or to one hit', async () => {
    const desk = await start({ 'a.md': 'x x x', 'b.md': 'x x', 'c.md': 'x' }, 'c.md')
    await find(desk, { text: 'x', replacement: 'xy' })
    const [first, second] = desk.search.results
    await desk.search.replace(first, first?.hits[1])
    expect(desk.text('a.md')).toBe('x xy x')
    expect(desk.search.results[0]?.hits.map(({ from }) => from), 'the other places move along').toEqual([0, 2, 5])
    await desk.search.replace(second)
    expect([desk.text('b.md'), desk.text('a.md')]).toEqual(['xy xy', 'x xy x'])
    await desk.search.undo()
    expect(desk.text('b.md')).toBe('x x')
  })
})
