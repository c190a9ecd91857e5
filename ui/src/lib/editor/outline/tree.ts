// Headings as a tree is walked by keys: what is shown, and where each key leads.

import type { Title } from '../overview'

/** A heading as a row of the tree. */
export type OutlineRow = {
  readonly heading: Title
  /** Its place among all headings. */
  readonly index: number
  /** How deep it stands, from 0: by what stands above it and not by the number of its signs. */
  readonly depth: number
  readonly parent: number
  /** Whether headings stand below it. */
  readonly branch: boolean
}

/** Returns the rows of all headings. A level that is left out, as from `#` to `###`, is no level of the tree. */
export function rowsOf(headings: readonly Title[]): OutlineRow[] {
  const above: { level: number; index: number }[] = []
  return headings.map((heading, index) => {
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop()
    const row = {
      heading,
      index,
      depth: above.length,
      parent: above.at(-1)?.index ?? -1,
      branch: (headings[index + 1]?.level ?? 0) > heading.level,
    }
    above.push({ level: heading.level, index })
    return row
  })
}

/** Returns the rows that are shown while the branches in `folded` are; these are known by where they begin. */
export function shownRows(rows: readonly OutlineRow[], folded: ReadonlySet<string>): OutlineRow[] {
  const hidden = new Set<number>()
  return rows.filter((row) => {
    const parent = rows[row.parent]
    if (parent && (hidden.has(parent.index) || folded.has(keyOf(rows, parent)))) hidden.add(row.index)
    return !hidden.has(row.index)
  })
}

/** Returns what a row is known by while the text changes around it: its titles from the top. */
export function keyOf(rows: readonly OutlineRow[], row: OutlineRow): string {
  const parent = rows[row.parent]
  return `${parent ? keyOf(rows, parent) : ''}/${row.heading.title}`
}
