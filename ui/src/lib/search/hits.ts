// The hits of a search, each with its line. Texts are looked through in parts, so that no key waits for a long text.

import type { Text } from '@codemirror/state'
import type { Found, Query } from '$lib/editor'
import type { Source } from './texts'

/** A hit, and the line around it, cut if the line is long. */
export type Hit = Found & {
  readonly before: string
  readonly text: string
  readonly after: string
}

/** The hits in a file. */
export type FileHits = Source & {
  readonly hits: readonly Hit[]
  /** Whether the file may have more hits. */
  readonly more: boolean
}

/** The hits in several files. `incomplete` means that the pattern took too long in some part, which may have more hits. */
export type Hits = { readonly files: FileHits[]; readonly incomplete: boolean }

/** The length of a part, in UTF-16 code units; it is extended to whole lines. One part takes less than a time slice. */
const PART = 8_192

/** The longest excerpts that are shown of a line, in UTF-16 code units. */
const EXCERPT = { before: 14, text: 160, after: 120 }

/** Looks through texts until there are `most` hits. Yields behind each part. */
export function* lookThrough(query: Query, sources: readonly Source[], most: number): Generator<void, Hits> {
  const files: FileHits[] = []
  let room = most
  let incomplete = false
  for (const source of sources) {
    const hits: Hit[] = []
    const { doc } = source
    let from = 0
    while (from < doc.length && hits.length < room) {
      const to = Math.min(doc.length, doc.lineAt(Math.min(doc.length, from + PART)).to + 1)
      const part = query.read(doc.sliceString(from, to))
      incomplete ||= !part.complete
      for (const found of part.found) hits.push(inLine(doc, { ...found, from: from + found.from, to: from + found.to }))
      from = to
      yield
    }
    if (hits.length > 0) files.push({ ...source, hits, more: from < doc.length })
    room -= hits.length
    if (room <= 0) break
    yield
  }
  return { files, incomplete }
}

function inLine(doc: Text, found: Found): Hit {
  const line = doc.lineAt(found.from)
  const at = found.from - line.from
  const end = Math.min(found.to, line.to) - line.from
  const start = Math.max(0, at - EXCERPT.before)
  return {
    ...found,
    before: (start > 0 ? '…' : '') + excerpt(line.text, start, at).trimStart(),
    text: excerpt(line.text, at, Math.min(end, at + EXCERPT.text)),
    after: excerpt(line.text, end, end + EXCERPT.after),
  }
}

/** Returns a part of a text, without half of a surrogate pair at either end. */
function excerpt(text: string, from: number, to: number): string {
  const isLow = (at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00
  return text.slice(isLow(from) ? from + 1 : from, isLow(to) ? to - 1 : to)
}
