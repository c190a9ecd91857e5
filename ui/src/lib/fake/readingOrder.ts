// An approximation of the reading order of the core: numbers compare by value, and notes come after the book.

const NOTES = ['notes', 'research', '笔记', '资料', '设定']
const { compare } = new Intl.Collator('en', { numeric: true })

const isNote = (path: string) => NOTES.includes(path.split('/', 1)[0]?.toLowerCase() ?? '')

function byReading(one: string, other: string): number {
  return Number(isNote(one)) - Number(isNote(other)) || compare(one, other)
}

/** Returns paths, or objects with a path, in reading order. */
export function inReadingOrder<T extends string | { path: string }>(all: readonly T[]): T[] {
  const path = (each: string | { path: string }) => (typeof each === 'string' ? each : each.path)
  return all.toSorted((one, other) => byReading(path(one), path(other)))
}
