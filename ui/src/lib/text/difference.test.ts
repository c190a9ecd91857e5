import { describe, expect, it } from 'vitest'
import { difference } from './difference'

describe('difference', () => {
  it.each([
    ['', ''],
    ['雨停了。', '雨停了。'],
  ])('is null for equal texts: %j', (before, after) => {
    expect(difference(before, after)).toBeNull()
  })

  it.each([
    ['', 'a'],
    ['a', ''],
    ['aaa', 'aa'],
    ['aa', 'aaa'],
    ['one two three', 'one 2 three'],
    ['雨停了。\n', '雨停了。\n天晴了。\n'],
    ['𠮷a', '𠮸a'],
    ['a\u{20bb7}', 'a\u{1f4b7}'],
    ['a\r\nb', 'a\nb'],
  ])('changes %j to %j and splits no surrogate pair', (before, after) => {
    const change = difference(before, after)
    if (!change) throw new Error('the texts differ')
    const { from, to, insert } = change
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
    for (const piece of [before.slice(0, from), insert, before.slice(to)]) expect(piece.isWellFormed()).toBe(true)
  })
})
