// An approximation of the reading order of the core: a list of paths gives places, and all other names stand beside
// their natural neighbour. Numbers compare by value, and notes come after the chapters.

const NOTES =
  /(^|\/)[\d _.、-]*(notes?|research|outlines?|characters|worldbuilding|笔记|筆記|资料|資料|设定|設定|大纲|大綱|人物|世界观|世界觀)(\/|$)/i
const { compare } = new Intl.Collator('en', { numeric: true })

export const isNote = (path: string) => NOTES.test(path)

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const isAtOrBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Returns the name of a manuscript without its ending. */
const bare = (name: string) => name.replace(/\.(?:md|markdown|txt)$/iu, '')

/** Compares two names of one folder by their natural order. */
const byNature = (one: string, other: string) => Number(isNote(one)) - Number(isNote(other)) || compare(bare(one), bare(other))

/** The place of a name in its folder: the rank of a listed name, and whether it is that name, or before or after it. */
type Place = readonly [rank: number, side: -1 | 0 | 1]

function placeOf(name: string, ranks: readonly string[]): Place {
  const rank = ranks.indexOf(name)
  if (rank >= 0) return [rank, 0]
  const sorted = ranks.toSorted(byNature)
  const successor = sorted.find((other) => byNature(other, name) > 0)
  if (isNote(name)) return [successor === undefined ? Infinity : ranks.indexOf(successor), -1]
  return [ranks.indexOf(sorted.findLast((other) => byNature(other, name) < 0) ?? ''), 1]
}

/** Returns the names that the list gives a place in a folder, in their order. */
function ranksIn(folder: string, list: readonly string[]): string[] {
  const start = folder === '' ? '' : `${folder}/`
  return [...new Set(list.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length).split('/')[0] ?? ''))]
}

function byReading(one: string, other: string, list: readonly string[]): number {
  const [names, others] = [one.split('/'), other.split('/')]
  const at = names.findIndex((name, depth) => name !== others[depth])
  const [name, against] = [names[at], others[at]]
  if (at < 0 || name === undefined || against === undefined) return names.length - others.length
  const ranks = ranksIn(names.slice(0, at).join('/'), list)
  const [a, b] = [placeOf(name, ranks), placeOf(against, ranks)]
  return (a[0] === b[0] ? a[1] - b[1] : a[0] - b[0]) || byNature(name, against)
}

/** Returns paths, or objects with a path, in reading order. */
export function inReadingOrder<T extends string | { path: string }>(all: readonly T[], list: readonly string[]): T[] {
  const path = (each: string | { path: string }) => (typeof each === 'string' ? each : each.path)
  return all.toSorted((one, other) => byReading(path(one), path(other), list))
}

/** Returns the list after a path was put before or after another one of its folder, which has these siblings. */
export function placed(list: readonly string[], path: string, beside: string, after: boolean, siblings: readonly string[]): string[] {
  const all = inReadingOrder([...new Set([...list, ...siblings])], list)
  const rest = all.filter((each) => !isAtOrBelow(each, path))
  const isBeside = (each: string) => isAtOrBelow(each, beside)
  const at = after ? rest.findLastIndex(isBeside) + 1 : rest.findIndex(isBeside)
  return rest.toSpliced(at, 0, ...all.filter((each) => isAtOrBelow(each, path)))
}

/** Returns the list after a file or a folder got another name or another place. */
export function replaced(list: readonly string[], from: string, to: string): string[] {
  const moved = list.filter((each) => isAtOrBelow(each, from))
  if (moved.length === 0) return [...list]
  const kept = list.filter((each) => !isAtOrBelow(each, to) || isAtOrBelow(each, from))
  const renamed = (each: string) => (isAtOrBelow(each, from) ? to + each.slice(from.length) : each)
  if (folderOf(from) === folderOf(to)) return kept.map(renamed)
  const rest = inReadingOrder(kept.filter((each) => !isAtOrBelow(each, from)), list)
  const at = rest.findIndex((each) => byReading(each, to, rest) > 0)
  return rest.toSpliced(at < 0 ? rest.length : at, 0, ...inReadingOrder(moved, list).map(renamed))
}
