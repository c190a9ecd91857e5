// Finds the English words of a text for the spell checker.

import type { EditorState } from '@codemirror/state'
import { MARK, proseBetween } from '../prose'

/** A word with its offsets. */
export type Word = {
  readonly from: number
  readonly to: number
  /** The word as written. */
  readonly text: string
  /**
   * The forms to look up: also with an apostrophe beside it, as in ’tis, or as the whole of hyphenated words. The word
   * is correct if one form is known.
   */
  readonly forms: readonly string[]
}

/** Scripts without white space between words: a Latin word ends where they begin. */
const UNSPACED = '(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}])'

/** A sequence of word characters. `MARK` is included, so that a word with a mark inside is one token and skipped. */
const TOKEN = new RegExp(`(?:${UNSPACED}[\\p{L}\\p{M}\\p{N}_'’\\u00ad${MARK}‐‑-])+`, 'gu')

/** A token that can be looked up: only Latin letters, apostrophes and hyphens. */
const ENGLISH = /^(?:\p{Script=Latin}|\p{M}|['’‐‑\u00ad-])+$/u

/** Two to five capitals, which are mostly abbreviations, and Roman numerals. */
const INITIALS = /^(?:\p{Lu}{1,5}|[IVXLCDM]+)$/u

/** Longest English word: the longest in medical word lists has 45 letters. */
const LONGEST = 45

/** Returns the words of a range, in order. A word at the cut of a long line is left out. */
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

export function wordAt(state: EditorState, at: number): Word | null {
  const from = Math.max(0, at - LONGEST - 1)
  const to = Math.min(state.doc.length, at + LONGEST + 1)
  return wordsBetween(state, from, to).find((word) => word.from <= at && at <= word.to) ?? null
}

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

/** The form for the dictionary: composed characters, a plain apostrophe, no soft hyphens. */
const plain = (text: string) => text.normalize('NFC').replace(/\u00ad/gu, '').replace(/’/gu, "'")
