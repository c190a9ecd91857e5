// Light Markdown: what the marks mean shows, the marks themselves fade. Costs what the window shows, not the book.
//
// CodeMirror's own Markdown parser works on the whole document and doubles the time of a key press at 10 MB; a
// manuscript needs no tree. The price is that a fenced block is not known as one: its lines are drawn as prose.

import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'

/** A stretch of a line and the class that draws it. */
export type Span = { readonly from: number; readonly to: number; readonly style: string }

/** Marks of one kind inside a line: the groups are opening mark, content, closing mark. */
const INLINE: readonly { pattern: RegExp; style: string }[] = [
  { pattern: /(`+)([^`]+)(\1)/g, style: 'md-code' },
  { pattern: /(<!--)(.*?)(-->)/g, style: 'md-comment' },
  { pattern: /(\[)([^\]\n]*)(\]\([^)\n]*\))/g, style: 'md-link' },
  { pattern: /(\*\*|__)(?=\S)(.*?\S)(\1)/g, style: 'md-strong' },
  { pattern: /(?<!\*)(\*)(?=[^\s*])(.*?[^\s*])(\*)(?!\*)/g, style: 'md-emphasis' },
  { pattern: /(?<![_\p{L}\p{N}])(_)(?=[^\s_])(.*?[^\s_])(_)(?![_\p{L}\p{N}])/gu, style: 'md-emphasis' },
]

/** What holds signs that are only signs. */
const VERBATIM = ['md-code', 'md-comment']

const HEADING = /^(#{1,6})(?:\s+|$)/
const QUOTE = /^\s{0,3}((?:>\s?)+)/
const RULE = /^\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/

/** Returns the class of a whole line, or `null` for plain prose. */
export function lineStyle(line: string): string | null {
  const heading = HEADING.exec(line)
  if (heading) return `md-heading md-heading-${heading[1]?.length}`
  return QUOTE.test(line) ? 'md-quote' : null
}

/** Returns the styled stretches inside a line, ordered by where they begin. */
export function spans(line: string): Span[] {
  if (RULE.test(line)) return line === '' ? [] : [{ from: 0, to: line.length, style: 'md-mark' }]
  const found: Span[] = []
  const lead = HEADING.exec(line)?.[0] ?? QUOTE.exec(line)?.[0] ?? ''
  if (lead) found.push({ from: 0, to: lead.length, style: 'md-mark' })
  const taken: Span[] = []
  for (const { pattern, style } of INLINE) {
    for (const match of line.matchAll(pattern)) {
      const [whole, open = '', content = '', close = ''] = match
      const from = match.index
      const to = from + whole.length
      // Inside code and comments and across the edge of a mark already found, signs are only signs.
      if (
        taken.some(
          (other) => crosses(other, from, to) || (VERBATIM.includes(other.style) && from >= other.from && to <= other.to),
        )
      )
        continue
      taken.push({ from, to, style })
      if (style === 'md-comment') {
        found.push({ from, to, style })
        continue
      }
      found.push(
        { from, to: from + open.length, style: 'md-mark' },
        { from: from + open.length, to: from + open.length + content.length, style },
        { from: to - close.length, to, style: 'md-mark' },
      )
    }
  }
  return found.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from || b.to - a.to)
}

function crosses(other: Span, from: number, to: number): boolean {
  return (
    from < other.to &&
    to > other.from &&
    !(from >= other.from && to <= other.to) &&
    !(other.from >= from && other.to <= to)
  )
}

/**
 * A line longer than this is styled only where it is in view. Some Chinese manuscripts are one line of 200,000
 * characters; a mark that begins outside the window is then not seen, which is the smaller harm.
 */
const LONG_LINE = 5_000

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const { doc } = view.state
  let done = -1
  for (const range of view.visibleRanges) {
    for (let line = doc.lineAt(range.from); ; line = doc.lineAt(line.to + 1)) {
      const long = line.length > LONG_LINE
      const from = long ? Math.max(line.from, range.from) : line.from
      const to = long ? Math.min(line.to, range.to) : line.to
      const text = doc.sliceString(from, to)
      if (from === line.from && from > done) {
        const style = lineStyle(text)
        if (style) builder.add(from, from, Decoration.line({ class: style }))
      }
      if (from > done) {
        for (const span of spans(text))
          builder.add(from + span.from, from + span.to, Decoration.mark({ class: span.style }))
        done = to
      }
      if (line.to >= range.to) break
    }
  }
  return builder.finish()
}

/** Draws light Markdown over what is in view. */
export const highlight = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    /** Whether something changed while an input method was composing. */
    #stale = false

    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }

    update(update: ViewUpdate): void {
      const changed = update.docChanged || update.viewportChanged
      if (update.view.composing) {
        // Half-typed text that turns a line into a heading or a link would replace the nodes the input method
        // writes into; in WebKitGTK 2.50.6 the composed text then lands at the start of the line (5 of 20 caret
        // positions measured). So what is drawn only moves along until the composition ends.
        this.decorations = this.decorations.map(update.changes)
        this.#stale ||= changed
      } else if (changed || this.#stale) {
        this.decorations = decorate(update.view)
        this.#stale = false
      }
    }

    /** Asks for one more update once the input method is done; nothing else need happen by then. */
    composed(view: EditorView): void {
      setTimeout(() => {
        if (this.#stale && !view.composing) view.dispatch({})
      })
    }
  },
  {
    decorations: (plugin) => plugin.decorations,
    eventObservers: {
      compositionend(_event, view) {
        this.composed(view)
      },
    },
  },
)
