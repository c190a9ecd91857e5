import { EditorState, type ChangeSpec } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { once, pieces, placed } from './pieces'

const open = (doc: string) => EditorState.create({ doc, extensions: pieces })

/** Returns a seeded random number generator for numbers below a limit. */
function dice(seed: number): (limit: number) => number {
  return (limit) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % Math.max(1, limit)
  }
}

const LONG = 'x\n'.repeat(9_000)

describe('pieces', () => {
  it('cover the whole text in whole lines after any edits', () => {
    const roll = dice(11)
    const pick = <T>(first: T, ...others: T[]): T => others[roll(others.length + 1) - 1] ?? first
    let state = open(Array.from({ length: 3_000 }, (_, at) => `第 ${at} 行 ${'line '.repeat(at % 9)}`).join('\n'))
    for (let round = 0; round < 400; round++) {
      const changes: ChangeSpec[] = []
      for (let at = roll(state.doc.length); changes.length < 3 && at <= state.doc.length; at += 1 + roll(40_000)) {
        const to = Math.min(state.doc.length, at + pick(0, 1, 30, 20_000))
        changes.push({ from: at, to, insert: pick('', 'a', '\n', '雨\n停', ...(round % 9 === 0 ? [LONG] : [])) })
        at = to
      }
      state = state.update({ changes }).state
      let end = 0
      for (const { from, to } of placed(state)) {
        expect(from).toBe(end)
        expect(to).toBeGreaterThan(from)
        expect(from === 0 || state.sliceDoc(from - 1, from) === '\n', `a piece begins inside a line at ${from}`).toBe(true)
        end = to
      }
      expect(end).toBe(state.doc.length)
    }
  })

  it('are reused after a key except the edited one, and read once', () => {
    const before = open('一二三四五。\n'.repeat(50_000))
    let read = 0
    const length = once((text) => (read++, text.length))
    const sum = (state: EditorState) => [...placed(state)].reduce((all, place) => all + length(state.doc, place), 0)
    expect(sum(before)).toBe(before.doc.length)
    const first = read
    const after = before.update({ changes: { from: 170_003, insert: '雨' } }).state
    expect(sum(after)).toBe(after.doc.length)
    expect(read - first).toBeLessThanOrEqual(2)
  })
})
