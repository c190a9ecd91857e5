import { describe, expect, it } from 'vitest'
import { sampleWorld } from '$lib/fake/sample'
import type { EpisodeView } from '$lib/host'
import { locale } from '$lib/i18n'
import { quote, quoted } from './quote'

const [any] = sampleWorld().episodes
const episode = (given: Partial<EpisodeView>) => ({ ...any, ...given }) as EpisodeView

describe('an episode as a quote', () => {
  const taken = episode({ candidates: ['It really held.', 'It held.'], selectedIndex: 1, finalText: 'It held.' })
  const refused = episode({ candidates: ['It held. Twice.'], selectedIndex: -1, finalText: 'It held twice.' })
  const revised = episode({ kind: 'revision', candidates: ['It really held.'], selectedIndex: 0, finalText: 'It held.' })

  it.each([
    ['a choice', taken, '“It held.”', 'over “It really held.”'],
    ['a refusal', refused, 'kept “It held twice.”', 'refused “It held. Twice.”'],
    ['a revision', revised, '“It held.”', 'was “It really held.”'],
  ])('quotes %s in English', (_, act, stands, gaveWay) => {
    expect(quote(act)).toEqual({ stands, gaveWay })
  })

  it.each([
    ['a choice', taken, '取「It held.」', '舍「It really held.」'],
    ['a refusal', refused, '保留「It held twice.」', '不取「It held. Twice.」'],
    ['a revision', revised, '改作「It held.」', '原作「It really held.」'],
  ])('quotes %s in Chinese', (_, act, stands, gaveWay) => {
    locale.set('zh')
    expect(quote(act)).toEqual({ stands, gaveWay })
  })

  it.each([
    ['English', '“Leave it.”', '“Leave it!”', 'over “Leave it!”'],
    ['Chinese', '“放下吧。”', '“放下吧！”', 'over “放下吧！”'],
    ['a corner-quoted tongue', '「放下吧。」', '「放下吧！」', 'over 「放下吧！」'],
  ])('adds no second quotation marks around speech in %s', (_, stands, other, gaveWay) => {
    const spoken = episode({ candidates: [stands, other], selectedIndex: 0, finalText: stands })
    expect(quote(spoken)).toEqual({ stands, gaveWay })
  })

  it.each([
    ['en', 'He said “Leave it.”', '‘He said “Leave it.”’'],
    ['en', 'He said "Leave it."', '‘He said "Leave it."’'],
    ['en', "It didn't hold.", "“It didn't hold.”"],
    ['zh', '他说：「放下吧。」', '『他说：「放下吧。」』'],
    ['zh', '他说：“放下吧。”', '「他说：“放下吧。”」'],
  ] as const)('uses other quotation marks than the speech inside, in %s around %s', (language, text, expected) => {
    locale.set(language)
    expect(quoted(text)).toBe(expected)
  })

  it('quotes the current text of an edited take', () => {
    const edited = { ...taken, finalText: 'It held, barely.' }
    expect(quote(edited)).toEqual({ stands: '“It held, barely.”', gaveWay: 'over “It really held.”' })
  })

  it('quotes the wordings that a rule is about', () => {
    const about = { ...taken, candidates: ['He was not there. It really held.', 'It held.'], wordings: { hers: 'It held.', other: 'It really held.' } }
    expect(quote(about)).toEqual({ stands: '“It held.”', gaveWay: 'over “It really held.”' })
  })

  it('quotes the summary of a shortened episode', () => {
    const compressed = episode({ candidates: [], selectedIndex: 1, finalText: '', summary: 'Action, tighten: shorter sentences.' })
    expect(quote(compressed)).toEqual({ stands: 'Action, tighten: shorter sentences.', gaveWay: null })
  })

  it('quotes a choice without other candidates', () => {
    const alone = episode({ candidates: ['It held.'], selectedIndex: 0, finalText: 'It held.' })
    expect(quote(alone)).toEqual({ stands: '“It held.”', gaveWay: null })
  })
})
