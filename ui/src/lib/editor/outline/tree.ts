// The headings as a tree with folding.

import type { Title } from '../overview'

/** A heading as a row of the tree. */
export type OutlineRow = {
  readonly heading: Title
  /** Index among all headings. */
  readonly index: number
  /** Depth in the tree, from 0. It depends on the headings above, not on the number of `#`. */
  readonly depth: number
  readonly parent: number
  /** Whether it has headings below it. */
  readonly branch: boolean
}

/** Returns the rows of all headings. A skipped level, as from `#` to `###`, does not count as a level of the tree. */
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

/** Returns the visible rows. `folded` has the keys of the folded branches (`keyOf`). */
export function shownRows(rows: readonly OutlineRow[], folded: ReadonlySet<string>): OutlineRow[] {
  const hidden = new Set<number>()
  return rows.filter((row) => {
    const parent = rows[row.parent]
    if (parent && (hidden.has(parent.index) || folded.has(keyOf(rows, parent)))) hidden.add(row.index)
    return !hidden.has(row.index)
  })
}

/** Returns a key for a row that survives edits around it: the path of titles from the top. */
export function keyOf(rows: readonly OutlineRow[], row: OutlineRow): string {
  const parent = rows[row.parent]
  return `${parent ? keyOf(rows, parent) : ''}/${row.heading.title}`
}
