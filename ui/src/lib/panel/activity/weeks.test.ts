import { describe, expect, it } from 'vitest'
import { locale } from '$lib/i18n'
import { weekName } from './weeks'

const saturday = new Date(2026, 10, 21, 23, 30)

describe('a week', () => {
  it.each([
    ['2026-11-16', 'this week', '本周'],
    ['2026-11-09', '9 Nov', '11月9日'],
    ['2025-12-29', '29 Dec 2025', '2025年12月29日'],
  ])('that begins on %s is called “%s” and “%s”', (week, english, chinese) => {
    expect(weekName(week, saturday)).toBe(english)
    locale.set('zh')
    expect(weekName(week, saturday)).toBe(chinese)
  })
})
