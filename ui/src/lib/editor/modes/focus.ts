// Focus mode: all text in view is dimmed, except the sentence or paragraph at the caret.

import { type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import { calmly } from '../calm'
import { sentenceAt } from '$lib/text/sentences'
import { editorSettings } from '../settings'

const dimLine = Decoration.line({ class: 'cm-dim' })
const dim = Decoration.mark({ class: 'cm-dim' })

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const { focus } = state.facet(editorSettings)
  if (focus === 'off') return Decoration.none
  const { from, to, head } = state.selection.main
  const first = state.doc.lineAt(from)
  const last = state.doc.lineAt(to)
  const found: Range<Decoration>[] = []
  for (const range of visibleRanges) {
    for (let line = state.doc.lineAt(range.from); ; line = state.doc.lineAt(line.to + 1)) {
      if (line.to < first.from || line.from > last.to) found.push(dimLine.range(line.from))
      if (line.to >= range.to) break
    }
  }
  if (focus === 'sentence' && from === to) {
    const sentence = sentenceAt(first.text, head - first.from)
    if (sentence.from > 0) found.push(dim.range(first.from, first.from + sentence.from))
    if (sentence.to < first.length) found.push(dim.range(first.from + sentence.to, first.to))
  }
  return Decoration.set(found, true)
}

export const focus: Extension = [
  calmly(decorate, ({ docChanged, viewportChanged, selectionSet, state, startState }) => {
    const settings = state.facet(editorSettings)
    if (settings !== startState.facet(editorSettings)) return true
    return settings.focus !== 'off' && (docChanged || viewportChanged || selectionSet)
  }),
  EditorView.theme({
    // By colour, since opacity would create a compositing layer for each line.
    '.cm-dim, .cm-dim *': { color: 'var(--color-text-dim) !important' },
    '.cm-dim img': { opacity: '0.4' },
  }),
]
