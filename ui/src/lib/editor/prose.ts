// What of a text is prose: front matter, code blocks and comments left out, marks and addresses covered.

import type { EditorState, Text } from '@codemirror/state'
import { fenced, frontMatter } from './markdown'
import { readSpans, spans } from './markdown/lines'

/**
 * Stands for each character of a mark, and of text that a reader does not see, such as a comment or the place of a
 * note.
 */
export const MARK = '\u0001'

/** Stands for each character of text that is read but is no prose: code, an address, the name of a file. */
export const OBJECT = '\ufffc'

/** A line, or the part of a long one that was asked for. */
export type ProseLine = {
  readonly from: number
  readonly to: number
  /** As long as what stands there, with `MARK` and `OBJECT` for what is no prose. */
  readonly text: string
  /** Whether more of the line stands before it, and behind. */
  readonly isCut: { readonly before: boolean; readonly behind: boolean }
}

/** Words that a sentence has but no reader reads as such. */
const TAGS = [/<\/?[a-z][^<>]*>/giu, /&#?\w+;/gu]

/** Names and addresses wherever they stand in a line. */
const NAMES = [
  // Paths; one slash, as in “he/she”, makes none.
  /(?<![\w.~/-])[\w.~-]*(?:\/[\w.~-]+){2,}\/?/gu,
  /(?:\b[a-z]:)?(?:\\[\w.-]+)+/giu,
  // Addresses of letters, names of sites and files, and abbreviations such as e.g.
  /(?<![\p{Script=Latin}\d_+.-])[\p{Script=Latin}\d_+-]+(?:[.@][\p{Script=Latin}\d_+-]+)+/gu,
  /(?<![\p{L}\d])[#@][\w-]+/gu,
]

/** Styles of Markdown that are not there for a reader. */
const UNREAD = new Set(['md-mark', 'md-comment', 'md-picture', 'md-note'])

/** A line longer than this is read only where it is asked for. */
const LONG_LINE = 5_000

/** How far back a comment of several lines is looked for. */
const COMMENT = 4_000

/** Returns the lines of a stretch that are prose, in order, but for empty ones. */
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

/** Returns a line by itself with what is no prose covered, and whether a comment goes on behind it. */
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
