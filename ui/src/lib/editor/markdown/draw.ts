// Draws Markdown styles over the text in view, except in the line of the caret. The cost depends on the window, not on
// the length of the book.

import { RangeSetBuilder, type EditorState, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import { calmly } from '../calm'
import { languageOf } from '../language'
import { editorSettings } from '../settings'
import { fenced, frontMatter, type Fenced } from './blocks'
import { lineKind, lineStyle, spans, type LineKind, type Span } from './lines'
import { isAddress } from './links'
import { picture, fileAccess } from './pictures'
import { words } from './words'

/**
 * A longer line is styled only where it is in view. Some Chinese manuscripts are one line of 200,000 characters. A
 * style that begins out of view is then missing, which is the smaller harm.
 */
const LONG_LINE = 5_000

const hidden = Decoration.replace({})

/** One shared decoration per class: a page has thousands of marks. */
const marks = new Map<string, Decoration>()

function mark(style: string): Decoration {
  let decoration = marks.get(style)
  if (!decoration) marks.set(style, (decoration = Decoration.mark({ class: style })))
  return decoration
}

const fence = Decoration.line({ class: 'md-fence' })
const fenceEdge = Decoration.line({ class: 'md-fence md-fence-edge' })
const matter = Decoration.line({ class: 'md-matter' })
const indented = Decoration.line({ class: 'md-indented' })

/** Beginning of a Chinese paragraph without an indentation by the writer. */
const CHINESE = /^[“‘「『（《*_]*\p{Script=Han}/u

/** Beginning of a paragraph of any script, and of no picture, table, tag or comment. */
const PARAGRAPH = /^(?!!\[|<|\|)\S/u

function decorate(view: EditorView): DecorationSet {
  const { state } = view
  const { doc } = state
  const preview = state.facet(editorSettings).livePreview
  const indents = state.facet(editorSettings).indentChinese
  // In a Chinese manuscript a paragraph that begins with Latin letters is indented as its neighbours are.
  const indentsAll = indents && languageOf(doc.sliceString(0, 4_000)) === 'zh-Hans'
  const carets = preview ? caretLines(state) : null
  const body = frontMatter(doc)?.to ?? -1
  const builder = new RangeSetBuilder<Decoration>()
  let done = -1
  for (const range of view.visibleRanges) {
    const blocks = fenced(state, range.to)
    let block = firstAfter(blocks, range.from)
    for (let line = doc.lineAt(range.from); ; line = doc.lineAt(line.to + 1)) {
      while ((blocks[block]?.to ?? Infinity) < line.from) block += 1
      const inside = blocks[block]
      const long = line.length > LONG_LINE
      const from = long ? Math.max(line.from, range.from) : line.from
      const to = long ? Math.min(line.to, range.to) : line.to
      if (from > done) {
        if (line.from <= body) {
          if (from === line.from) builder.add(from, from, matter)
        } else if (inside && inside.from <= line.from) {
          const edge = line.from === inside.from || (line.to === inside.to && inside.to < doc.length)
          if (from === line.from) builder.add(from, from, edge ? fenceEdge : fence)
        } else {
          const text = doc.sliceString(from, to)
          const hides = carets !== null && !carets.has(line.from)
          if (from === line.from) {
            const style = styleOf(text, hides, indentsAll ? PARAGRAPH : indents ? CHINESE : null)
            if (style) builder.add(from, from, style)
          }
          let at = from
          for (const part of long ? sentences(text) : [text]) {
            const drawn = long ? meanings(part) : inline(state, part, hides)
            for (const { from: begin, to: end, value } of drawn) builder.add(at + begin, at + end, value)
            at += part.length
          }
        }
        done = to
      }
      if (line.to >= range.to) break
    }
  }
  return builder.finish()
}

function firstAfter(blocks: readonly Fenced[], from: number): number {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle]?.to ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Splits a text after its sentences. Each key then reads only one part again instead of all text in view. A style
 * across two parts is not recognised.
 */
function sentences(text: string): string[] {
  return text.match(/[^。！？.!?]{0,500}[。！？.!?]*/g)?.filter((part) => part !== '') ?? []
}

/** Returns the styles in a part of a very long line, without the marks: each further element slows its layout. */
function meanings(text: string): Range<Decoration>[] {
  return spans(text).filter(({ style }) => style !== 'md-mark').map((span) => decorationOf(span).range(span.from, span.to))
}

/** Returns the start offsets of the lines that contain a caret. */
function caretLines(state: EditorState): Set<number> {
  return new Set(state.selection.ranges.map(({ head }) => state.doc.lineAt(head).from))
}

/** `paragraph` is the beginning of a line that is indented. */
function styleOf(text: string, hides: boolean, paragraph: RegExp | null): Decoration | null {
  const kind = lineKind(text)
  const style = lineStyle(text)
  if (!style) return paragraph?.test(text) ? indented : null
  if (kind.kind === 'item') {
    const hang = widthOf(text.slice(0, kind.lead))
    const depth = kind.indent.replace(/\t/g, '  ').length / 2
    // The list mark hangs before the text of the item. No custom properties: `$lib/ui/indent` has the reason.
    const hanging = `padding-left: ${(hang + depth * 0.9).toFixed(2)}em; text-indent: ${(-hang).toFixed(2)}em`
    return Decoration.line({ class: style, attributes: { style: hanging } })
  }
  return Decoration.line({ class: hides && isDrawn(kind) ? `${style} md-drawn` : style })
}

/** Whether the line is drawn without its mark. */
const isDrawn = ({ kind }: LineKind) => kind === 'rule' || kind === 'quote'

/** Returns the approximate width of a list mark in em, for the bundled serif. */
function widthOf(lead: string): number {
  let width = 0
  for (const sign of lead) width += sign === ' ' ? 0.24 : sign === '\t' ? 1.9 : /\d/.test(sign) ? 0.56 : 0.36
  return width
}

/** Returns the decorations inside a line, in the order that a `RangeSetBuilder` needs. */
function inline(state: EditorState, text: string, hides: boolean): Range<Decoration>[] {
  const found = spans(text)
  const drawn: Range<Decoration>[] = []
  /** Offset up to which the text is replaced already. */
  let gone = -1
  for (const [index, span] of found.entries()) {
    if (span.from < gone) continue
    if (hides) {
      const whole = wholeOf(state, text, found, index)
      if (whole) {
        drawn.push(whole)
        gone = whole.to
        continue
      }
    }
    drawn.push(hides && span.hides ? hidden.range(span.from, span.to) : decorationOf(span).range(span.from, span.to))
  }
  return drawn
}

/** Returns the widget for a picture if the span is its opening mark, or `null`. */
function wholeOf(state: EditorState, text: string, found: readonly Span[], index: number): Range<Decoration> | null {
  const open = found[index]
  if (!open?.hides || text[open.from] !== '!') return null
  const content = found[index + 1]
  const close = found[index + 2]
  if (content?.style !== 'md-picture' || !close || content.target === undefined) return null
  const widget = picture(state.facet(fileAccess), content.target, text.slice(content.from, content.to))
  return widget && Decoration.replace({ widget }).range(open.from, close.to)
}

function decorationOf({ style, target }: Span): Decoration {
  if (target === undefined) return mark(style)
  const title = isAddress(target) ? words.address(target) : words.leadsTo(target)
  return Decoration.mark({ class: style, attributes: { title, 'data-target': target } })
}

/** Draws Markdown over the text in view. */
export const drawn: Extension = [
  calmly(decorate, (update) => {
    if (update.docChanged || update.viewportChanged) return true
    const { state, startState } = update
    if (state.facet(editorSettings) !== startState.facet(editorSettings)) return true
    return update.selectionSet && state.facet(editorSettings).livePreview && moved(startState, state)
  }),
  EditorView.domEventHandlers({
    click(event, view) {
      if (!event.ctrlKey && !event.metaKey) return false
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-target]') : null
      const target = link?.dataset.target
      if (target === undefined) return false
      view.state.facet(fileAccess).follow(target)
      return true
    },
  }),
]

function moved(before: EditorState, after: EditorState): boolean {
  const [from, to] = [caretLines(before), caretLines(after)]
  return from.size !== to.size || [...to].some((line) => !from.has(line))
}
