// The visible parts of the search: the panel above the text and the marked matches in view.

import type { Extension, Range } from '@codemirror/state'
import { Decoration, showPanel, type DecorationSet, type EditorView } from '@codemirror/view'
import { calmly } from '../calm'
import { placed } from '../pieces'
import { finding, matches, searched } from './finding'
import { createPanel } from './panel.svelte'

/** A longer piece is one very long line. It is searched in a time slice and not while the page is drawn. */
const LONG_PIECE = 65_536

const mark = Decoration.mark({ class: 'cm-searchMatch' })
const markSelected = Decoration.mark({ class: 'cm-searchMatch cm-searchMatch-selected' })

function decorate(view: EditorView): DecorationSet {
  const { state, viewport } = view
  const { open, query } = state.field(finding)
  if (!open || !query) return Decoration.none
  const { from, to } = state.selection.main
  const marks: Range<Decoration>[] = []
  for (const place of placed(state)) {
    if (place.to <= viewport.from && place.to < state.doc.length) continue
    if (place.from > viewport.to) break
    if (place.piece.length > LONG_PIECE && !query.knows(place)) continue
    for (const { from: start, to: end } of matches(state, query, place)) {
      if (end < viewport.from || start > viewport.to) continue
      marks.push((start === from && end === to ? markSelected : mark).range(start, end))
    }
  }
  return Decoration.set(marks)
}

/** Find and replace in the text, with a panel above it. */
export const find: Extension = [
  finding,
  showPanel.compute([finding], (state) => (state.field(finding).open ? createPanel : null)),
  calmly(decorate, ({ docChanged, selectionSet, viewportChanged, state, startState, transactions }) => {
    const { open, query } = state.field(finding)
    if (startState.field(finding).query !== query || startState.field(finding).open !== open) return true
    if (!open) return false
    return docChanged || selectionSet || viewportChanged || transactions.some(({ effects }) => effects.some((effect) => effect.is(searched)))
  }),
]
