import { describe, expect, it } from 'vitest'
import { locale } from '$lib/i18n'
import { t } from './messages'

describe('a confidence as a promise', () => {
  it.each([
    [0.78, 'about 8 in 10', '约八成'],
    [0.91, 'about 9 in 10', '约九成'],
    [0.97, 'more than 9 in 10', '超过九成'],
    [1, 'more than 9 in 10', '超过九成'],
    [0.5, 'about 5 in 10', '约五成'],
    [0.02, 'fewer than 1 in 10', '不到一成'],
  ])('of %f reads “%s” and “%s”', (confidence, english, chinese) => {
    expect(t.odds(confidence)).toBe(english)
    locale.set('zh')
    expect(t.odds(confidence)).toBe(chinese)
  })
})
