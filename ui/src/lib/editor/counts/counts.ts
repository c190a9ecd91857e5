// Counts of a text. The counts of a piece are cached until the piece is edited.

import type { EditorState } from '@codemirror/state'
import { once, placed } from '../pieces'
import { bodyFrom } from './body'
import type { Length } from '$lib/host'
import { signs, WORD } from '$lib/text/length'

/** The counts of a text. */
export type TextCounts = {
  /** Words and numbers in all scripts except Han. */
  readonly words: number
  readonly han: number
  /** Letters, digits and Han characters. */
  readonly letters: number
  /** Characters with white space, without line breaks. */
  readonly characters: number
  /** Characters without white space. */
  readonly solid: number
  readonly sentences: number
  readonly paragraphs: number
}

const NOTHING: TextCounts = { words: 0, han: 0, letters: 0, characters: 0, solid: 0, sentences: 0, paragraphs: 0 }

/** Returns the length in each way of counting. */
export function lengthIn({ words, han, letters, solid }: TextCounts): Length {
  return { words: words + han, letters, characters: solid }
}

/** Reading speed in words and in characters per minute for adults: Trauzettel-Klosinski and Dietz, IReST, 2012. */
const PACE = { words: 228, han: 255 }

/** Returns the reading time in minutes. */
export function readingTime({ words, han }: TextCounts): number {
  return words / PACE.words + han / PACE.han
}

/** Counts of some whole lines, with the paragraph state at both ends. */
type PieceCounts = TextCounts & {
  /** Whether the first line continues a paragraph from the line before. */
  readonly goesOn: boolean
  /** Whether the paragraph of the last line is still open. */
  readonly open: boolean
}

const HEADING = /^#{1,6}(?:[ \t]|$)/
/** Every Chinese line is a paragraph: Chinese lines are not wrapped by hand. */
const CHINESE = /^[\s“‘「『（《—…*_]*\p{Script=Han}/u
/** End of a sentence. English needs white space after it, so that 3.50 and a.m. end none. */
const END = /[。！？]+[”’」』）)]*|[.!?…]+["'”’)\]」』）]*(?=\s|$|\p{Script=Han})/gu
const SAYS_SOMETHING = /[\p{L}\p{N}]/u
const HAN_FIRST = 0x3400

function count(text: string): PieceCounts {
  let [words, han, breaks, pairs] = [0, 0, 0, 0]
  WORD.lastIndex = 0
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const first = match[0].codePointAt(0) ?? 0
    if (first >= HAN_FIRST && isHan(first)) han++
    else words++
  }
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 10) breaks++
    else if (unit >= 0xdc00 && unit < 0xe000) pairs++
  }
  let [sentences, paragraphs, open, goesOn] = [0, 0, false, false]
  for (const [number, line] of text.split('\n').entries()) {
    if (!SAYS_SOMETHING.test(line)) {
      // A line of dots, for example, is no paragraph. Only an empty line ends the paragraph before.
      if (line.trim() === '') open = false
      continue
    }
    for (const piece of line.split(END)) if (SAYS_SOMETHING.test(piece)) sentences++
    const heading = HEADING.test(line)
    const alone = heading || CHINESE.test(line)
    if (alone || !open) paragraphs++
    if (number === 0 && !alone) goesOn = true
    open = !heading
  }
  const characters = text.length - breaks - pairs
  const { letters, characters: solid } = signs(text)
  return { words, han, letters, characters, solid, sentences, paragraphs, open: text.endsWith('\n') ? endsOpen(text) : open, goesOn }
}

/** Whether the last line, before the final line break, leaves a paragraph open. */
function endsOpen(text: string): boolean {
  const last = text.slice(text.lastIndexOf('\n', text.length - 2) + 1)
  return last.trim() !== '' && !HEADING.test(last)
}

function isHan(point: number): boolean {
  return point <= 0x4dbf || (point >= 0x4e00 && point <= 0x9fff) || (point >= 0xf900 && point <= 0xfaff) || (point >= 0x20000 && point <= 0x3ffff)
}

const part = once(count)

/** Counts a range of the text without its front matter; yields after each piece. */
export function* counts(state: EditorState, start = 0, to = state.doc.length): Generator<undefined, TextCounts> {
  const sum = { ...NOTHING }
  const from = Math.max(start, bodyFrom(state))
  if (from >= to) return sum
  let open = false
  for (const place of placed(state)) {
    if (place.to <= from && place.to < state.doc.length) continue
    if (place.from >= to) break
    const whole = place.from >= from && place.to <= to
    const next = whole ? part(state.doc, place) : count(state.sliceDoc(Math.max(from, place.from), Math.min(to, place.to)))
    sum.words += next.words
    sum.han += next.han
    sum.letters += next.letters
    sum.characters += next.characters
    sum.solid += next.solid
    sum.sentences += next.sentences
    sum.paragraphs += next.paragraphs - (open && next.goesOn ? 1 : 0)
    open = next.open
    yield
  }
  return sum
}
