import { describe, expect, it } from 'vitest'
import { lengthOf, minus, sum } from './length'

describe('the length of a text', () => {
  it.each([
    ['', 0, 0, 0],
    [' \n\t　\u00a0', 0, 0, 0],
    ['雨停了。', 3, 3, 4],
    ['“走吧……”她说——', 4, 4, 10],
    ['　　他说 OK，然后走了 3 里。\n', 9, 10, 12],
    ['𠮷野家', 3, 3, 3],
    ['𠮷。㐀', 2, 2, 3],
    ['Don’t stop, half-open door.', 4, 20, 24],
    ["Don't stop", 2, 8, 9],
    ['3.50 and 1,000', 3, 10, 12],
    ['**3.50** € & naïve', 2, 8, 15],
    ['…… — !', 0, 0, 4],
    ['Ça va, naïve café', 4, 13, 14],
  ])('of %j has words, letters and characters', (text, words, letters, characters) => {
    expect(lengthOf(text)).toEqual({ words, letters, characters })
  })

  it('is added and taken away count by count', () => {
    const [one, other] = [lengthOf('雨停了。'), lengthOf('走吧！')]
    expect(sum([one, other])).toEqual(lengthOf('雨停了。走吧！'))
    expect(minus(one, one)).toEqual(sum([]))
  })
})
