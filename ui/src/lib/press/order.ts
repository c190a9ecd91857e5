import type { PlannedFile } from '$lib/host'

/** A manuscript in the list of the export. */
export interface ExportEntry extends PlannedFile {
  chosen: boolean
}

/** A folder of the list, or the project folder for an empty name, with its entries and their places in the list. */
export interface ExportGroup {
  folder: string
  rows: { entry: ExportEntry; index: number }[]
}

/** Returns the manuscripts in reading order. All but notes are chosen. */
export const entries = (files: readonly PlannedFile[]): ExportEntry[] => files.map((file) => ({ ...file, chosen: !file.isNote }))

/** Returns the entries with one moved up (-1) or down (1). Unchanged at the end of the list. */
export function moved(all: readonly ExportEntry[], index: number, by: -1 | 1): ExportEntry[] {
  const to = index + by
  const [entry, other] = [all[index], all[to]]
  if (!entry || !other) return [...all]
  return all.map((each, at) => (at === index ? other : at === to ? entry : each))
}

/** Returns the entries by folder, in order. A folder comes again where its files stand apart. */
export function groups(all: readonly ExportEntry[]): ExportGroup[] {
  const found: ExportGroup[] = []
  for (const [index, entry] of all.entries()) {
    const folder = entry.path.split('/').slice(0, -1).join('/')
    const last = found.at(-1)
    if (last?.folder === folder) last.rows.push({ entry, index })
    else found.push({ folder, rows: [{ entry, index }] })
  }
  return found
}

/** Returns the paths of the chosen manuscripts in order. */
export const chosen = (all: readonly ExportEntry[]): string[] => all.filter((entry) => entry.chosen).map(({ path }) => path)
