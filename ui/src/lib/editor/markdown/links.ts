// Resolves the targets of links and pictures in a manuscript.

/** Returns whether a target is a URL of the web or of another program. A URL is shown and never loaded by the desk. */
export function isAddress(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)
}

/**
 * Returns the path, relative to the project, of the file that a link target in a file names. Returns `null` where the
 * target leads out of the project or names no file. The core checks the path again.
 */
export function fileOf(target: string, file: string): string | null {
  const [path = ''] = target.replace(/^<([^>]*)>.*$/, '$1').split(/\s+["']|[#?]/)
  if (path === '' || isAddress(path) || path.startsWith('/') || path.includes('\\')) return null
  const parts = file.split('/').slice(0, -1)
  for (const part of decoded(path).split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.length > 0 ? parts.join('/') : null
}

/**
 * Returns the path of the manuscript that a link such as [[name]] names, without its folder and its ending. A manuscript
 * in the folder of `file` comes first, then the first in the order of `paths`.
 */
export function fileNamed(target: string, file: string, paths: readonly string[]): string | null {
  const plain = (name: string) => name.normalize('NFC').toLowerCase()
  const wanted = plain(target.split('#')[0]?.trim() ?? '')
  if (wanted === '') return null
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const isNamed = (path: string) => [path, path.slice(path.lastIndexOf('/') + 1)].some((each) => plain(each.replace(/\.(?:md|markdown|txt)$/i, '')) === wanted)
  const found = paths.filter(isNamed)
  return found.find((path) => path.slice(0, path.lastIndexOf('/') + 1) === folder) ?? found[0] ?? null
}

/** Decodes `%20` and the like. An invalid encoding is returned unchanged. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
