// An approximation of the reading order of the core: numbers compare by value, and notes come after the book.

const NOTES =
  /(^|\/)[\d _.、-]*(notes?|research|outlines?|characters|worldbuilding|笔记|筆記|资料|資料|设定|設定|大纲|大綱|人物|世界观|世界觀)\//i
const { compare } = new Intl.Collator('en', { numeric: true })

export const isNote = (path: string) => NOTES.test(path)

function byReading(one: string, other: string): number {
  const bare = (path: string) => path.replace(/\.[^./]*$/u, '')
  return Number(isNote(one)) - Number(isNote(other)) || compare(bare(one), bare(other))
}

/** Returns paths, or objects with a path, in reading order. */
export function inReadingOrder<T extends string | { path: string }>(all: readonly T[]): T[] {
  const path = (each: string | { path: string }) => (typeof each === 'string' ? each : each.path)
  return all.toSorted((one, other) => byReading(path(one), path(other)))
}
