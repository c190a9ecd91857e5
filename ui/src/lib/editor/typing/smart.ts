// Applies smart punctuation while typing. The typed sign is inserted first and replaced in a second step, so that one
// undo restores the typed sign.

import { isolateHistory } from '@codemirror/commands'
import { type EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { languageOf } from '../language'
import { fenced, frontMatter, spans } from '../markdown'
import { editorSettings } from '../settings'
import { isChinese, replacementOf } from './punctuation'

/** Number of code units of the line that are read on either side. A quote that is open for longer has lost its end. */
const REACH = 2_000

/** Styles whose text is no prose and keeps its signs. */
const VERBATIM = ['md-code', 'md-comment', 'md-mark', 'md-link']

function isProse(state: EditorState, at: number, line: string, offset: number): boolean {
  const matter = frontMatter(state.doc)
  if (matter && at <= matter.to) return false
  if (fenced(state, at + 1).some(({ from, to }) => from <= at && at <= to)) return false
  if (/<!--(?:(?!-->).)*$|(?:^|[^`])`[^`]*$|\]\([^)]*$|https?:\S*$/.test(line.slice(0, offset))) return false
  return !spans(line).some(({ from, to, style, target }) => {
    const isAddress = style === 'md-link' && target === line.slice(from, to)
    return from < offset && offset < to && VERBATIM.includes(style) && (style !== 'md-link' || isAddress)
  })
}

export const smartPunctuation: Extension = EditorView.inputHandler.of((view, from, to, text, insert) => {
  const { state } = view
  const { smartPunctuation: on, chineseQuotes } = state.facet(editorSettings)
  if (!on || text.length !== 1 || from !== to || view.compositionStarted || state.selection.ranges.length > 1) return false
  if (!`"'-.。`.includes(text)) return false
  const line = state.doc.lineAt(from)
  const start = Math.max(line.from, from - REACH)
  const before = state.sliceDoc(start, from)
  const after = state.sliceDoc(from, Math.min(line.to, from + REACH))
  const chinese = isChinese(before, after) ?? languageOf(state.sliceDoc(0, REACH)) === 'zh-Hans'
  const replacement = replacementOf(text, before, chinese, chineseQuotes === 'corner')
  if (!replacement || !isProse(state, from, before + after, before.length)) return false
  view.dispatch(insert())
  const at = view.state.selection.main.head
  view.dispatch({
    changes: { from: at - replacement.back, to: at, insert: replacement.insert },
    selection: { anchor: at - replacement.back + replacement.insert.length },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.type.smart',
    scrollIntoView: true,
  })
  return true
})
