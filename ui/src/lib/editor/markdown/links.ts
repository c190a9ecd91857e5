// Where a link or a picture of a manuscript leads.

/** Returns whether a target is an address on the web or of another program: it is shown and never followed by itself. */
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

/** Returns a path without `%20` and the like; one that only looks so is taken as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
