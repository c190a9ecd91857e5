import { describe, expect, it } from 'vitest'
import { breadcrumb, fileName, listRows, withMissing } from './tree'

const file = (path: string, units: number | null = 10) => ({ path, bytes: 60, units })

describe('the rows of the file list', () => {
  it('name a folder once, above its first file, with the units of all below it', () => {
    const rows = listRows([file('Part One/01 Low tide.md', 100), file('Part One/02 Ashfall.md', 50), file('卷二/渡口.md', 30)])
    expect(rows.map(({ kind, name, depth, units }) => [kind, name, depth, units])).toEqual([
      ['folder', 'Part One', 0, 150],
      ['file', '01 Low tide', 1, 100],
      ['file', '02 Ashfall', 1, 50],
      ['folder', '卷二', 0, 30],
      ['file', '渡口', 1, 30],
    ])
  })

  it('keep the reading order and do not repeat a folder that comes again', () => {
    const rows = listRows([file('a/1.md'), file('2.md'), file('a/3.md')])
    expect(rows.filter((row) => row.kind === 'folder')).toHaveLength(1)
    expect(rows.filter((row) => row.kind === 'file').map((row) => row.path)).toEqual(['a/1.md', '2.md', 'a/3.md'])
  })

  it('count a file too large to count as nothing', () => {
    expect(listRows([file('a/huge.txt', null)])[0]).toMatchObject({ kind: 'folder', units: 0 })
  })

  it('are none without files', () => {
    expect(listRows([])).toEqual([])
  })
})

it.each([
  ['Part One/03 The ferry.md', '03 The ferry'],
  ['渡口.markdown', '渡口'],
  ['notes.TXT', 'notes'],
  ['README', 'README'],
  ['v1.2 draft.md', 'v1.2 draft'],
  ['.md', '.md'],
])('names %s %s', (path, name) => {
  expect(fileName(path)).toBe(name)
})

it('says where a file stands', () => {
  expect(breadcrumb('Part One/Scenes/03 The ferry.md')).toEqual(['Part One', 'Scenes', '03 The ferry'])
})

it('keeps a file that is missing with the others of its folder', () => {
  const files = [file('a/1.md'), file('a/2.md'), file('b/1.md')]
  const paths = withMissing(files, [file('a/gone.md'), file('渡口.md'), file('b/1.md')]).map(({ path }) => path)
  expect(paths).toEqual(['a/1.md', 'a/2.md', 'a/gone.md', 'b/1.md', '渡口.md'])
})
