// Tidies the signs and blanks of a chapter. The words, and everything that is no prose, stay as they are.

import type { EditorState } from '@codemirror/state'
import type { ChineseQuotes, Tidying } from '$lib/host'
import { languageOf } from '../language'
import { fenced, frontMatter } from '../markdown'
import { lineKind, readSpans } from '../markdown/lines'
import { MARK, OBJECT, proseBetween } from '../prose'
import { Cells, type CellChange } from './cells'

/** The rules of tidying, in the order of the list. */
export const TIDY_RULES = ['indent', 'blankLines', 'quotes', 'dashes', 'ellipses', 'punctuation', 'spaces'] as const
export type TidyRule = (typeof TIDY_RULES)[number]

/** A change of the text. */
export type TidyChange = CellChange<TidyRule>

/** What the writer decided about tidying. */
export type TidyChoices = {
  /** The two full-width spaces before a paragraph of a Chinese manuscript. */
  readonly indent: Tidying
  /** The blank line between two paragraphs. */
  readonly blankLines: Tidying
  /** The quotation marks of Chinese paragraphs, where the text itself has none. */
  readonly quotes: ChineseQuotes
}

const INDENT = '　　'

/** A line of the text: prose with its masked text, or a line that tidying leaves alone. */
type Line = { readonly from: number; readonly to: number; readonly text: string; readonly masked: string | null; readonly isParagraph: boolean }

/** Returns the changes that tidy a text, in order and not overlapping. Applied to the result, it returns none. */
export function tidy(state: EditorState, choices: TidyChoices): TidyChange[] {
  const text = state.doc.toString()
  // Tidying changes no letter, so that the language is the same in the result.
  const isChinese = languageOf((text.match(/[\p{Script=Han}\p{Script=Latin}]/gu) ?? []).join('')) === 'zh-Hans'
  const quotes = usualQuotes(text) ?? choices.quotes
  const changes: TidyChange[] = []
  const lines = readLines(state)
  for (const [at, line] of lines.entries()) {
    if (line.masked !== null) {
      const chinese = isChineseLine(line.masked, isChinese)
      const cells = new Cells<TidyRule>(line.masked)
      if (isChinese && line.isParagraph) indent(cells, choices.indent)
      if (chinese) tidyChinese(cells, quotes)
      else tidyEnglish(cells)
      changes.push(...cells.changes.map(({ from, to, insert, kind }) => ({ from: line.from + from, to: line.from + to, insert, kind })))
    }
    const next = lines[at + 1]
    changes.push(...tidyGap(state, line, next, isChinese, choices.blankLines))
  }
  return changes
}

/** Returns the lines with text; blank lines outside of code belong to the gap between two of them. */
function readLines(state: EditorState): Line[] {
  const { doc } = state
  const masked = new Map([...proseBetween(state, 0, doc.length)].map((line) => [line.from, line]))
  const body = frontMatter(doc)?.to ?? -1
  const blocks = fenced(state, doc.length)
  const lines: Line[] = []
  let block = 0
  for (let number = 1; number <= doc.lines; number++) {
    const { from, to, text } = doc.line(number)
    while ((blocks[block]?.to ?? Infinity) < from) block++
    const isCode = from <= body || (blocks[block]?.from ?? Infinity) <= from
    if (!isCode && text.trim() === '') continue
    const prose = masked.get(from)
    const { kind } = lineKind(text)
    const isLeft = isCode || !prose || prose.to !== to || kind === 'rule' || isIndentedCode(text) || isTable(text)
    lines.push({
      from,
      to,
      text,
      masked: isLeft ? null : closed(text, prose.text),
      isParagraph: !isLeft && kind === 'prose' && isProse(text, closed(text, prose.text)),
    })
  }
  return lines
}

/** Whether a line begins with prose, perhaps in a mark of emphasis: no tag, no picture, no end of a comment. */
function isProse(text: string, masked: string): boolean {
  if (/^\s*</u.test(text) || [...masked].every((sign) => sign === MARK || sign === OBJECT || sign.trim() === '')) return false
  return !masked.startsWith(MARK) || /^[*_~`]/u.test(text)
}

const isIndentedCode = (text: string) => /^(?: {4}|\t)/u.test(text)

/** A row of a table, with or without a bar at its ends. */
const isTable = (text: string) => /^\s*\||\|\s*$|^[\s:|-]*-[\s:|-]*\|[\s:|-]*$|\s\|\s/u.test(text)

/** Returns the text with everything masked that a rule may not touch: marks, links, notes, code, names and tags. */
function closed(text: string, prose: string): string {
  const signs = [...Array(text.length).keys()].map((at) => (prose[at] === text[at] ? (text[at] ?? '') : prose[at] === MARK ? MARK : OBJECT))
  for (const { from, to, target } of readSpans(text)) if (target !== undefined) signs.fill(OBJECT, from, to)
  return signs.join('')
}

function isChineseLine(masked: string, otherwise: boolean): boolean {
  return /[\p{Script=Han}\p{Script=Latin}]/u.test(masked) ? languageOf(masked) === 'zh-Hans' : otherwise
}

/** Returns the quotation marks that a Chinese text mostly has, or `null` without any. */
function usualQuotes(text: string): ChineseQuotes | null {
  const count = (sign: string) => text.split(sign).length - 1
  const [curly, corner] = [count('“'), count('「')]
  return curly === 0 && corner === 0 ? null : corner > curly ? 'corner' : 'curly'
}

function indent(cells: Cells<TidyRule>, choice: Tidying): void {
  if (choice === 'keep') return
  // Without its indentation the line would be a heading, an item or a quotation.
  if (choice === 'without' && lineKind(cells.text.trimStart()).kind !== 'prose') return
  cells.replace('indent', /^[ \u00a0\u3000]*(?=\S)/gu, () => (choice === 'with' ? INDENT : ''))
}

/** Signs after which, and before which, a sign of punctuation stands between Chinese characters. */
const BEFORE = String.raw`[\p{Script=Han}，。；：！？、”’」』）》…—]`
const AFTER = String.raw`(?=\u0001*(?:\s*$|[\p{Script=Han}“‘「『（《”’」』）》…—]))`

const FULL_WIDTH: Readonly<Record<string, string>> = { ',': '，', ';': '；', ':': '：', '!': '！', '?': '？', '.': '。' }

/** Half-width signs behind a Chinese character, up to the next Chinese character or the end of the line. */
const HALF_WIDTH = new RegExp(String.raw`(?<=${BEFORE}\u0001*)(?:[,;:!?]+|\.(?!\.))(?: +(?=[\p{Script=Han}“‘「『（《]))?${AFTER}`, 'gu')

/** Two hyphens or more that are no option of a program, no arrow and no comment. */
const HYPHENS = /(?<![-<!—])-{2,4}(?![->—])/gu

function tidyChinese(cells: Cells<TidyRule>, quotes: ChineseQuotes): void {
  cells.replace('ellipses', /[.。…]{2,}|…/gu, ([signs]) => {
    if (/^…{2,}$/u.test(signs)) return null
    return signs.includes('…') || /^(?:\.{3,}|。{3,})$/u.test(signs) ? '……' : null
  })
  cells.replace('dashes', HYPHENS, (match) => (isOption(match) ? null : '——'))
  cells.replace('dashes', /(?<![—\d])—(?![—\d])/gu, () => '——')
  const straight = cells.text.split('"').length - 1
  // With an odd number nobody can tell which quotation mark opens.
  if (straight % 2 === 0) {
    const [open, close] = quotes === 'corner' ? ['「', '」'] : ['“', '”']
    cells.replace('quotes', /"/gu, inPairs(open, close))
  }
  const single = [...cells.text.matchAll(/(?<![\p{Script=Latin}\d])'|'(?![\p{Script=Latin}\d])/gu)].length
  if (single % 2 === 0 && single === cells.text.split("'").length - 1) {
    const [open, close] = quotes === 'corner' ? ['『', '』'] : ['‘', '’']
    cells.replace('quotes', /'/gu, inPairs(open, close))
  }
  const pairs = new Map([...cells.text.matchAll(/\([^()]*\p{Script=Han}[^()]*\)/gu)].flatMap(({ index, 0: { length } }) => [[index, '（'], [index + length - 1, '）']] as const))
  cells.replace('punctuation', /[()]/gu, ({ index }) => pairs.get(index) ?? null)
  // A converted sign may be what the sign before it waited for.
  for (let before = ''; before !== cells.text; ) {
    before = cells.text
    cells.replace('punctuation', HALF_WIDTH, ([signs]) => [...signs.trimEnd()].map((sign) => FULL_WIDTH[sign] ?? sign).join(''))
  }
}

/** Returns the opening and the closing sign in turn. */
function inPairs(open: string, close: string): () => string {
  let count = 0
  return () => (count++ % 2 === 0 ? open : close)
}

/** An option of a program, such as --help. */
function isOption({ index, input, 0: signs }: RegExpExecArray): boolean {
  return /[a-z]/iu.test(input[index + signs.length] ?? '') && !/[\p{L}\p{N}]/u.test(input[index - 1] ?? '')
}

/** A quotation mark opens after these signs. */
const OPENS = new RegExp(`(?:^|[\\s([{“‘—–-])${MARK}*$`, 'u')

/** Words that begin with an apostrophe. */
const SHORTENED = /^'(?:tis|twas|em|til|cause|n'|\d0s)(?!\p{L})/iu

/** Two spaces or more between words, but not behind the mark of an item. */
const SPACES = new RegExp(`(?<=[^\\s${MARK}\\u00a0]) {2,}(?=\\S)`, 'gu')

function tidyEnglish(cells: Cells<TidyRule>): void {
  cells.replace('ellipses', /(?<![.…])\.{3}(?=\.?(?![.…]))/gu, () => '…')
  cells.replace('dashes', HYPHENS, (match) => (isOption(match) || match[0].length > 3 ? null : '—'))
  cells.replace('spaces', SPACES, () => ' ')
  let isOpen = false
  cells.replace('quotes', /[“”"]/gu, ({ 0: sign, index, input }) => {
    const before = input.slice(0, index)
    if (sign !== '"') return ((isOpen = sign === '“'), null)
    if (OPENS.test(before)) return ((isOpen = true), '“')
    // Inches, as in 6".
    if (!isOpen && /\d$/u.test(before)) return null
    isOpen = false
    return '”'
  })
  cells.replace('quotes', /'/gu, ({ index, input }) => {
    const [before, behind] = [input.slice(0, index), input.slice(index)]
    if (SHORTENED.test(behind)) return '’'
    // Feet, as in 5'.
    if (/\d$/u.test(before) && !/^'s?\p{L}/u.test(behind)) return null
    return OPENS.test(before) ? '‘' : '’'
  })
}

/** Returns the changes between two lines with text: blanks at the end of a line, and the number of blank lines. */
function tidyGap(state: EditorState, line: Line, next: Line | undefined, isChinese: boolean, blankLines: Tidying): TidyChange[] {
  if (line.masked === null) return []
  const trimmed = line.text.trimEnd()
  // Without the space, the mark of an empty item is no mark.
  const end = lineKind(trimmed).kind === lineKind(line.text).kind ? line.from + trimmed.length : line.to
  const to = next ? next.from : state.doc.length
  const gap = state.sliceDoc(line.to, to)
  const breaks = gap.split('\n').length - 1
  const wanted = next ? wantedBreaks(line, next, breaks, isChinese, blankLines) : breaks
  const changes: TidyChange[] = []
  // Two spaces before the next line of a paragraph are a line break of Markdown.
  const isLineBreak = wanted === 1 && next !== undefined && / {2,}$/u.test(line.text) && line.isParagraph && !isChinese
  if (end < line.to && !isLineBreak) changes.push({ from: end, to: line.to, insert: '', kind: 'spaces' })
  const blank = gap.replace(/[^\n]/gu, '')
  if (wanted !== breaks) changes.push({ from: line.to, to, insert: '\n'.repeat(wanted), kind: 'blankLines' })
  else if (blank !== gap) changes.push({ from: line.to, to, insert: blank, kind: 'spaces' })
  return changes
}

/** Returns the number of line breaks between two lines with text. */
function wantedBreaks(line: Line, next: Line, breaks: number, isChinese: boolean, choice: Tidying): number {
  if (choice === 'keep' || next.masked === null) return breaks
  // In an English text a line that follows directly belongs to the same paragraph, and a blank line divides two.
  if (!isChinese) return Math.min(breaks, 2)
  if (!line.isParagraph || !next.isParagraph) return Math.min(breaks, 2)
  return choice === 'with' ? 2 : 1
}
