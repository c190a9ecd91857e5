import type { Counting, FileEntry } from '$lib/host'
import type { Locale } from '$lib/i18n'

export type Row = {
  kind: 'folder' | 'file'
  path: string
  /** The displayed name; for a manuscript without its file extension. */
  name: string
  /** 0 for a row in the project folder itself. */
  depth: number
  /** The length in the chosen way of counting; `null` for a file too large to count. */
  length: number | null
  /** Whether this is a folder without a manuscript. */
  empty: boolean
  /** The original, if this manuscript is a copy in conflict. */
  copyOf: string | null
  /** How far the manuscript is, and what happens in it, in the writer's words. */
  status: string | null
  synopsis: string | null
  /** The position among its siblings, from 1, and the number of siblings. */
  position: number
  size: number
}

type Node = { row: Row; children: Node[] }

/** A place beside another row of the same folder. */
export type Spot = { readonly beside: string; readonly after: boolean }

/** A file or folder that is being created, and the folder it goes into. */
export type NewEntry = { readonly folder: string; readonly isFolder: boolean }

/**
 * Returns the rows of the file list. Files keep the given order, and each folder comes once above its first file. An
 * empty folder keeps its place among the folders. A copy in conflict comes below its original. The contents of a folded
 * folder are left out.
 */
export function listRows(
  files: readonly FileEntry[],
  folders: readonly string[] = [],
  folded: ReadonlySet<string> = new Set(),
  counting: Counting = 'words',
): Row[] {
  const root: Node[] = []
  const known = new Map<string, Node>()
  const blank = { copyOf: null, empty: false, status: null, synopsis: null, position: 0, size: 0 }

  function folder(path: string): Node | null {
    if (path === '') return null
    const before = known.get(path)
    if (before) return before
    const name = path.slice(path.lastIndexOf('/') + 1)
    const node: Node = { row: { ...blank, kind: 'folder', path, name, depth: path.split('/').length - 1, length: 0 }, children: [] }
    known.set(path, node)
    ;(folder(parentOf(path))?.children ?? root).push(node)
    return node
  }

  for (const file of files) {
    const node = folder(parentOf(file.path))
    const siblings = node?.children ?? root
    const { path, copyOf, status, synopsis } = file
    const length = file.length?.[counting] ?? null
    const row: Row = { ...blank, kind: 'file', path, name: fileName(path), depth: path.split('/').length - 1, length, copyOf, status, synopsis }
    siblings.push({ row, children: [] })
    for (let at: string = parentOf(path); at !== ''; at = parentOf(at)) {
      const above = known.get(at)
      if (above) above.row.length = (above.row.length ?? 0) + (length ?? 0)
    }
  }
  /** The last folder of each folder that has its place. */
  const placed = new Map<string, Node>()
  for (const path of folders) {
    const isEmpty = !known.has(path)
    const node = folder(path)
    if (!node) continue
    if (isEmpty) {
      const siblings = known.get(parentOf(path))?.children ?? root
      siblings.splice(siblings.indexOf(node), 1)
      const before = placed.get(parentOf(path))
      const at = before ? siblings.indexOf(before) + 1 : siblings.findIndex(({ row }) => row.kind === 'folder')
      siblings.splice(at < 0 ? siblings.length : at, 0, node)
      node.row.empty = true
    }
    placed.set(parentOf(path), node)
  }

  /** Returns the nodes with each copy in conflict directly below its original. */
  function ordered(nodes: readonly Node[]): readonly Node[] {
    if (nodes.every(({ row }) => row.copyOf === null)) return nodes
    const paths = new Set(nodes.map(({ row }) => row.path))
    const isBelow = ({ row: { copyOf } }: Node) => copyOf !== null && paths.has(copyOf)
    const copies = nodes.filter(isBelow)
    const rest = nodes.filter((node) => !isBelow(node))
    return rest.flatMap((node) => [node, ...copies.filter(({ row }) => row.copyOf === node.row.path)])
  }

  const rows: Row[] = []
  function flatten(unordered: readonly Node[]): void {
    const nodes = ordered(unordered)
    for (const [index, { row, children }] of nodes.entries()) {
      rows.push({ ...row, position: index + 1, size: nodes.length })
      if (!folded.has(row.path)) flatten(children)
    }
  }
  flatten(root)
  return rows
}

/** Returns the length of the book: of all files but notes and copies in conflict. */
export function bookLength(files: readonly FileEntry[], counting: Counting): number {
  return files.reduce((total, { isNote, copyOf, length }) => total + (isNote || copyOf !== null ? 0 : (length?.[counting] ?? 0)), 0)
}

/** Returns the next manuscript of the same folder in reading order. A copy in conflict is none. */
export function nextChapter(files: readonly FileEntry[], path: string): string | undefined {
  const chapters = files.filter((file) => file.copyOf === null && parentOf(file.path) === parentOf(path))
  const at = chapters.findIndex((file) => file.path === path)
  return at < 0 ? undefined : chapters[at + 1]?.path
}

/**
 * Returns the rows that a row can be put before and after: the others of its folder, itself among them. A copy in conflict
 * stays below its original. An empty folder has a place among the folders only.
 */
export function neighbours(rows: readonly Row[], row: Row): Row[] {
  const isBeside = (other: Row) => row.kind === other.kind || !(row.empty || other.empty)
  return row.copyOf === null ? rows.filter((other) => other.copyOf === null && parentOf(other.path) === parentOf(row.path) && isBeside(other)) : []
}

/** Returns the place of a row one step up or down, or `null` at the end of its folder. */
export function spotBeside(rows: readonly Row[], row: Row, step: 1 | -1): Spot | null {
  const all = neighbours(rows, row)
  const at = all.findIndex(({ path }) => path === row.path)
  const beside = at < 0 ? undefined : all[at + step]
  return beside ? { beside: beside.path, after: step > 0 } : null
}

/** Returns a place that describes where a row stands now. */
export function spotOf(rows: readonly Row[], row: Row): Spot | null {
  const [before, next] = [spotBeside(rows, row, -1), spotBeside(rows, row, 1)]
  return before ? { ...before, after: true } : next && { ...next, after: false }
}

/** Returns whether a row stands at a place already. */
export function isAt(rows: readonly Row[], row: Row, { beside, after }: Spot): boolean {
  return row.path === beside || spotBeside(rows, row, after ? -1 : 1)?.beside === beside
}

/** Inserts missing files into the list, each after the last file of its folder. */
export function withMissing(files: readonly FileEntry[], wanted: readonly FileEntry[]): FileEntry[] {
  const all = [...files]
  for (const file of wanted) {
    if (all.some(({ path }) => path === file.path)) continue
    const last = all.findLastIndex(({ path }) => parentOf(path) === parentOf(file.path))
    all.splice(last < 0 ? all.length : last + 1, 0, file)
  }
  return all
}

/**
 * Returns the path of a new Markdown file in a folder, with a number if the name is taken. Names that differ only in
 * case count as taken.
 */
export function freeName(folder: string, name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((path) => path.toLowerCase().normalize()))
  for (let number = 1; ; number++) {
    const path = within(folder, `${name}${number === 1 ? '' : ` ${number}`}.md`)
    if (!known.has(path.toLowerCase().normalize())) return path
  }
}

/** Returns the folder of a path; empty for the project folder. */
export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Returns the folder for a new entry at a row: the row itself if it is a folder; without a row the project folder. */
export const folderOf = (row: Row | null | undefined) => (!row ? '' : row.kind === 'folder' ? row.path : parentOf(row.path))

export const within = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

const ENDING = /\.(?:md|markdown|txt)$/iu

/** Returns the name of a file without its folder and extension. */
export function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.replace(ENDING, '') || name
}

/** Returns the path of a row after a rename. A manuscript keeps its extension. */
export function renamed({ kind, path }: Pick<Row, 'kind' | 'path'>, name: string): string {
  const ending = kind === 'file' ? (ENDING.exec(path)?.[0] ?? '') : ''
  return within(parentOf(path), ENDING.test(name) && kind === 'file' ? name : name + ending)
}

/** Returns whether a typed text is one name, and no path to another folder. */
export function isName(text: string): boolean {
  return !/[/\\]/u.test(text) && !/^\.{1,2}$/u.test(text)
}

/**
 * Returns the path of a row after a move to another folder, or `null` if it is there already or cannot be moved there.
 */
export function movedInto({ path }: Pick<Row, 'path'>, folder: string): string | null {
  if (folder === path || folder.startsWith(`${path}/`) || parentOf(path) === folder) return null
  return within(folder, path.slice(path.lastIndexOf('/') + 1))
}

/** Returns a function that maps a path to its path after a rename or a move. */
export function renaming(from: string, to: string): (path: string) => string {
  return (path) => (path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path)
}

/** Returns the index of the next row whose name starts with `beginning`, after the index `from`, wrapping around. */
export function named(rows: readonly Row[], from: number, beginning: string): number {
  const wanted = beginning.toLocaleLowerCase()
  for (let step = 1; step <= rows.length; step++) {
    const index = (from + step) % rows.length
    if (rows[index]?.name.toLocaleLowerCase().startsWith(wanted)) return index
  }
  return -1
}

/** Returns the parts of a path for the top bar. */
export function breadcrumb(path: string): string[] {
  return [...path.split('/').slice(0, -1), fileName(path)]
}

/**
 * Returns the file to show when a project is opened for the first time: the first file. With a Chinese interface it is
 * the first file with a Chinese name, so that the sample project opens in the writer's language.
 */
export function firstToRead(files: readonly FileEntry[], locale: Locale): FileEntry | undefined {
  const hers = locale === 'zh' ? files.find(({ path }) => /\p{Script=Han}/u.test(path)) : undefined
  return hers ?? files[0]
}
