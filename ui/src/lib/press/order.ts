/** A manuscript in the list of what is exported. */
export interface Entry {
  path: string
  chosen: boolean
}

const NOTES = new Set(['notes', 'research', '笔记', '资料', '设定'])

/** Returns the manuscripts in reading order with all chosen but notes, or only the one that is open. */
export function entries(paths: readonly string[], only: string | null = null): Entry[] {
  const isNote = (path: string) => path.includes('/') && NOTES.has((path.split('/')[0] ?? '').toLowerCase())
  return paths.map((path) => ({ path, chosen: only === null ? !isNote(path) : path === only }))
}

/** Returns the entries with one a place up (-1) or down (1); the same ones where there is no such place. */
export function moved(all: readonly Entry[], index: number, by: -1 | 1): Entry[] {
  const to = index + by
  const [entry, other] = [all[index], all[to]]
  if (!entry || !other) return [...all]
  return all.map((each, at) => (at === index ? other : at === to ? entry : each))
}

/** Returns the paths that are chosen, in their order. */
export const chosen = (all: readonly Entry[]): string[] => all.filter((entry) => entry.chosen).map(({ path }) => path)
