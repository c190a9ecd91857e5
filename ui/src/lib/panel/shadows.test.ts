import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { locale } from '$lib/i18n'
import { t } from './messages'

// The features are those the core measures; read from its source, so that a new one cannot go without words.
const source = readFileSync('../src-tauri/crates/prose/src/feature.rs', 'utf8')
const features = [...source.matchAll(/^ {4}\w+ = "([a-z_]+)",$/gmu)].map(([, name = '']) => name)

describe.each(['en', 'zh'] as const)('what goes along with a rule, in %s', (language) => {
  it('has words for every feature there is, each way, and for no other', () => {
    locale.set(language)
    expect(features).toContain('sentence_length')
    expect(Object.keys(t.shadow).sort()).toEqual(features.sort())
  })

  it('never says two things in the same words', () => {
    locale.set(language)
    const phrases = Object.values(t.shadow).flatMap(({ more, less }) => [more, less])
    expect(new Set(phrases).size).toBe(phrases.length)
  })
})
