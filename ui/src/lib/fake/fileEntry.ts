import type { Document, FileEntry } from '$lib/host'
import { lengthOf } from '$lib/text/length'

/** Returns a manuscript as an entry of the file list. */
export function fileEntry({ path, text }: Document) {
  return { path, bytes: new TextEncoder().encode(text).length, length: lengthOf(text), copyOf: null } satisfies FileEntry
}
