import { expect, it } from 'vitest'
import { readLine, readLines } from './markdown'

it('reads headings and bullets, and separates the writer’s notes from annotations of the desk', () => {
  const rule = '- Prefers short sentences <!-- rule r1 | rule | confidence 0.91 | 35 for, 4 against -->'
  const item = '- 沈禾怕水 <!-- item item-0123456789ab | active | run run-1 | since 2026-11-21 | updated 2026-11-21 -->'
  const entry = '[2026-11-21 10:30] 谈到沈禾 <!-- entry entry-0123456789ab | run run-1 | from 渡口 -->'
  const text = `# Memory\n\n## Pacing\n${rule}\n${item}\n* 渡口一章 <!-- ask 老周 -->\n\nA line.\n\n${entry}\n`
  expect(readLines(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Memory' },
    { kind: 'heading', level: 2, text: 'Pacing' },
    { kind: 'bullet', text: 'Prefers short sentences', note: null, mark: 'rule', raw: rule },
    { kind: 'bullet', text: '沈禾怕水', note: null, mark: 'item', raw: item },
    { kind: 'bullet', text: '渡口一章', note: 'ask 老周', mark: null, raw: '* 渡口一章 <!-- ask 老周 -->' },
    { kind: 'text', text: 'A line.', note: null, mark: null, raw: 'A line.' },
    { kind: 'text', text: '[2026-11-21 10:30] 谈到沈禾', note: null, mark: 'entry', raw: entry },
  ])
  expect(readLine('## Pacing')).toEqual({ kind: 'heading', level: 2, text: 'Pacing' })
})

it('reads text that only looks like Markdown as text', () => {
  expect(readLines('#no heading\n-no bullet').map(({ kind, text }) => [kind, text])).toEqual([
    ['text', '#no heading'],
    ['text', '-no bullet'],
  ])
})

it('returns no line for an empty file', () => {
  expect(readLines('\n\n')).toEqual([])
})
