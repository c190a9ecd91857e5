// Finds the English passages of a text for the style checker: prose without marks, cut at other scripts.

import type { EditorState } from '@codemirror/state'
import { lineKind } from '../markdown'
import { MARK, OBJECT, proseBetween, type ProseLine } from '../prose'

/** A passage of English, with the offset of each code unit. */
export type Passage = {
  /** The text without marks. Each run of other non-prose is one `OBJECT`. */
  readonly text: string
  /** The offset in the document of each code unit. */
  readonly at: readonly number[]
}

/** Longest passage in code units, as in the core. */
const LONGEST = 10_000

/** End of an English passage: a letter of another script, or a CJK punctuation mark. */
const FOREIGN = /(?!\p{Script=Latin})\p{L}|[\u3000-\u303f\uff00-\uffef\p{Script=Han}]/u

/** Two words of Latin script: fewer make no sentence. */
const ENGLISH = /\p{Script=Latin}+(?:['’]\p{Script=Latin}+)*[^\p{Script=Latin}]+\p{Script=Latin}/u

/** Returns the passages of all paragraphs that a range touches, in order. */
export function passagesBetween(state: EditorState, from: number, to: number): Passage[] {
  const { doc } = state
  const found: Passage[] = []
  let text = ''
  let at: number[] = []
  const end = () => {
    if (text.length <= LONGEST && ENGLISH.test(text)) found.push({ text, at })
    text = ''
    at = []
  }
  const add = (sign: string, offset: number) => {
    for (let unit = 0; unit < sign.length; unit += 1) at.push(offset + unit)
    text += sign
  }
  let last: ProseLine | null = null
  for (const line of proseBetween(state, paragraphStart(state, from), paragraphEnd(state, to))) {
    const { kind } = lineKind(doc.lineAt(line.from).text)
    const goesOn: boolean = last !== null && last.to + 1 === line.from && kind === 'prose'
    if (goesOn) add('\n', line.from - 1)
    else end()
    last = line
    // Headings and cut lines are no sentences.
    if (kind === 'heading' || line.isCut.before || line.isCut.behind) {
      last = null
      continue
    }
    let offset = line.from
    for (const sign of line.text) {
      if (FOREIGN.test(sign)) end()
      else if (sign !== MARK && !(sign === OBJECT && text.endsWith(OBJECT))) add(sign, offset)
      offset += sign.length
    }
  }
  end()
  return found
}

/** Returns the start of the paragraph at an offset; in a line too long for a paragraph, the offset itself. */
function paragraphStart({ doc }: EditorState, offset: number): number {
  let line = doc.lineAt(offset)
  if (line.length > LONGEST) return offset
  const stop = line.from - LONGEST
  while (line.number > 1 && line.from > stop) {
    const before = doc.line(line.number - 1)
    if (before.length === 0 || before.length > LONGEST) break
    line = before
  }
  return line.from
}

/** Returns the end of the paragraph at an offset; in a line too long for a paragraph, the offset itself. */
function paragraphEnd({ doc }: EditorState, offset: number): number {
  let line = doc.lineAt(offset)
  if (line.length > LONGEST) return offset
  const stop = line.to + LONGEST
  while (line.number < doc.lines && line.to < stop) {
    const behind = doc.line(line.number + 1)
    if (behind.length === 0 || behind.length > LONGEST) break
    line = behind
  }
  return line.to
}
