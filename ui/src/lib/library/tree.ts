import type { FileEntry } from '$lib/host'
import type { Locale } from '$lib/i18n'

/** A row of the file list. */
export type Row = {
  kind: 'folder' | 'file'
  path: string
  /** As it is shown: a manuscript without the ending every manuscript has. */
  name: string
  /** 0 for what stands in the project folder itself. */
  depth: number
  units: number | null
  /** The manuscript this is a copy in conflict of. */
  copyOf: string | null
  /** Its place among its neighbours, from 1, and how many they are. */
  position: number
  size: number
}

type Node = { row: Row; children: Node[] }

/**
 * Returns the rows of the file list. Files are in the order given, and each folder stands once above its first file.
 * Empty folders come last, and a copy in conflict stands below its original. The contents of a folded folder are left
 * out.
 */
export function listRows(files: readonly FileEntry[], folders: readonly string[] = [], folded: ReadonlySet<string> = new Set()): Row[] {
  const root: Node[] = []
  const known = new Map<string, Node>()
  const blank = { copyOf: null, position: 0, size: 0 }

  function folder(path: string): Node | null {
    if (path === '') return null
    const before = known.get(path)
    if (before) return before
    const name = path.slice(path.lastIndexOf('/') + 1)
    const node: Node = { row: { ...blank, kind: 'folder', path, name, depth: path.split('/').length - 1, units: 0 }, children: [] }
    known.set(path, node)
    ;(folder(parentOf(path))?.children ?? root).push(node)
    return node
  }

  for (const file of files) {
    const node = folder(parentOf(file.path))
    const siblings = node?.children ?? root
    const { path, units, copyOf } = file
    const row: Row = { ...blank, kind: 'file', path, name: fileName(path), depth: path.split('/').length - 1, units, copyOf }
    siblings.push({ row, children: [] })
    for (let at: string = parentOf(path); at !== ''; at = parentOf(at)) {
      const above = known.get(at)
      if (above) above.row.units = (above.row.units ?? 0) + (units ?? 0)
    }
  }
  for (const path of folders) folder(path)

  /** Returns what stands in a folder, each copy in conflict below what it is a copy of. */
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

/** Returns the files with those that are missing among them, each after the last one of its folder. */
export function withMissing(files: readonly FileEntry[], wanted: readonly FileEntry[]): FileEntry[] {
  const all = [...files]
  for (const file of wanted) {
    if (all.some(({ path }) => path === file.path)) continue
    const last = all.findLastIndex(({ path }) => parentOf(path) === parentOf(file.path))
    all.splice(last < 0 ? all.length : last + 1, 0, file)
  }
  return all
}

/** Returns the path of a new Markdown file in a folder, numbered where the name is taken in any spelling of its case. */
export function freeName(folder: string, name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((path) => path.toLowerCase().normalize()))
  for (let number = 1; ; number++) {
    const path = within(folder, `${name}${number === 1 ? '' : ` ${number}`}.md`)
    if (!known.has(path.toLowerCase().normalize())) return path
  }
}

/** Returns the folder a path stands in, empty for the project folder itself. */
export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Returns a path inside a folder. */
export const within = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

const ENDING = /\.(?:md|markdown|txt)$/iu

/** Returns a file's name without its folder and without the ending every manuscript has. */
export function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.replace(ENDING, '') || name
}

/** Returns the path a row is to have under a name as it is shown; a manuscript keeps its ending. */
export function renamed({ kind, path }: Pick<Row, 'kind' | 'path'>, name: string): string {
  const ending = kind === 'file' ? (ENDING.exec(path)?.[0] ?? '') : ''
  return within(parentOf(path), ENDING.test(name) && kind === 'file' ? name : name + ending)
}

/** Returns the path a row is to have in another folder, or `null` where it stands there already or cannot go. */
export function movedInto({ path }: Pick<Row, 'path'>, folder: string): string | null {
  if (folder === path || folder.startsWith(`${path}/`) || parentOf(path) === folder) return null
  return within(folder, path.slice(path.lastIndexOf('/') + 1))
}

/** Returns what becomes of a path when a file or a folder goes by another name. */
export function renaming(from: string, to: string): (path: string) => string {
  return (path) => (path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path)
}

/** Returns the index of the next row whose name begins so, from the one behind `from` on and round. */
export function named(rows: readonly Row[], from: number, beginning: string): number {
  const wanted = beginning.toLocaleLowerCase()
  for (let step = 1; step <= rows.length; step++) {
    const index = (from + step) % rows.length
    if (rows[index]?.name.toLocaleLowerCase().startsWith(wanted)) return index
  }
  return -1
}

/** Returns where a file stands, as the top bar says it. */
export function breadcrumb(path: string): string[] {
  return [...path.split('/').slice(0, -1), fileName(path)]
}

/**
 * Returns the file to show when a project is opened for the first time: the first file. In a Chinese desk it is the
 * first file with a Chinese name, so that the sample greets the writer in her own language.
 */
export function firstToRead(files: readonly FileEntry[], locale: Locale): FileEntry | undefined {
  const hers = locale === 'zh' ? files.find(({ path }) => /\p{Script=Han}/u.test(path)) : undefined
  return hers ?? files[0]
}
