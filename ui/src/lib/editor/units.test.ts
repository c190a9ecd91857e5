import { EditorView } from '@codemirror/view'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unitCount, units } from './units'

describe('units', () => {
  it.each([
    ['', 0],
    ['Don’t stop, half-open door.', 4],
    ["Don't stop", 2],
    ['雨停了。', 3],
    ['他说 OK，然后走了 3 里。', 9],
    ['3.50 and 1,000', 3],
    ['𠮷野家', 3],
    ['…… — !', 0],
    ['Ça va, naïve café', 4],
  ])('counts words, numbers and Han characters: %j', (text, expected) => {
    expect(units(text)).toBe(expected)
  })
})

describe('counting', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('waits for a pause and then reports document and selection', async () => {
    const report = vi.fn()
    const view = new EditorView({ doc: 'One two.\n雨停了。', extensions: unitCount(report) })
    await vi.advanceTimersByTimeAsync(0)
    expect(report).toHaveBeenLastCalledWith(5, 0)
    view.dispatch({ changes: { from: 0, insert: 'Zero ' } })
    view.dispatch({ selection: { anchor: 0, head: 4 } })
    await vi.advanceTimersByTimeAsync(399)
    expect(report, 'nothing is counted between two keys').toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(report).toHaveBeenLastCalledWith(6, 1)
    view.destroy()
  })
})
