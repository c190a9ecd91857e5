import type { Document, FileEntry } from '$lib/host'
import { bodyOf, saidOf } from '$lib/text/frontMatter'
import { lengthOf } from '$lib/text/length'
import { isNote } from './readingOrder'

/** Returns a manuscript as an entry of the file list. */
export function fileEntry({ path, text }: Document) {
  const said = saidOf(path, text)
  return {
    ...said,
    path,
    bytes: new TextEncoder().encode(text).length,
    length: lengthOf(bodyOf(path, text)),
    copyOf: null,
    isNote: said.isNote || isNote(path),
  } satisfies FileEntry
}
