import { describe, expect, it } from 'vitest'
import { sentenceAt } from './sentences'

describe('the sentence at the caret', () => {
  it.each([
    ['One. T|wo. Three.', 'Two. '],
    ['One.| Two.', 'One. '],
    ['One. |Two.', 'Two.'],
    ['Two.|', 'Two.'],
    ['Mr. Wen c|ame. He sat.', 'Mr. Wen came. '],
    ['It cost 3.|50 then. Now more.', 'It cost 3.50 then. '],
    ['“Sit.” |He sat.', 'He sat.'],
    ['“S|it!” he said.', '“Sit!” '],
    ['雨停了。风|起！船动了。', '风起！'],
    ['他说：“坐|下。”没人坐。', '他说：“坐下。”'],
    ['等等……|然后走了。', '然后走了。'],
    ['没有句|号', '没有句号'],
    ['|', ''],
  ])('of %j is %j', (marked, expected) => {
    const offset = marked.indexOf('|')
    const line = marked.replace('|', '')
    const { from, to } = sentenceAt(line, offset)
    expect(line.slice(from, to)).toBe(expected)
  })

  it('of a very long line is found without reading the whole line', () => {
    const line = '雨停了。'.repeat(50_000)
    expect(sentenceAt(line, 100_001)).toEqual({ from: 100_000, to: 100_004 })
  })
})
