import { describe, expect, it } from 'vitest'
import { breadcrumb, fileName, firstToRead, isAt, listRows, movedInto, named, neighbours, renamed, spotBeside, spotOf, withMissing } from './tree'

const file = (path: string, words: number | null = 10) => ({ path, bytes: 60, length: words === null ? null : { words, letters: 4 * words, characters: 5 * words }, copyOf: null, isNote: false, status: null, synopsis: null })

describe('the rows of the file list', () => {
  it('name a folder once, above its first file, with the length of all below it', () => {
    const rows = listRows([file('Part One/01 Low tide.md', 100), file('Part One/02 Ashfall.md', 50), file('卷二/渡口.md', 30)])
    expect(rows.map(({ kind, name, depth, length }) => [kind, name, depth, length])).toEqual([
      ['folder', 'Part One', 0, 150],
      ['file', '01 Low tide', 1, 100],
      ['file', '02 Ashfall', 1, 50],
      ['folder', '卷二', 0, 30],
      ['file', '渡口', 1, 30],
    ])
  })

  it('keep the reading order in each folder and list each folder once', () => {
    const rows = listRows([file('a/1.md'), file('2.md'), file('a/3.md')])
    expect(rows.map(({ path, position, size }) => [path, position, size])).toEqual([
      ['a', 1, 2],
      ['a/1.md', 1, 2],
      ['a/3.md', 2, 2],
      ['2.md', 2, 2],
    ])
  })

  it('include empty folders and leave out folded contents', () => {
    const files = [file('a/b/1.md'), file('卷一/2.md')]
    const folders = ['a', 'a/b', 'a/empty', '卷一', '卷二']
    expect(listRows(files, folders).map(({ path }) => path)).toEqual([
      'a',
      'a/b',
      'a/b/1.md',
      'a/empty',
      '卷一',
      '卷一/2.md',
      '卷二',
    ])
    expect(listRows(files, folders, new Set(['a', '卷二'])).map(({ path }) => path)).toEqual(['a', '卷一', '卷一/2.md', '卷二'])
  })

  it('keep the place of an empty folder among the folders', () => {
    const files = [file('序.md'), file('Part Two/1.md'), file('Part One/1.md')]
    const folders = ['第三卷', 'Part Two', 'Part Four', 'Part One', '附录']
    expect(listRows(files, folders).filter(({ depth }) => depth === 0).map(({ path }) => path)).toEqual([
      '序.md',
      '第三卷',
      'Part Two',
      'Part Four',
      'Part One',
      '附录',
    ])
  })

  it('put a copy in conflict below its original', () => {
    const copy = { ...file('渡口 (冲突副本 2026-11-20).md'), copyOf: '渡口.md' }
    const lost = { ...file('b (conflicted copy).md'), copyOf: 'gone.md' }
    const rows = listRows([copy, file('渡口.md'), file('末.md'), lost])
    expect(rows.map(({ path }) => path)).toEqual(['渡口.md', copy.path, '末.md', lost.path])
  })

  it('count a file that is too large to count as 0', () => {
    expect(listRows([file('a/huge.txt', null)])[0]).toMatchObject({ kind: 'folder', length: 0 })
  })

  it('are empty without files', () => {
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

it('returns the breadcrumb of a file', () => {
  expect(breadcrumb('Part One/Scenes/03 The ferry.md')).toEqual(['Part One', 'Scenes', '03 The ferry'])
})

it('lists a missing file with the other files of its folder', () => {
  const files = [file('a/1.md'), file('a/2.md'), file('b/1.md')]
  const paths = withMissing(files, [file('a/gone.md'), file('渡口.md'), file('b/1.md')]).map(({ path }) => path)
  expect(paths).toEqual(['a/1.md', 'a/2.md', 'a/gone.md', 'b/1.md', '渡口.md'])
})

it.each([
  ['file', 'Part One/01 Low tide.md', '01 High tide', 'Part One/01 High tide.md'],
  ['file', '卷一/渡口.markdown', '渡船', '卷一/渡船.markdown'],
  ['file', 'notes.txt', 'notes.md', 'notes.md'],
  ['file', 'a.md', 'v1.2', 'v1.2.md'],
  ['folder', 'a/b', 'c.md', 'a/c.md'],
] as const)('names a %s %s with %s %s', (kind, path, name, expected) => {
  expect(renamed({ kind, path }, name)).toBe(expected)
})

it.each([
  ['a/1.md', 'b', 'b/1.md'],
  ['a/1.md', '', '1.md'],
  ['a/1.md', 'a', null],
  ['1.md', '', null],
  ['a', 'a', null],
  ['a', 'a/b', null],
  ['a', 'ab', 'ab/a'],
])('moves %s into %s: %s', (path, folder, expected) => {
  expect(movedInto({ path }, folder)).toBe(expected)
})

describe('the order of rows', () => {
  const copy = { ...file('Part One/1 (conflicted copy 2026-11-20).md'), copyOf: 'Part One/1.md' }
  const rows = listRows([file('序.md'), file('Part One/1.md'), copy, file('Part One/2.md'), file('Part Two/1.md')], ['空', 'Part One', 'Part Two'])
  const row = (path: string) => {
    const found = rows.find((each) => each.path === path)
    if (!found) throw new Error(path)
    return found
  }
  const paths = (path: string) => neighbours(rows, row(path)).map((each) => each.path)

  it('is that of one folder; a copy has no place, and an empty folder one among folders', () => {
    expect(paths('Part One/1.md')).toEqual(['Part One/1.md', 'Part One/2.md'])
    expect(paths(copy.path)).toEqual([])
    expect(paths('Part One')).toEqual(['序.md', '空', 'Part One', 'Part Two'])
    expect(paths('空')).toEqual(['空', 'Part One', 'Part Two'])
    expect(paths('序.md')).toEqual(['序.md', 'Part One', 'Part Two'])
  })

  it('changes by one step up or down, and not beyond the folder', () => {
    expect(spotBeside(rows, row('Part One/1.md'), 1)).toEqual({ beside: 'Part One/2.md', after: true })
    expect(spotBeside(rows, row('Part One/2.md'), -1)).toEqual({ beside: 'Part One/1.md', after: false })
    expect(spotBeside(rows, row('Part One/1.md'), -1)).toBeNull()
    expect(spotBeside(rows, row('Part Two'), 1)).toBeNull()
    expect(spotBeside(rows, row(copy.path), 1)).toBeNull()
  })

  it('tells where a row stands', () => {
    expect(spotOf(rows, row('Part One/2.md'))).toEqual({ beside: 'Part One/1.md', after: true })
    expect(spotOf(rows, row('Part One/1.md'))).toEqual({ beside: 'Part One/2.md', after: false })
    expect(spotOf(rows, row('Part Two/1.md'))).toBeNull()
    expect(isAt(rows, row('Part One/1.md'), { beside: 'Part One/2.md', after: false })).toBe(true)
    expect(isAt(rows, row('Part One/2.md'), { beside: 'Part One/1.md', after: true })).toBe(true)
    expect(isAt(rows, row('Part One/1.md'), { beside: 'Part One/2.md', after: true })).toBe(false)
  })
})

it('finds the next row by the beginning of its name', () => {
  const rows = listRows([file('Ashfall.md'), file('Low tide.md'), file('ash.md'), file('渡口.md')])
  expect(named(rows, 0, 'a')).toBe(2)
  expect(named(rows, 2, 'A')).toBe(0)
  expect(named(rows, 0, '渡')).toBe(3)
  expect(named(rows, 0, 'x')).toBe(-1)
})

describe('the file a project opens on', () => {
  const sample = ['Part One/01 Low tide.md', '卷二/渡口.md', '卷二/涨水.md', 'Notes/Cast.md']
  it.each([
    ['en', sample, 'Part One/01 Low tide.md'],
    ['zh', sample, '卷二/渡口.md'],
    ['zh', ['01.md', '02.md'], '01.md'],
    ['en', ['卷二/渡口.md', 'Notes.md'], '卷二/渡口.md'],
    ['zh', [], undefined],
  ] as const)('is, in %s and of %j, %j', (locale, paths, expected) => {
    expect(firstToRead(paths.map((path) => file(path)), locale)?.path).toBe(expected)
  })
})
