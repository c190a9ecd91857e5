import type { MemoryFile } from '$lib/host'

/** The groups of memory files, in the order of their use to a reader. */
export const FILE_GROUPS = ['lasting', 'daily', 'archive', 'other', 'records'] as const
export type FileGroupName = (typeof FILE_GROUPS)[number]

export interface FileGroup {
  name: FileGroupName
  files: MemoryFile[]
}

/** Files with lasting memory, in reading order. */
const LASTING = ['MEMORY.md', 'INSIGHTS.md', 'HISTORY.md']

/** Returns the files by group: lasting files first, days with the newest first. Empty groups are left out. */
export function groupFiles(files: MemoryFile[]): FileGroup[] {
  return FILE_GROUPS.map((name) => ({ name, files: files.filter((file) => groupOf(file) === name).sort(order(name)) })).filter(
    (group) => group.files.length > 0,
  )
}

/** Returns the name of a file inside its group. */
export function shortName({ name }: MemoryFile): string {
  return name.replace(/^archive\//u, '')
}

function groupOf({ name }: MemoryFile): FileGroupName {
  if (LASTING.includes(name)) return 'lasting'
  if (/^\d{4}-\d{2}-\d{2}\.md$/u.test(name)) return 'daily'
  if (name.startsWith('archive/')) return 'archive'
  return name.endsWith('.md') ? 'other' : 'records'
}

function order(group: FileGroupName): (a: MemoryFile, b: MemoryFile) => number {
  if (group === 'lasting') return (a, b) => LASTING.indexOf(a.name) - LASTING.indexOf(b.name)
  // Names of days and months sort by time.
  const newestFirst = group !== 'other'
  return (a, b) => (newestFirst ? b.name.localeCompare(a.name) : a.name.localeCompare(b.name))
}
