// Extracts prose from a text. Front matter, code blocks and comments are left out; marks and addresses are masked.

import type { EditorState, Text } from '@codemirror/state'
import { fenced, frontMatter } from './markdown'
import { readSpans, spans } from './markdown/lines'

/**
 * Masks each character of a Markdown mark, and of text invisible to a reader, such as a comment or a footnote
 * reference.
 */
export const MARK = '\u0001'

/** Masks each character of visible text that is no prose: code, an address, a file name. */
export const OBJECT = '\ufffc'

/** A line, or the requested part of a long line. */
export type ProseLine = {
  readonly from: number
  readonly to: number
  /** The text with the same length, masked with `MARK` and `OBJECT`. */
  readonly text: string
  /** Whether the line continues before or after this part. */
  readonly isCut: { readonly before: boolean; readonly behind: boolean }
}

/** HTML tags and entities, which a reader does not see as words. */
const TAGS = [/<\/?[a-z][^<>]*>/giu, /&#?\w+;/gu]

/** Names and addresses anywhere in a line. */
const NAMES = [
  // Paths. One slash makes none, as in “he/she”.
  /(?<![\w.~/-])[\w.~-]*(?:\/[\w.~-]+){2,}\/?/gu,
  /(?:\b[a-z]:)?(?:\\[\w.-]+)+/giu,
  // Mail addresses, names of sites and files, and abbreviations such as e.g.
  /(?<![\p{Script=Latin}\d_+.-])[\p{Script=Latin}\d_+-]+(?:[.@][\p{Script=Latin}\d_+-]+)+/gu,
  /(?<![\p{L}\d])[#@][\w-]+/gu,
]

/** Markdown styles whose text a reader does not see. */
const UNREAD = new Set(['md-mark', 'md-comment', 'md-picture', 'md-note'])

/** A longer line is read only in the requested range. */
const LONG_LINE = 5_000

/** How far back the start of a comment over several lines is searched, in code units. */
const COMMENT = 4_000

/** Returns the lines of a range with prose, in order, without empty lines. */
export function* proseBetween(state: EditorState, from: number, to: number): Generator<ProseLine> {
  const { doc } = state
  const body = frontMatter(doc)?.to ?? -1
  const blocks = fenced(state, to)
  let block = 0
  let line = doc.lineAt(from)
  let commented = isInComment(doc, line.from)
  for (;;) {
    while ((blocks[block]?.to ?? Infinity) < line.from) block += 1
    const isCode = line.from <= body || (blocks[block]?.from ?? Infinity) <= line.from
    if (!isCode && line.length > 0) {
      const long = line.length > LONG_LINE
      const begin = long ? Math.max(from, line.from) : line.from
      const end = long ? Math.min(to, line.to) : line.to
      const covered = cover(doc.sliceString(begin, end), long, commented)
      commented = covered.commented
      yield { from: begin, to: end, text: covered.text, isCut: { before: begin > line.from, behind: end < line.to } }
    }
    if (line.to >= to) return
    line = doc.lineAt(line.to + 1)
  }
}

/** Returns a line with all non-prose masked, and whether a comment is open at its end. */
function cover(text: string, long: boolean, commented: boolean): { text: string; commented: boolean } {
  let covered = text
  const put = (from: number, to: number, sign: string) => (covered = covered.slice(0, from) + sign.repeat(to - from) + covered.slice(to))
  if (commented) {
    const end = text.indexOf('-->')
    put(0, end < 0 ? text.length : end + 3, MARK)
    if (end < 0) return { text: covered, commented }
  }
  for (const { from, to, style, target } of long ? readSpans(text) : spans(text)) {
    if (UNREAD.has(style)) put(from, to, MARK)
    else if (style === 'md-code' || target === text.slice(from, to)) put(from, to, OBJECT)
  }
  const open = covered.lastIndexOf('<!--')
  if (open >= 0) put(open, text.length, MARK)
  for (const pattern of TAGS) for (const { 0: match, index } of covered.matchAll(pattern)) put(index, index + match.length, ' ')
  for (const pattern of NAMES) for (const { 0: match, index } of covered.matchAll(pattern)) put(index, index + match.length, OBJECT)
  return { text: covered, commented: open >= 0 }
}

function isInComment(doc: Text, at: number): boolean {
  const before = doc.sliceString(Math.max(0, at - COMMENT), at)
  return before.lastIndexOf('<!--') > before.lastIndexOf('-->')
}
