import { expect, it } from 'vitest'
import type { MemoryFile } from '$lib/host'
import { groupFiles, shortName } from './groups'

const file = (name: string): MemoryFile => ({ path: `memory/${name}`, name, bytes: 1, bullets: 0, modifiedAt: null, changedBy: 'desk' })

it('puts lasting files first, then days with the newest first, then archives, and records last', () => {
  const names = [
    'HISTORY.md', 'INSIGHTS.md', 'MEMORY.md', '2026-11-19.md', '2026-11-21.md', 'archive/2026-09-01.md', 'archive/MEMORY.md',
    'shared/DECISIONS.md', 'chats/渡口.md', 'journal/desk-1/2026-11.jsonl',
  ]
  const groups = groupFiles(names.map(file)).map(({ name, files }) => [name, files.map(shortName)])
  expect(groups).toEqual([
    ['lasting', ['MEMORY.md', 'INSIGHTS.md', 'HISTORY.md']],
    ['daily', ['2026-11-21.md', '2026-11-19.md']],
    ['archive', ['MEMORY.md', '2026-09-01.md']],
    ['other', ['chats/渡口.md', 'shared/DECISIONS.md']],
    ['records', ['journal/desk-1/2026-11.jsonl']],
  ])
})

it('leaves out empty groups, and recognises a day by its whole name', () => {
  expect(groupFiles([])).toEqual([])
  expect(groupFiles([file('2026-11-21 draft.md')]).map(({ name }) => name)).toEqual(['other'])
})
