import { describe, expect, it } from 'vitest'
import { grouped, paragraphs, pieces, rows, withSigns, type Paragraph } from './comparison'

const THEN = 'One stays.\n\nTwo goes.\n\n三留下。\n'
const HUNKS = [
  { from: 12, to: 21, insert: 'Two came, 来了。' },
  { from: 23, to: 24, insert: '第三' },
]

const text = ({ pieces }: Paragraph) => pieces.map(({ text }) => text).join('')

describe('a version beside the text of today', () => {
  it('consists of equal, removed and added pieces', () => {
    expect(pieces(THEN, HUNKS)).toEqual([
      { mark: 'same', text: 'One stays.\n\n' },
      { mark: 'removed', text: 'Two goes.', hunk: 0 },
      { mark: 'added', text: 'Two came, 来了。', hunk: 0 },
      { mark: 'same', text: '\n\n' },
      { mark: 'removed', text: '三', hunk: 1 },
      { mark: 'added', text: '第三', hunk: 1 },
      { mark: 'same', text: '留下。\n' },
    ])
  })

  it.each([
    ['then', ['One stays.', 'Two goes.', '三留下。']],
    ['now', ['One stays.', 'Two came, 来了。', '第三留下。']],
    ['marked', ['One stays.', 'Two goes.Two came, 来了。', '三第三留下。']],
  ] as const)('has the paragraphs of the view %s', (view, expected) => {
    const all = paragraphs(pieces(THEN, HUNKS), view)
    expect(all.map(text)).toEqual(expected)
    expect(all.map(({ changed }) => changed)).toEqual([false, true, true])
  })

  it('has only equal pieces without a change', () => {
    expect(paragraphs(pieces(THEN, []), 'marked').some(({ changed }) => changed)).toBe(false)
    expect(pieces('', [])).toEqual([])
  })

  it('draws the blanks of a change as signs, and keeps the pieces of a change together', () => {
    const signs = withSigns(pieces('一。\n\n\n二。', [{ from: 2, to: 5, insert: '\n' }, { from: 5, to: 5, insert: '　　' }]))
    expect(paragraphs(signs, 'marked').map(text)).toEqual(['一。↵↵↵↵', '□□二。'])
    expect(grouped(signs).map(({ hunk, pieces }) => [hunk, pieces.length])).toEqual([[undefined, 1], [0, 2], [undefined, 1], [1, 1], [undefined, 1]])
  })

  it('skips paragraphs far from a change, until the gap is opened', () => {
    const all: Paragraph[] = Array.from({ length: 9 }, (_, at) => ({ pieces: [{ mark: 'same', text: `${at}` }], changed: at === 5 }))
    const shape = (open: number[]) => rows(all, new Set(open)).map((row) => (row.kind === 'gap' ? `+${row.count}` : text(row.paragraph)))
    expect(shape([])).toEqual(['+4', '4', '5', '6', '+2'])
    expect(shape([0])).toEqual(['0', '1', '2', '3', '4', '5', '6', '+2'])
    expect(shape([0, 7])).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8'])
    expect(rows([], new Set())).toEqual([])
  })
})
