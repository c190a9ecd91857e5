import type { MemoryFile } from '$lib/host'

/** The kinds of memory files, in the order in which they are of use to a reader. */
export const GROUPS = ['lasting', 'daily', 'archive', 'other', 'records'] as const
export type GroupName = (typeof GROUPS)[number]

export interface Group {
  name: GroupName
  files: MemoryFile[]
}

/** The files that hold what lasts, in the order in which they are read. */
const LASTING = ['MEMORY.md', 'INSIGHTS.md', 'HISTORY.md']

/** Returns the files by kind: what lasts first, days with the newest first; kinds without a file are left out. */
export function groupFiles(files: MemoryFile[]): Group[] {
  return GROUPS.map((name) => ({ name, files: files.filter((file) => groupOf(file) === name).sort(order(name)) })).filter(
    (group) => group.files.length > 0,
  )
}

/** Returns the name of a file inside its group. */
export function shortName({ name }: MemoryFile): string {
  return name.replace(/^archive\//u, '')
}

function groupOf({ name }: MemoryFile): GroupName {
  if (LASTING.includes(name)) return 'lasting'
  if (/^\d{4}-\d{2}-\d{2}\.md$/u.test(name)) return 'daily'
  if (name.startsWith('archive/')) return 'archive'
  return name.endsWith('.md') ? 'other' : 'records'
}

function order(group: GroupName): (a: MemoryFile, b: MemoryFile) => number {
  if (group === 'lasting') return (a, b) => LASTING.indexOf(a.name) - LASTING.indexOf(b.name)
  // Days and months are names that sort by time.
  const newestFirst = group !== 'other'
  return (a, b) => (newestFirst ? b.name.localeCompare(a.name) : a.name.localeCompare(b.name))
}
