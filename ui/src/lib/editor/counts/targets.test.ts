import { describe, expect, it } from 'vitest'
import type { Length } from '$lib/host'
import { beginDay, dayAt, dayOf, gained, localDate, progress, withDay, type Written } from './targets'

describe('progress', () => {
  it.each([
    [300, 500, { done: 300, target: 500, share: 0.6 }],
    [900, 500, { done: 900, target: 500, share: 1 }],
    [-40, 500, { done: 0, target: 500, share: 0 }],
    [300, undefined, null],
    [300, 0, null],
  ])('of %d towards %s', (done, target, expected) => expect(progress(done, target)).toEqual(expected))
})

const length = (words: number): Length => ({ words, letters: 4 * words, characters: 5 * words })
const own = (words: number, pasted = 0) => ({ written: length(words), pasted: length(pasted) })
const so = (typed: number, total = typed): Written => ({ typed: length(typed), total: length(total) })

describe('the gain', () => {
  it('is summed per file: a file that got shorter does not reduce the gain of others', () => {
    const files = [[1_000, 1_250], [5_000, 200], [0, 30]] as const
    expect(gained(files.map(([first, last]) => ({ first: own(first), last: own(last) })))).toEqual(so(280))
  })

  it('is known with pasted text and without', () => {
    expect(gained([{ first: own(100), last: own(110, 40) }])).toEqual(so(10, 50))
  })

  it('is counted in each way by itself: a sign that came is no word', () => {
    const last = { ...own(100), written: { words: 100, letters: 400, characters: 502 } }
    expect(gained([{ first: own(100), last }]).typed).toEqual({ words: 0, letters: 0, characters: 2 })
  })
})

describe('a day', () => {
  it('continues where the last session of the day ended', () => {
    const day = beginDay([{ date: '2026-11-21', ...so(400) }], '2026-11-21')
    expect(dayOf(day, so(250, 300))).toEqual({ date: '2026-11-21', ...so(650, 700) })
  })

  it('starts with no gain, and again at midnight', () => {
    let day = beginDay([{ date: '2026-11-20', ...so(400) }], '2026-11-21')
    expect(dayOf(day, so(250)).typed.words).toBe(250)
    day = dayAt(day, '2026-11-22', so(250))
    expect(dayOf(day, so(250))).toEqual({ date: '2026-11-22', ...so(0) })
    expect(dayOf(dayAt(day, '2026-11-22', so(300)), so(300)).typed.words).toBe(50)
  })

  it('never has a negative gain', () => expect(dayOf(dayAt(beginDay([], 'a'), 'b', so(80)), so(20))).toEqual({ date: 'b', ...so(0) }))

  it('takes its place among the stored days; without a word it has none', () => {
    const days = [{ date: '2026-11-20', ...so(400) }, { date: '2026-11-22', ...so(5) }]
    expect(withDay(days, { date: '2026-11-21', ...so(7) }).map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
    expect(withDay(days, { date: '2026-11-22', ...so(9) })[1]).toEqual({ date: '2026-11-22', ...so(9) })
    expect(withDay(days, { date: '2026-11-22', ...so(0) })).toEqual(days.slice(0, 1))
  })

  it('is kept for more than a year', () => {
    const days = Array.from({ length: 500 }, (_, at) => ({ date: new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10), ...so(1) }))
    const kept = withDay(days, { date: '2026-11-22', ...so(1) })
    expect([kept.length, kept.at(-1)?.date]).toEqual([400, '2026-11-22'])
  })

  it('is the date in the local time zone', () => expect(localDate(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05'))
})
