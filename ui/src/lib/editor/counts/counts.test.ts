import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { pieces } from '../pieces'
import { counts, lengthIn, readingTime, type TextCounts } from './counts'
import { lengthOf } from '$lib/text/length'

const open = (doc: string) => EditorState.create({ doc, extensions: pieces })

function counted(state: EditorState, from?: number, to?: number): TextCounts {
  const work = counts(state, from, to)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

describe('counts', () => {
  it.each([
    ['', [0, 0, 0, 0, 0, 0]],
    ['\n\n', [0, 0, 0, 0, 0, 0]],
    ['Don’t stop. Go on!', [4, 0, 18, 15, 2, 1]],
    ['雨停了。风起！', [0, 5, 7, 7, 2, 1]],
    ['他说 OK，然后走了 3 里。', [2, 7, 15, 12, 1, 1]],
    ['𠮷野家\n', [0, 3, 3, 3, 1, 1]],
    ['It cost 3.50 at 5 a.m. sharp', [7, 0, 28, 22, 2, 1]],
    ['One line\nand its end.\n\nAnother one.', [7, 0, 32, 28, 3, 2]],
    ['# Title\nText.\n## 标题\n正文。', [2, 4, 20, 18, 4, 4]],
    ['一段。\n二段。\n　　三段……', [0, 6, 12, 10, 3, 3]],
    ['“坐下。”他说。', [0, 4, 8, 8, 2, 1]],
    ['One.\n\n***\n\nTwo.', [2, 0, 11, 11, 2, 2]],
  ])('of %j', (doc, [words, han, characters, solid, sentences, paragraphs]) => {
    expect(counted(open(doc))).toMatchObject({ words, han, characters, solid, sentences, paragraphs })
  })

  const BOOK = '# 第一章\nThe rain fell. It had been\nfalling all day.\n\n雨停了。他说 OK，然后走了。\n\n'

  it('of a book are the sum over its pieces, wherever it is cut', () => {
    const whole = counted(open(BOOK))
    const book = counted(open(BOOK.repeat(2_000)))
    for (const key of Object.keys(whole) as (keyof TextCounts)[]) expect(book[key], key).toBe(whole[key] * 2_000)
    const lines = counted(open('one line of a long paragraph,\n'.repeat(3_000)))
    expect([lines.paragraphs, lines.words]).toEqual([1, 18_000])
  })

  it('of a selection are the counts of its text', () => {
    const state = open(BOOK.repeat(800))
    for (const [from, to] of [[0, 4], [3, 40_000], [17_011, 61_250], [70_000, state.doc.length]] as const) {
      const text = state.sliceDoc(from, to)
      const selected = counted(state, from, to)
      expect(lengthIn(selected)).toEqual(lengthOf(text))
      expect(selected).toEqual(counted(open(text)))
    }
  })

  it('give the reading time', () => {
    expect(readingTime(counted(open('word '.repeat(228))))).toBeCloseTo(1)
    expect(readingTime(counted(open('字'.repeat(510))))).toBeCloseTo(2)
  })
})
