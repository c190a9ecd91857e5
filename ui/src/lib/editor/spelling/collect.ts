// The words of a text that can be looked up: English prose, without what only looks like it.

import type { EditorState, Text } from '@codemirror/state'
import { fenced, frontMatter } from '../markdown'
import { readSpans, spans } from '../markdown/lines'

/** A word where it stands. */
export type Word = {
  readonly from: number
  readonly to: number
  /** As it stands there. */
  readonly text: string
  /** As it may be looked up: with an apostrophe beside it, as in ’tis, or with all that hyphens join. One that is known will do. */
  readonly forms: readonly string[]
}

/** Stands for marks and what they make no prose of, and joins what is beside it: a word with a mark inside is none to look up. */
const MASK = '\u0001'

/** Scripts whose words have no blank between them: a Latin word among them ends where they begin. */
const UNSPACED = '(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}])'

/** A word with all that may stand in one. */
const TOKEN = new RegExp(`(?:${UNSPACED}[\\p{L}\\p{M}\\p{N}_'’\\u00ad${MASK}‐‑-])+`, 'gu')

/** What a token is when it can be looked up: letters of ours, apostrophes and hyphens. */
const ENGLISH = /^(?:\p{Script=Latin}|\p{M}|['’‐‑\u00ad-])+$/u

/** Two to five capitals, which are mostly no word, and Roman numbers. */
const INITIALS = /^(?:\p{Lu}{1,5}|[IVXLCDM]+)$/u

/** Nothing longer is a word of English; what is found in medical lists has 45 letters. */
const LONGEST = 45

/** What is no prose wherever it stands in a line. */
const SKIPPED = [
  /<\/?[a-z][^<>]*>/giu,
  /&#?\w+;/gu,
  // Addresses of letters, names of sites and files, and abbreviations such as e.g.
  /(?<![\p{Script=Latin}\d_+.-])[\p{Script=Latin}\d_+-]+(?:[.@][\p{Script=Latin}\d_+-]+)+/gu,
  // Paths; one slash, as in “he/she”, makes none.
  /(?<![\w.~/-])[\w.~-]*(?:\/[\w.~-]+){2,}\/?/gu,
  /(?:\b[a-z]:)?(?:\\[\w.-]+)+/giu,
  /(?<![\p{L}\d])[#@][\w-]+/gu,
]

/** Styles of Markdown that are no prose. */
const NO_PROSE = new Set(['md-mark', 'md-code', 'md-comment', 'md-picture', 'md-note'])

/** A line longer than this is read only where it is asked for. */
const LONG_LINE = 5_000

/** How far back a comment of several lines is looked for. */
const COMMENT = 4_000

/** Returns the words of a stretch of the text, in order. A word that the stretch cuts is left out where the line is long. */
export function wordsBetween(state: EditorState, from: number, to: number): Word[] {
  const { doc } = state
  const found: Word[] = []
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
      const text = doc.sliceString(begin, end)
      const masked = mask(text, long, commented)
      commented = masked.commented
      for (const word of wordsIn(masked.text)) {
        const isCut = (word.from === 0 && begin > line.from) || (word.to === text.length && end < line.to)
        if (!isCut) found.push({ ...word, from: begin + word.from, to: begin + word.to })
      }
    }
    if (line.to >= to) return found
    line = doc.lineAt(line.to + 1)
  }
}

/** Returns the word at an offset, or `null`. */
export function wordAt(state: EditorState, at: number): Word | null {
  const from = Math.max(0, at - LONGEST - 1)
  const to = Math.min(state.doc.length, at + LONGEST + 1)
  return wordsBetween(state, from, to).find((word) => word.from <= at && at <= word.to) ?? null
}

/** Returns the words of a line. */
export function wordsIn(line: string): Word[] {
  const found: Word[] = []
  for (const { 0: token, index } of line.matchAll(TOKEN)) {
    const inner = token.replace(new RegExp(`[${MASK}_‐‑-]+$`, 'u'), '')
    const start = inner.search(new RegExp(`[^${MASK}_‐‑-]`, 'u'))
    const whole = start < 0 ? '' : inner.slice(start)
    if (!ENGLISH.test(whole)) continue
    const isJoined = /[‐‑-]/u.test(whole)
    for (const { 0: part, index: at } of whole.matchAll(/[^‐‑-]+/gu)) {
      const text = part.replace(/^['’]+|['’]+$/gu, '')
      const skip = part.search(/[^'’]/u)
      const own = text.replace(/['’]s$/u, '')
      if (own.length < 2 || text.length > LONGEST || INITIALS.test(own)) continue
      const from = index + start + at + skip
      const forms = [text]
      if (skip > 0) forms.push(`'${text}`)
      if (skip + text.length < part.length) forms.push(`${text}'`)
      if (isJoined) forms.push(whole.replace(/^['’]+|['’]+$/gu, '').replace(/[‐‑]/gu, '-'))
      found.push({ from, to: from + text.length, text, forms: forms.map(plain) })
    }
  }
  return found
}

/** As it is looked up: one sign for one letter, and nothing that is not seen. */
const plain = (text: string) => text.normalize('NFC').replace(/\u00ad/gu, '').replace(/’/gu, "'")

function mask(text: string, long: boolean, commented: boolean): { text: string; commented: boolean } {
  let masked = text
  const cover = (from: number, to: number, sign = MASK) => (masked = masked.slice(0, from) + sign.repeat(to - from) + masked.slice(to))
  if (commented) {
    const end = text.indexOf('-->')
    cover(0, end < 0 ? text.length : end + 3)
    if (end < 0) return { text: masked, commented }
  }
  for (const { from, to, style, target } of long ? readSpans(text) : spans(text)) {
    if (NO_PROSE.has(style) || target === text.slice(from, to)) cover(from, to)
  }
  const open = masked.lastIndexOf('<!--')
  if (open >= 0) cover(open, text.length)
  for (const pattern of SKIPPED) for (const { 0: match, index } of masked.matchAll(pattern)) cover(index, index + match.length, ' ')
  return { text: masked, commented: open >= 0 }
}

function isInComment(doc: Text, at: number): boolean {
  const before = doc.sliceString(Math.max(0, at - COMMENT), at)
  return before.lastIndexOf('<!--') > before.lastIndexOf('-->')
}
