import { describe, expect, it } from 'vitest'
import { units } from './units'

describe('units', () => {
  it.each([
    ['', 0],
    ['Don’t stop, half-open door.', 4],
    ["Don't stop", 2],
    ['雨停了。', 3],
    ['他说 OK，然后走了 3 里。', 9],
    ['3.50 and 1,000', 3],
    ['𠮷野家', 3],
    ['…… — !', 0],
    ['Ça va, naïve café', 4],
  ])('counts words, numbers and Han characters: %j', (text, expected) => {
    expect(units(text)).toBe(expected)
  })
})
