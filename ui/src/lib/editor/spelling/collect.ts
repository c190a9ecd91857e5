// The words of a text that can be looked up: English prose, without what only looks like it.

import type { EditorState } from '@codemirror/state'
import { MARK, proseBetween } from '../prose'

/** A word where it stands. */
export type Word = {
  readonly from: number
  readonly to: number
  /** As it stands there. */
  readonly text: string
  /** As it may be looked up: with an apostrophe beside it, as in ’tis, or with all that hyphens join. One that is known will do. */
  readonly forms: readonly string[]
}

/** Scripts whose words have no blank between them: a Latin word among them ends where they begin. */
const UNSPACED = '(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}])'

/** A word with all that may stand in one: with a mark inside it is none to look up. */
const TOKEN = new RegExp(`(?:${UNSPACED}[\\p{L}\\p{M}\\p{N}_'’\\u00ad${MARK}‐‑-])+`, 'gu')

/** What a token is when it can be looked up: letters of ours, apostrophes and hyphens. */
const ENGLISH = /^(?:\p{Script=Latin}|\p{M}|['’‐‑\u00ad-])+$/u

/** Two to five capitals, which are mostly no word, and Roman numbers. */
const INITIALS = /^(?:\p{Lu}{1,5}|[IVXLCDM]+)$/u

/** Nothing longer is a word of English; what is found in medical lists has 45 letters. */
const LONGEST = 45

/** Returns the words of a stretch of the text, in order. A word that the stretch cuts is left out where the line is long. */
export function wordsBetween(state: EditorState, from: number, to: number): Word[] {
  const found: Word[] = []
  for (const { from: begin, text, isCut } of proseBetween(state, from, to)) {
    for (const word of wordsIn(text)) {
      const isWhole = !(word.from === 0 && isCut.before) && !(word.to === text.length && isCut.behind)
      if (isWhole) found.push({ ...word, from: begin + word.from, to: begin + word.to })
    }
  }
  return found
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
    const inner = token.replace(new RegExp(`[${MARK}_‐‑-]+$`, 'u'), '')
    const start = inner.search(new RegExp(`[^${MARK}_‐‑-]`, 'u'))
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
