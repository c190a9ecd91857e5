// The stretches of a text that can be looked over as English: prose without its marks, cut where another script begins.

import type { EditorState } from '@codemirror/state'
import { lineKind } from '../markdown'
import { MARK, OBJECT, proseBetween, type ProseLine } from '../prose'

/** A stretch of English, with where each of its code units stands. */
export type Passage = {
  /** Without marks; what is no prose is one `OBJECT`. */
  readonly text: string
  /** The offset in the text of each code unit. */
  readonly at: readonly number[]
}

/** The longest passage, in code units, as the core has it. */
const LONGEST = 10_000

/** Where English ends: a letter of another script, or a sign of punctuation that stands among such. */
const FOREIGN = /(?!\p{Script=Latin})\p{L}|[\u3000-\u303f\uff00-\uffef\p{Script=Han}]/u

/** Less than two words are no sentence; English has one in any script. */
const ENGLISH = /\p{Script=Latin}+(?:['’]\p{Script=Latin}+)*[^\p{Script=Latin}]+\p{Script=Latin}/u

/** Returns the passages of the paragraphs that a stretch of the text touches, in order. */
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
    // A title is no sentence, and a part of a line none either.
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

/** Returns where the paragraph begins that an offset is in; in a line too long for one, the offset. */
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

/** The same of where it ends. */
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
