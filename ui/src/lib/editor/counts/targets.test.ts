import { describe, expect, it } from 'vitest'
import { beginDay, dayAt, dayOf, gained, localDate, progress } from './targets'

describe('progress', () => {
  it.each([
    [300, 500, { done: 300, target: 500, share: 0.6 }],
    [900, 500, { done: 900, target: 500, share: 1 }],
    [-40, 500, { done: 0, target: 500, share: 0 }],
    [300, undefined, null],
    [300, 0, null],
  ])('of %d towards %s', (done, target, expected) => expect(progress(done, target)).toEqual(expected))
})

it('is summed per file: a file that got shorter does not reduce the gain of others', () => {
  expect(gained([{ first: 1_000, last: 1_250 }, { first: 5_000, last: 200 }, { first: 0, last: 30 }])).toBe(280)
})

describe('a day', () => {
  it('continues where the last session of the day ended', () => {
    const day = beginDay({ date: '2026-11-21', gained: 400 }, '2026-11-21')
    expect(dayOf(day, 250)).toEqual({ date: '2026-11-21', gained: 650 })
  })

  it('starts with no gain, and again at midnight', () => {
    let day = beginDay({ date: '2026-11-20', gained: 400 }, '2026-11-21')
    expect(dayOf(day, 250).gained).toBe(250)
    day = dayAt(day, '2026-11-22', 250)
    expect(dayOf(day, 250)).toEqual({ date: '2026-11-22', gained: 0 })
    expect(dayOf(dayAt(day, '2026-11-22', 300), 300).gained).toBe(50)
  })

  it('never has a negative gain', () => expect(dayOf(dayAt(beginDay(null, 'a'), 'b', 80), 20).gained).toBe(0))

  it('is the date in the local time zone', () => expect(localDate(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05'))
})
