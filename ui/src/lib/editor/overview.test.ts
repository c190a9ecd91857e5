import { isolateHistory, undo, history } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pasted } from '$lib/text/pasted'
import { plainText } from './counts/body'
import { lengthIn, type TextCounts } from './counts/counts'
import { bringTo, undoOfDisk } from './outside'
import { overview, type Overview } from './overview'
import { pieces } from './pieces'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function open(doc: string, isPlain = false) {
  const report = vi.fn<(overview: Overview) => void>()
  const view = new EditorView({ doc, extensions: [pieces, history(), undoOfDisk, pasted, plainText.of(isPlain), overview(report)] })
  await vi.advanceTimersByTimeAsync(0)
  return { view, report, last: () => report.mock.lastCall?.[0] }
}

const wordsIn = (counts: TextCounts | null | undefined) => (counts ? lengthIn(counts).words : null)

const pause = () => vi.advanceTimersByTimeAsync(400)

describe('the overview', () => {
  it('waits for a pause and then reports document and selection', async () => {
    const { view, report, last } = await open('One two.\n雨停了。')
    expect(wordsIn(last()?.counts)).toBe(5)
    expect(last()?.selected).toBeNull()
    view.dispatch({ changes: { from: 0, insert: 'Zero ' } })
    view.dispatch({ selection: { anchor: 0, head: 4 } })
    await vi.advanceTimersByTimeAsync(399)
    expect(report, 'nothing is counted between two keys').toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect([wordsIn(last()?.counts), wordsIn(last()?.selected)]).toEqual([6, 1])
    view.destroy()
  })

  it('counts the gain from the text as it was opened, however early the writer types', async () => {
    const report = vi.fn<(overview: Overview) => void>()
    const view = new EditorView({ doc: 'One two.', extensions: [pieces, history(), undoOfDisk, pasted, overview(report)] })
    view.dispatch({ changes: { from: 0, insert: '雨' }, userEvent: 'input.type' })
    await vi.advanceTimersByTimeAsync(0)
    expect(report.mock.lastCall?.[0].written.words).toBe(2)
    await pause()
    expect(report.mock.lastCall?.[0].written.words).toBe(3)
    view.destroy()
  })

  it('pauses a long first count while the writer types', async () => {
    let clock = 0
    // Each call of the clock adds 10 ms, so every time slice ends after one piece.
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 10))
    const { view, report, last } = await open('一。\n\n'.repeat(2_000))
    expect(report).not.toHaveBeenCalled()
    for (let key = 0; key < 100; key += 1) {
      view.dispatch({ changes: { from: 0, insert: '雨' }, userEvent: 'input.type' })
      await vi.advanceTimersByTimeAsync(399)
    }
    expect(report, 'nothing is counted between two keys').not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(report.mock.calls[0]?.[0].written.words, 'from the text as it came into view').toBe(2_000)
    expect(last()?.written.words).toBe(2_100)
    now.mockRestore()
    view.destroy()
  })

  it('reports the heading above the caret, and reuses equal headings', async () => {
    const { view, last } = await open('开头\n# 一\n正文\n## 二\n正文')
    expect(last()).toMatchObject({ heading: -1, headings: [{ title: '一' }, { title: '二' }] })
    const before = last()?.headings
    expect(last()?.starts).toEqual([3, 10])
    view.dispatch({ changes: { from: 0, insert: '。' }, selection: { anchor: 10 } })
    await pause()
    expect(last()).toMatchObject({ heading: 0, starts: [4, 11] })
    expect(last()?.headings, 'however they move').toBe(before)
    view.destroy()
  })

  it.each(['---\nstatus: draft\n---\n\nOne two.', '---\n状态：草稿\n---\n\n一二。'])('counts no word of the front matter: %j', async (doc) => {
    const { view, last } = await open(doc)
    const written = () => [wordsIn(last()?.counts), last()?.written.words, last()?.pasted.words]
    expect(written()).toEqual([2, 2, 0])
    const end = doc.lastIndexOf('---')
    view.dispatch({ changes: { from: end, insert: 'synopsis: A long night at the ferry\n' }, userEvent: 'input.type' })
    await pause()
    expect(written()).toEqual([2, 2, 0])
    view.dispatch({ changes: { from: end, insert: 'title: Rain and wind\n' }, userEvent: 'input.paste' })
    await pause()
    expect(written()).toEqual([2, 2, 0])
    view.dispatch(bringTo(view.state, view.state.doc.toString().replace('---\n', '---\nscene: action\n')) ?? {})
    await pause()
    expect(written()).toEqual([2, 2, 0])
    // Another program takes the front matter away and writes a word.
    view.dispatch(bringTo(view.state, `${view.state.doc.toString().replace(/^---[^]*---\n\n/u, '')} Three`) ?? {})
    await pause()
    expect(written()).toEqual([3, 2, 0])
    view.destroy()
  })

  it('counts a paste of a whole file without its front matter, and nothing of a selection in it', async () => {
    const { view, last } = await open('')
    view.dispatch({ changes: { from: 0, insert: '---\nstatus: first draft\n---\nOne two three.' }, userEvent: 'input.paste' })
    view.dispatch({ selection: { anchor: 4, head: 12 } })
    await pause()
    expect([wordsIn(last()?.counts), last()?.written.words, last()?.pasted.words, wordsIn(last()?.selected)]).toEqual([3, 0, 3, 0])
    view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } })
    await pause()
    expect(wordsIn(last()?.selected)).toBe(3)
    view.destroy()
  })

  it('counts every word of plain text', async () => {
    const { view, last } = await open('---\nstatus: draft\n---\nOne two.', true)
    expect(wordsIn(last()?.counts)).toBe(4)
    view.destroy()
  })

  it('counts typed and deleted text as written, but no pastes and no text of another program', async () => {
    const { view, last } = await open('One two three.')
    const type = (insert: string, userEvent: string) =>
      view.dispatch({ changes: { from: view.state.doc.length, insert }, userEvent, annotations: isolateHistory.of('full') })
    type(' four five', 'input.type')
    await pause()
    expect(last()?.written.words).toBe(5)
    type(' 粘贴的文字', 'input.paste')
    await pause()
    expect([last()?.written.words, last()?.pasted.words, wordsIn(last()?.counts)]).toEqual([5, 5, 10])
    view.dispatch(bringTo(view.state, `Out there. ${view.state.doc.toString()}`) ?? {})
    await pause()
    expect([last()?.written.words, wordsIn(last()?.counts)]).toEqual([5, 12])
    undo(view)
    await pause()
    expect([last()?.written.words, wordsIn(last()?.counts)]).toEqual([5, 10])
    view.dispatch({ changes: { from: 0, to: 4 } })
    await pause()
    expect(last()?.written.words).toBe(4)
    view.destroy()
  })
})
