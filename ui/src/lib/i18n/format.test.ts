import { describe, expect, it } from 'vitest'
import { formatBytes, formatConfidence, formatCount, formatDay, formatShare, locale, resolveLocale } from '$lib/i18n'

const now = new Date(2026, 10, 21, 9, 30)
const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString()

describe('a day in the fewest words', () => {
  it.each([
    ['earlier today', at(2026, 10, 21, 0), 'today', '今天'],
    ['late yesterday', at(2026, 10, 20, 23), 'yesterday', '昨天'],
    ['this year', at(2026, 10, 12, 12), '12 Nov', '11月12日'],
    ['last year', at(2025, 10, 12, 12), '12 Nov 2025', '2025年11月12日'],
  ])('%s', (_, iso, en, zh) => {
    expect(formatDay(iso, now)).toBe(en)
    locale.set('zh')
    expect(formatDay(iso, now)).toBe(zh)
  })
})

describe('a confidence', () => {
  it.each([
    [0.914, '0.91'],
    [0.5, '0.50'],
    [0.9999, '0.99'],
    [1, '0.99'],
  ])('of %f is printed as %s', (confidence, printed) => {
    expect(formatConfidence(confidence)).toBe(printed)
  })
})

it.each([
  [0.754, '75%'],
  [1, '100%'],
  [-0.06, '-6%'],
])('prints a share of %f as %s', (share, printed) => {
  expect(formatShare(share)).toBe(printed)
})

it('separates thousands', () => {
  expect(formatCount(12_408)).toBe('12,408')
})

it.each([
  [12, '1 kB'],
  [4_600, '4.6 kB'],
  [184_320, '184 kB'],
  [20_400_000, '20 MB'],
])('prints %d bytes as %s', (bytes, printed) => {
  expect(formatBytes(bytes)).toBe(printed)
})

describe('the language of the interface', () => {
  it.each([
    ['en', ['zh-CN'], 'en'],
    ['zh', ['en-US'], 'zh'],
    ['system', ['zh-TW', 'en'], 'zh'],
    ['system', ['en-GB', 'zh'], 'en'],
    ['system', ['fr-FR'], 'en'],
    ['system', [], 'en'],
  ] as const)('is, for %s on a system that speaks %j, %s', (setting, system, expected) => {
    expect(resolveLocale(setting, system)).toBe(expected)
  })

  it('is set on the document element', () => {
    locale.set('zh')
    expect(document.documentElement.lang).toBe('zh-Hans')
  })
})
