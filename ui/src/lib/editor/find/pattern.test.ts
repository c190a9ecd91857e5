import { describe, expect, it } from 'vitest'
import { Pattern, PatternError } from './pattern'

const found = (source: string, line: string, caseSensitive = true) =>
  new Pattern(source, caseSensitive).matches(line).found.map(({ from, to }) => line.slice(from, to))

describe('a pattern finds', () => {
  it.each([
    ['a+', 'aab a', ['aa', 'a']],
    ['a+?', 'aa', ['a', 'a']],
    ['a|ab', 'ab', ['a']],
    ['ab|a', 'ab', ['ab']],
    ['(?:ab)+', 'ababa', ['abab']],
    ['^.', '雨停', ['雨']],
    ['.$', '雨停', ['停']],
    ['[^a-c]+', 'abxyc', ['xy']],
    ['[a\\-z]+', 'a-zb', ['a-z']],
    ['[-a]+', 'b-a', ['-a']],
    ['[]a]+', 'a]b', ['a]']],
    ['[\\d.]+', 'v3.50 and ４', ['3.50', '４']],
    ['\\w+', 'naïve 雨停 a_b', ['naïve', '雨停', 'a_b']],
    ['\\W+', 'a, b', [', ']],
    ['[\\D]+', 'a1４b', ['a', 'b']],
    ['[^\\w]+', 'naïve, 雨', [', ']],
    ['\\S+', 'a　b', ['a', 'b']],
    ['\\s+', 'a　b', ['　']],
    ['\\bre\\w*', 'rerun are re', ['rerun', 're']],
    ['\\Be', 'he e', ['e']],
    ['\\p{Han}+', 'ab雨停c', ['雨停']],
    ['\\P{Han}+', '雨ab停', ['ab']],
    ['\\p{Script=Latin}', '雨a', ['a']],
    ['\\p{Lu}', 'aB', ['B']],
    ['\\pL', '1a', ['a']],
    ['a{2,3}', 'aaaaa', ['aaa', 'aa']],
    ['a{2}', 'aaa', ['aa']],
    ['a{2,}', 'aaa', ['aaa']],
    ['\\.', 'a.b', ['.']],
    ['\\u{96e8}|\\x41', '雨A', ['雨', 'A']],
    ['x*', 'ax', ['', 'x', '']],
    ['', 'ab', ['', '', '']],
    ['𠮷.', 'a𠮷野', ['𠮷野']],
    ['(a*)*b', 'aab', ['aab']],
  ])('by %j in %j the matches %j', (source, line, expected) => expect(found(source, line)).toEqual(expected))

  it('words regardless of case, in any script with two cases', () => {
    expect(found('straße|ΑΒ', 'STRASSE Straße αβ', false)).toEqual(['Straße', 'αβ'])
    expect(found('[a-c]+', 'ABCd', false)).toEqual(['ABC'])
  })

  it('its groups', () => {
    const pattern = new Pattern('(?<first>\\w+) (?P<last>\\w+)|(x)', true)
    expect(pattern.names).toEqual({ first: 1, last: 2 })
    expect(pattern.matches('Wen Lu').found[0]?.groups).toEqual(['Wen Lu', 'Wen', 'Lu', undefined])
  })
})

describe('the engine of the browser and this engine', () => {
  const parts = ['a', 'b', '.', '雨', '[ab]', '[^a]', '(a|b)', '(?:ab|a)', 'a*', 'b+?', '(a+)*', 'a?', '^', '$', '|', 'b{1,2}', '\\.']
  const texts = ['', 'a', 'ab', 'aabab', 'baab雨a', 'abba.ab', '雨雨', 'bbbb']
  it('have equal matches for any pattern of their common syntax', () => {
    let seed = 5
    const roll = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit
    for (let round = 0; round < 3_000; round++) {
      const source = Array.from({ length: 1 + roll(4) }, () => parts[roll(parts.length)]).join('')
      for (const text of texts) {
        const theirs = [...text.matchAll(new RegExp(source, 'gu'))].map(([match]) => match)
        expect(found(source, text), `${source} in ${text}`).toEqual(theirs)
      }
    }
  })
})

it.each([
  ['(', 'syntax'],
  [')', 'syntax'],
  ['[a', 'syntax'],
  ['a**b{', 'syntax'],
  ['*', 'syntax'],
  ['a{3,2}', 'syntax'],
  ['\\q', 'syntax'],
  ['\\p{Nonsense}', 'syntax'],
  ['(?=a)', 'lookaround'],
  ['(?<!a)b', 'lookaround'],
  ['(a)\\1', 'backreference'],
  ['a(?=b)', 'lookaround'],
  ['[\\W_]', 'notWord'],
  ['(?:a{1000}){1000}', 'large'],
  ['(?:[ab]{1000}|[cd]{1000}){2}', 'large'],
])('refuses %j: %s', (source, fault) => {
  expect(() => new Pattern(source, true)).toThrow(PatternError)
  try {
    new Pattern(source, true)
  } catch (error) {
    expect((error as PatternError).fault).toBe(fault)
  }
})

describe('a line is searched in linear time', () => {
  // A backtracking engine would need years for each of these patterns, and this test would not end.
  it.each(['(a+)+b', '(a|a)*b', '(a*)*b', '.*.*.*b', '(?:a?){30}a{30}b'])('%s', (source) => {
    expect(new Pattern(source, true).matches('a'.repeat(5_000))).toEqual({ found: [], complete: true })
  })

  it('and an incomplete search is reported', () => {
    const { found, complete } = new Pattern('a.*b|a', true).matches('a'.repeat(20_000))
    expect(complete).toBe(false)
    expect(found.length).toBeGreaterThan(0)
  })
})
