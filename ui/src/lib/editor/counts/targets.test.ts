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

it('is gained in each file by itself: one that got shorter takes nothing from the others', () => {
  expect(gained([{ first: 1_000, last: 1_250 }, { first: 5_000, last: 200 }, { first: 0, last: 30 }])).toBe(280)
})

describe('a day', () => {
  it('goes on where its last session ended', () => {
    const day = beginDay({ date: '2026-11-21', gained: 400 }, '2026-11-21')
    expect(dayOf(day, 250)).toEqual({ date: '2026-11-21', gained: 650 })
  })

  it('begins with nothing, and at midnight anew', () => {
    let day = beginDay({ date: '2026-11-20', gained: 400 }, '2026-11-21')
    expect(dayOf(day, 250).gained).toBe(250)
    day = dayAt(day, '2026-11-22', 250)
    expect(dayOf(day, 250)).toEqual({ date: '2026-11-22', gained: 0 })
    expect(dayOf(dayAt(day, '2026-11-22', 300), 300).gained).toBe(50)
  })

  it('is never less than nothing', () => expect(dayOf(dayAt(beginDay(null, 'a'), 'b', 80), 20).gained).toBe(0))

  it('is that of the calendar on the wall', () => expect(localDate(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05'))
})
