import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { fences } from '../markdown'
import { pieces } from '../pieces'
import { passagesBetween } from './passages'

const open = (doc: string) => EditorState.create({ doc, extensions: [pieces, fences] })
const texts = (doc: string, from = 0, to = doc.length) => passagesBetween(open(doc), from, to).map(({ text }) => text)

describe('the passages of a text', () => {
  it.each([
    ['The ferry came late.', ['The ferry came late.']],
    ['One line\nand another.\n\nThe next paragraph.', ['One line\nand another.', 'The next paragraph.']],
    ['渡船来了，没有摇铃。', []],
    ['他打开Word写字，一个词。', []],
    ['雨停了。She saw the the river. 风起。', ['She saw the the river. ']],
    ['She said “雨” twice. Паром опоздал.', ['She said “']],
    ['Word', []],
    ['', []],
  ])('of %j are %j', (doc, expected) => expect(texts(doc).filter((text) => text !== '')).toEqual(expected))

  it.each([
    ['She *saw* the **the** ~~river~~.', ['She saw the the river.']],
    ['Use `the the` now, see https://a.example/the or the/chapter/one.md here.', ['Use \ufffc now, see \ufffc or \ufffc here.']],
    ['See [the river](river.md) <!-- the the --> now.[^1]', ['See the river  now.']],
    ['# The the title\nThe text of it.', ['The text of it.']],
    ['- the first item\n- the second item\n> and a quote', ['the first item', 'the second item', 'and a quote']],
    ['[^1]: It had not rained.', ['It had not rained.']],
    ['---\ntitle: The the\n---\nIt had rained.\n```\nthe the\n```\nIt had snowed.', ['It had rained.', 'It had snowed.']],
    ['It was <!-- the\nthe --> late.', ['It was \n late.']],
  ])('in %j are %j', (doc, expected) => expect(texts(doc).map((text) => text.replace(/^[: ]+(?=\S)/u, ''))).toEqual(expected))

  it('have correct offsets, whatever text is left out between', () => {
    const doc = '🌧 雨。She *saw* the **the** `x` river.'
    const state = open(doc)
    const [passage] = passagesBetween(state, 0, doc.length).slice(-1)
    if (!passage) throw new Error('a passage')
    for (const [unit, at] of passage.at.entries()) {
      const sign = passage.text.charAt(unit)
      expect(sign === '\ufffc' ? 'x' : sign).toBe(doc.charAt(at))
    }
    expect(passage.at.length).toBe(passage.text.length)
  })

  it('are whole paragraphs even if only a part is in view', () => {
    const doc = 'Before it.\n\nOne line\nand another\nand a third.\n\nBehind it.'
    const middle = doc.indexOf('another')
    expect(texts(doc, middle, middle + 3)).toEqual(['One line\nand another\nand a third.'])
  })

  it('exclude text that is too long to be a paragraph', () => {
    const long = 'And so it went on. '.repeat(4_000)
    expect(texts(`${long}\n\nIt ended there.`)).toEqual(['It ended there.'])
    expect(texts(long, 40_000, 41_000)).toEqual([])
  })
})
