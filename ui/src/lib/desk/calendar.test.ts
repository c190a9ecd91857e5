import { describe, expect, it } from 'vitest'
import { daysInARow, monthAfter, monthOf } from './calendar'

const written = new Map([
  ['2026-11-01', 300],
  ['2026-11-21', 1_200],
  ['2026-11-22', 40],
])

describe('a month of the calendar', () => {
  it('has weeks from Monday to Sunday, with what was written on each day', () => {
    const november = monthOf('2026-11', written, '2026-11-23')
    expect(november.weeks.map((week) => week.map((day) => day?.day ?? null))).toEqual([
      [null, null, null, null, null, null, 1],
      [2, 3, 4, 5, 6, 7, 8],
      [9, 10, 11, 12, 13, 14, 15],
      [16, 17, 18, 19, 20, 21, 22],
      [23, 24, 25, 26, 27, 28, 29],
      [30, null, null, null, null, null, null],
    ])
    expect(november.weeks[3]?.[5]).toEqual({ date: '2026-11-21', day: 21, written: 1_200, isToday: false })
    expect(november.weeks[4]?.[0]).toEqual({ date: '2026-11-23', day: 23, written: 0, isToday: true })
    expect([november.written, november.days]).toEqual([1_540, 3])
  })

  it.each([
    ['2024-02', 29],
    ['2026-02', 28],
    ['2100-02', 28],
    ['2026-12', 31],
  ])('%s has %d days', (month, length) => {
    expect(monthOf(month, written, '2026-11-23').weeks.flat().filter(Boolean)).toHaveLength(length)
  })

  it.each([
    ['2026-11', 1, '2026-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
  ])('%s and %d is %s', (month, by, expected) => expect(monthAfter(month, by)).toBe(expected))
})

describe('the days in a row', () => {
  it.each([
    ['2026-11-22', 2],
    ['2026-11-23', 2],
    ['2026-11-24', 0],
    ['2026-11-01', 1],
  ])('up to %s are %d', (today, expected) => expect(daysInARow(written, today)).toBe(expected))
})
