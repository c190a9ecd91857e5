// The offer in the document: which passage it is for, where that stands now, and what the writer did with it so far.

import { StateEffect, StateField, type EditorState } from '@codemirror/state'
import type { OfferRequest } from '$lib/host'
import type { Choice } from './choice'

/** A passage for which candidates were asked. The document itself is untouched until one is taken. */
export type Offering = {
  /** What was asked; its identity is that of the offering. */
  readonly request: OfferRequest
  /** Where the passage stands now, as offsets in the document. */
  readonly from: number
  readonly to: number
  /** The candidates, or `null` until they come. */
  readonly choice: Choice | null
}

/** Begins an offering in place of one before it. */
export const begin = StateEffect.define<Offering>()

/** Puts the candidates, or the next step of the choice, in view. */
export const choose = StateEffect.define<Choice>()

/** Ends the offering. */
export const end = StateEffect.define<null>()

/** The offering in the document, or `null`. It moves with changes elsewhere and ends with a change of its passage. */
export const offering = StateField.define<Offering | null>({
  create: () => null,
  update(value, transaction) {
    let next = value
    if (next && transaction.docChanged) {
      next = transaction.changes.touchesRange(next.from, next.to)
        ? null
        : { ...next, from: transaction.changes.mapPos(next.from, 1), to: transaction.changes.mapPos(next.to, -1) }
    }
    for (const effect of transaction.effects) {
      if (effect.is(begin)) next = effect.value
      if (effect.is(choose) && next) next = { ...next, choice: effect.value }
      if (effect.is(end)) next = null
    }
    return next
  },
})

/** An offering whose candidates are in view. */
export type OpenOffering = Offering & { readonly choice: Choice }

/** Returns the offering whose candidates are in view, or `null`, as where nothing is offered at all. */
export function openOffering(state: EditorState): OpenOffering | null {
  const value = state.field(offering, false)
  return isOpen(value) ? value : null
}

function isOpen(value: Offering | null | undefined): value is OpenOffering {
  return value?.choice != null
}

/** Returns the open offering if the caret stands in its passage: only then are plain keys about it. */
export function activeOffering(state: EditorState): OpenOffering | null {
  const open = openOffering(state)
  const { from, to } = state.selection.main
  return open && from >= open.from && to <= open.to ? open : null
}
