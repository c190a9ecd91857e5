// Underlines slips of English and offers replacements.

import { Facet, type Extension } from '@codemirror/state'
import { Decoration, EditorView, type Command } from '@codemirror/view'
import { editorSettings } from '../settings'
import { below, underline, underlining } from '../underline'
import { passagesBetween, type Passage } from './passages'
import type { PlacedRemark } from './remarks'
import type { Stylist } from './stylist.svelte'

const stylists = Facet.define<Stylist, Stylist | null>({ combine: (values) => values[0] ?? null })

function visiblePassages(view: EditorView): Passage[] {
  return view.visibleRanges.flatMap(({ from, to }) => passagesBetween(view.state, from, to))
}

const slips = underlining({
  isOn: (state) => state.facet(stylists) !== null && state.facet(editorSettings).style,
  ask: async (view) => (await view.state.facet(stylists)?.remarks.ask(visiblePassages(view))) ?? false,
  found: (view) => remarksOn(view, visiblePassages(view)),
  mark: Decoration.mark({ class: 'slip', attributes: { 'aria-invalid': 'grammar' } }),
  open(view, at, place) {
    const placed = remarksOn(view, passagesBetween(view.state, at, at)).find(({ from, to }) => from <= at && at <= to)
    if (placed) view.state.facet(stylists)?.show(view, placed, place ?? below(view, placed.from))
    return placed !== undefined
  },
})

function remarksOn(view: EditorView, passages: readonly Passage[]): PlacedRemark[] {
  const remarks = view.state.facet(stylists)?.remarks
  return passages.flatMap((passage) => remarks?.of(passage) ?? [])
}

/** Redraws after the writer has ignored a remark. */
export const lookAgain = slips.again

/** Opens the menu for the remark at the caret. Does nothing without a remark. */
export const showRemark: Command = (view) => {
  const { state, compositionStarted } = view
  return state.facet(editorSettings).style && !compositionStarted && slips.open(view, state.selection.main.from)
}

const theme = EditorView.theme({ '.slip': underline('dotted', '2px') })

/** Underlines slips of English and offers replacements. */
export function style(stylist: Stylist): Extension {
  return [stylists.of(stylist), slips.extension, theme]
}
