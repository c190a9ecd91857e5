import { expect, it } from 'vitest'
import { readLines } from './markdown'

it('reads headings and bullets, and sets the annotation apart', () => {
  const text = '# Memory\n\n## Pacing\n- Prefers short sentences <!-- r1 · 35 for, 4 against -->\n* 渡口一章\n\nA line.\n'
  expect(readLines(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Memory' },
    { kind: 'heading', level: 2, text: 'Pacing' },
    { kind: 'bullet', text: 'Prefers short sentences', note: 'r1 · 35 for, 4 against' },
    { kind: 'bullet', text: '渡口一章', note: null },
    { kind: 'text', text: 'A line.', note: null },
  ])
})

it('takes what only looks like Markdown as text', () => {
  expect(readLines('#no heading\n-no bullet')).toEqual([
    { kind: 'text', text: '#no heading', note: null },
    { kind: 'text', text: '-no bullet', note: null },
  ])
})

it('reads nothing from an empty file', () => {
  expect(readLines('\n\n')).toEqual([])
})
