// Markdown line by line: the kind of a line, and the styles inside it.
//
// CodeMirror's own Markdown parser reads the whole document and doubles the time of a key press at 10 MB. Manuscripts
// need no syntax tree. Blocks across lines, such as fenced code, are read in `blocks.ts`.

/** A range of a line with its style. */
export type Span = {
  readonly from: number
  readonly to: number
  readonly style: string
  /** A mark that may be hidden where its style is drawn. */
  readonly hides?: true
  /** The target of a link or picture, as written. */
  readonly target?: string
}

/** An inline style. The groups of its pattern are the opening mark, the content and the closing mark. */
type Inline = {
  readonly pattern: RegExp
  readonly style: string
  /** Whether marks inside the content have no meaning, as in code. */
  readonly verbatim?: true
  /** Whether the marks are part of the styled text, as in a comment. */
  readonly whole?: true
}

const INLINE: readonly Inline[] = [
  { pattern: /(?<![\\`])(`+)(?!`)(.*?[^`])(\1)(?!`)/g, style: 'md-code', verbatim: true },
  { pattern: /(<!--)(.*?)(-->)/g, style: 'md-comment', verbatim: true, whole: true },
  { pattern: /(?<!\\)(!\[)([^\]\n]*)(\]\([^)\n]*\))/g, style: 'md-picture', verbatim: true },
  { pattern: /(?<!\\)(\[\[(?:[^[\]\n|]+\|)?)([^[\]\n|]*\S[^[\]\n|]*)(\]\])/g, style: 'md-link', verbatim: true },
  { pattern: /(?<!\\)(\^\[)([^\]\n]+)(\])/g, style: 'md-note-text' },
  { pattern: /(?<!\\)(\[\^)([^\]\s]+)(\])/g, style: 'md-note', verbatim: true },
  { pattern: /(?<![\\!^])(\[)([^\]\n]*)(\]\([^)\n]*\))/g, style: 'md-link' },
  { pattern: /(<)(https?:\/\/[^\s<>]+)(>)/g, style: 'md-link', verbatim: true },
  { pattern: /()(\bhttps?:\/\/[^\s<>"()[\]\p{Script=Han}，。；：！？、”’」』）》]+)()/gu, style: 'md-link', verbatim: true },
  { pattern: /(?<!\\)(\*\*\*)(?=\S)(.*?\S)(\1)/g, style: 'md-strong md-emphasis' },
  { pattern: /(?<!\\)(\*\*|__)(?=\S)(.*?\S)(\1)/g, style: 'md-strong' },
  { pattern: /(?<!\\)(~~)(?=\S)(.*?\S)(\1)/g, style: 'md-strike' },
  { pattern: /(?<![\\*])(\*)(?=[^\s*])(.*?[^\s*])(\*)(?!\*)/g, style: 'md-emphasis' },
  { pattern: /(?<![\\_\p{L}\p{N}])(_)(?=[^\s_])(.*?[^\s_])(_)(?![_\p{L}\p{N}])/gu, style: 'md-emphasis' },
]

/** A line without any of these characters has no inline style. */
const MARKED = /[*_`[<~]|https?:/

const HEADING = /^(#{1,6})(?:\s+|$)/
const QUOTE = /^\s{0,3}((?:>\s?)+)/
const RULE = /^\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+/
/** A row of a table. Without a bar at its start a row cannot be told from prose by itself. */
const ROW = /^\s{0,3}\|/
const BAR = /(?<!\\)\|/g
const NOTE = /^\[\^[^\]\s]+\]:/

/** The kind of a line on its own. */
export type LineKind =
  | { readonly kind: 'heading'; readonly level: number; readonly lead: number }
  | { readonly kind: 'quote'; readonly lead: number }
  | { readonly kind: 'item'; readonly indent: string; readonly lead: number; readonly mark: string }
  | { readonly kind: 'rule' | 'row' | 'note' | 'prose'; readonly lead: 0 }

/** Returns the kind of a line; `lead` is the length of the mark at its start. */
export function lineKind(line: string): LineKind {
  const heading = HEADING.exec(line)
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, lead: heading[0].length }
  const quote = QUOTE.exec(line)
  if (quote) return { kind: 'quote', lead: quote[0].length }
  if (line !== '' && RULE.test(line)) return { kind: 'rule', lead: 0 }
  if (ROW.test(line)) return { kind: 'row', lead: 0 }
  const item = ITEM.exec(line)
  if (item) return { kind: 'item', indent: item[1] ?? '', mark: item[2] ?? '', lead: item[0].length }
  return { kind: NOTE.test(line) ? 'note' : 'prose', lead: 0 }
}

/** Returns the class for a whole line, or `null` for prose. */
export function lineStyle(line: string): string | null {
  const is = lineKind(line)
  if (is.kind === 'prose') return null
  return is.kind === 'heading' ? `md-heading md-heading-${is.level}` : `md-${is.kind}`
}

/** Cache of the lines read last: a key changes only one line of the page. */
const read = new Map<string, readonly Span[]>()
const MOST_LINES = 2_000

/** Returns the styled ranges of a line, ordered by start. Cached. */
export function spans(line: string): readonly Span[] {
  let found = read.get(line)
  if (!found) {
    if (read.size >= MOST_LINES) read.clear()
    read.set(line, (found = readSpans(line)))
  }
  return found
}

/** Returns the styled ranges without caching them: for a part of a line. */
export function readSpans(line: string): Span[] {
  const { kind, lead } = lineKind(line)
  if (kind === 'rule') return [{ from: 0, to: line.length, style: 'md-mark' }]
  // The row of dashes below the head of a table.
  if (kind === 'row' && /^[\s|:-]+$/.test(line)) return [{ from: 0, to: line.length, style: 'md-mark' }]
  const found: Span[] = kind === 'row' ? [...line.matchAll(BAR)].map(({ index }) => ({ from: index, to: index + 1, style: 'md-mark' })) : []
  // The mark of a list item is not hidden: without it an item looks like prose.
  if (lead > 0) found.push({ from: 0, to: lead, style: 'md-mark', ...(kind !== 'item' && lead < line.length && { hides: true as const }) })
  if (!MARKED.test(line)) return found
  const taken: { from: number; to: number; verbatim: boolean }[] = found.filter(() => kind === 'row').map(({ from, to }) => ({ from, to, verbatim: true }))
  for (const { pattern, style, verbatim = false, whole } of INLINE) {
    for (const match of line.matchAll(pattern)) {
      const [text, open = '', content = '', close = ''] = match
      const from = match.index
      const to = from + text.length
      // Marks inside code or comments, and marks that cross another style, have no meaning.
      if (from < lead && kind === 'item') continue
      if (taken.some((other) => crosses(other, from, to) || (other.verbatim && from >= other.from && to <= other.to))) continue
      taken.push({ from, to, verbatim })
      if (whole) {
        found.push({ from, to, style })
        continue
      }
      // The mark itself cannot contain another mark.
      if (open) taken.push({ from, to: from + open.length, verbatim: true })
      if (close) taken.push({ from: to - close.length, to, verbatim: true })
      // In [[name|shown]] the opening mark has the name.
      const name = /^\[\[(.+)\|$/.exec(open)?.[1]
      const target = name ? { target: name.trim() } : close.startsWith('](') ? { target: close.slice(2, -1).trim() } : style === 'md-link' ? { target: content } : {}
      const mark = { style: 'md-mark', ...(content !== '' && { hides: true as const }) }
      found.push(
        { ...mark, from, to: from + open.length },
        { from: from + open.length, to: from + open.length + content.length, style, ...target },
        { ...mark, from: to - close.length, to },
      )
    }
  }
  return found.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from || b.to - a.to)
}

function crosses(other: { from: number; to: number }, from: number, to: number): boolean {
  return (
    from < other.to &&
    to > other.from &&
    !(from >= other.from && to <= other.to) &&
    !(other.from >= from && other.to <= to)
  )
}
