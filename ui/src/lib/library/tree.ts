import type { FileEntry } from '$lib/host'

/** A row of the file list. */
export type Row =
  | { kind: 'folder'; path: string; name: string; depth: number; units: number }
  | { kind: 'file'; path: string; name: string; depth: number; units: number | null }

/** Returns the rows of the file list: files in the order given, each folder once above its first file. */
export function listRows(files: FileEntry[]): Row[] {
  const rows: Row[] = []
  const seen = new Set<string>()
  for (const file of files) {
    const folders = file.path.split('/').slice(0, -1)
    for (const [depth, name] of folders.entries()) {
      const path = folders.slice(0, depth + 1).join('/')
      if (seen.has(path)) continue
      seen.add(path)
      rows.push({ kind: 'folder', path, name, depth, units: sumUnits(files, path) })
    }
    rows.push({ kind: 'file', path: file.path, name: fileName(file.path), depth: folders.length, units: file.units })
  }
  return rows
}

/** Returns the files with those that are missing among them, each after the last one of its folder. */
export function withMissing(files: readonly FileEntry[], wanted: readonly FileEntry[]): FileEntry[] {
  const all = [...files]
  for (const file of wanted) {
    if (all.some(({ path }) => path === file.path)) continue
    const last = all.findLastIndex(({ path }) => folderOf(path) === folderOf(file.path))
    all.splice(last < 0 ? all.length : last + 1, 0, file)
  }
  return all
}

/** Returns the folder of a path with the `/` behind it, empty for the project itself. */
export const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** Returns the path of a new Markdown file in a folder, numbered where the name is taken in any spelling of its case. */
export function freeName(folder: string, name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((path) => path.toLowerCase().normalize()))
  for (let number = 1; ; number++) {
    const path = `${folder}${name}${number === 1 ? '' : ` ${number}`}.md`
    if (!known.has(path.toLowerCase().normalize())) return path
  }
}

/** Returns a file's name without its folder and without the ending every manuscript has. */
export function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.replace(/\.(?:md|markdown|txt)$/iu, '') || name
}

/** Returns where a file stands, as the top bar says it. */
export function breadcrumb(path: string): string[] {
  return [...path.split('/').slice(0, -1), fileName(path)]
}

function sumUnits(files: FileEntry[], folder: string): number {
  return files.filter((file) => file.path.startsWith(`${folder}/`)).reduce((sum, file) => sum + (file.units ?? 0), 0)
}
