import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { locale } from '$lib/i18n'
import { FEATURES } from './features'
import { t } from './messages'

// The feature names are read from the source of the core, so that a new feature cannot lack its words.
const source = readFileSync('../src-tauri/crates/prose/src/feature.rs', 'utf8')
const features = [...source.matchAll(/^ {4}\w+ = "([a-z_]+)",$/gmu)].map(([, name = '']) => name)

describe.each(['en', 'zh'] as const)('the words for features, in %s', (language) => {
  it('exist for every feature in both directions, and for no other', () => {
    locale.set(language)
    expect(features).toContain('sentence_length')
    expect(Object.keys(t.leaning).sort()).toEqual(features.sort())
  })

  it('can be chosen from a list in groups, each once', () => {
    expect(Object.values(FEATURES).flat().sort()).toEqual(features.sort())
  })

  it('are distinct', () => {
    locale.set(language)
    const phrases = Object.values(t.leaning).flatMap(({ more, less }) => [more, less])
    expect(new Set(phrases).size).toBe(phrases.length)
  })
})
