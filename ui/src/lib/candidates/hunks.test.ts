import { describe, expect, it } from 'vitest'
import type { Candidate, Hunk } from '$lib/host'
import { compose, composedOffset, soundHunks } from './hunks'

const english = 'Wen ran very quickly down the steps.'
const chinese = '阿文非常快地跑下石阶，然后停住了。'

/** Returns a hunk that replaces the first occurrence of some words in the passage. */
const replace = (passage: string, find: string, insert: string): Hunk => {
  const from = passage.indexOf(find)
  return { from, to: from + find.length, insert }
}

const candidate = (text: string, hunks: Hunk[]): Candidate => ({
  text,
  moves: [],
  labelEn: '',
  labelZh: '',
  lengthChange: 0,
  hunks,
  rules: [],
})

describe('composedOffset', () => {
  const hunks = [replace(english, ' very quickly', ''), replace(english, 'the steps', 'them')]
  const before = (offset: number, taken: boolean[]) => compose(english, hunks, taken).slice(0, composedOffset(offset, hunks, taken))

  it.each([
    ['Wen', [true, true], 'Wen'],
    ['Wen ran ve', [true, true], 'Wen ran'],
    ['Wen ran very quickly do', [true, true], 'Wen ran do'],
    ['Wen ran very quickly down the steps', [true, true], 'Wen ran down them'],
    ['Wen ran very quickly down the steps.', [false, true], 'Wen ran very quickly down them.'],
    ['Wen ran ve', [false, false], 'Wen ran ve'],
  ])('is in the same place of the text: after “%s” with %j', (original, taken, composed) => {
    expect(before(original.length, taken)).toBe(composed)
  })
})

describe('compose', () => {
  const hunks = [replace(english, ' very quickly', ''), replace(english, 'the steps', 'them')]

  it.each([
    [[false, false], english],
    [[true, false], 'Wen ran down the steps.'],
    [[false, true], 'Wen ran very quickly down them.'],
    [[true, true], 'Wen ran down them.'],
  ])('applies the taken hunks: %j', (taken, expected) => {
    expect(compose(english, hunks, taken)).toBe(expected)
  })

  it('counts in UTF-16 code units, as the editor does', () => {
    const passage = '𠮷野家很非常好。'
    expect(compose(passage, [replace(passage, '非常', '')], [true])).toBe('𠮷野家很好。')
  })

  it('inserts text for a hunk without length', () => {
    expect(compose(chinese, [{ from: 0, to: 0, insert: '那天，' }], [true])).toBe(`那天，${chinese}`)
  })
})

describe('soundHunks', () => {
  it('keeps hunks that lead to the text', () => {
    const hunks = [replace(chinese, '非常', ''), replace(chinese, '，然后', '。她')]
    expect(soundHunks(chinese, candidate('阿文快地跑下石阶。她停住了。', hunks))).toBe(hunks)
  })

  it.each([
    ['lead elsewhere', [{ from: 0, to: 1, insert: 'x' }]],
    [
      'overlap',
      [
        { from: 0, to: 5, insert: '' },
        { from: 3, to: 8, insert: '' },
      ],
    ],
    ['lie outside the passage', [{ from: 0, to: 99, insert: 'Wen ran.' }]],
    ['are missing', []],
  ])('replaces the whole passage if the hunks %s', (_, hunks) => {
    expect(soundHunks(english, candidate('Wen ran.', hunks))).toEqual([
      { from: 0, to: english.length, insert: 'Wen ran.' },
    ])
  })
})
