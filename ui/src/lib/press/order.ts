/** A manuscript in the list of the export. */
export interface ExportEntry {
  path: string
  chosen: boolean
}

const NOTES = new Set(['notes', 'research', '笔记', '资料', '设定'])

/** Returns the manuscripts in reading order. All but notes are chosen, or only the manuscript `only`. */
export function entries(paths: readonly string[], only: string | null = null): ExportEntry[] {
  const isNote = (path: string) => path.includes('/') && NOTES.has((path.split('/')[0] ?? '').toLowerCase())
  return paths.map((path) => ({ path, chosen: only === null ? !isNote(path) : path === only }))
}

/** Returns the entries with one moved up (-1) or down (1). Unchanged at the end of the list. */
export function moved(all: readonly ExportEntry[], index: number, by: -1 | 1): ExportEntry[] {
  const to = index + by
  const [entry, other] = [all[index], all[to]]
  if (!entry || !other) return [...all]
  return all.map((each, at) => (at === index ? other : at === to ? entry : each))
}

/** Returns the paths of the chosen manuscripts in order. */
export const chosen = (all: readonly ExportEntry[]): string[] => all.filter((entry) => entry.chosen).map(({ path }) => path)
