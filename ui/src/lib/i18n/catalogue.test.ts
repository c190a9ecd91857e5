import { describe, expect, it } from 'vitest'
import { locale, type Locale } from '$lib/i18n'

// All words of the window. The types check that both languages have the same keys; this test checks the content.
const modules = import.meta.glob<Record<string, object>>(['../**/messages.ts', '../**/words.ts'], { eager: true })

const catalogues = Object.entries(modules).flatMap(([file, exported]) =>
  Object.values(exported).map((words) => ({ file, words })),
)

/** Words that are equal in both languages, or are in the other language on purpose. */
const BOTH = new Set(['otherLanguage', 'otherLanguageHint', 'memory_file', 'sample'])

describe('the words of the interface', () => {
  it('are found', () => {
    expect(catalogues.length).toBeGreaterThanOrEqual(4)
  })

  it.each(catalogues)('are there and not empty in English: $file', ({ words }) => {
    for (const [key, text] of strings(words, 'en')) expect(text, key).not.toBe('')
  })

  it.each(catalogues)('are Chinese in Chinese: $file', ({ words }) => {
    for (const [key, text] of strings(words, 'zh')) {
      if (!BOTH.has(key)) expect(text, key).toMatch(/\p{Script=Han}/u)
    }
  })
})

function strings(words: object, language: Locale): [string, string][] {
  locale.set(language)
  return Object.entries(words).flatMap(([key]) => leaves(key, Reflect.get(words, key)))
}

function leaves(key: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[key, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => leaves(Array.isArray(value) ? key : name, inner))
}
