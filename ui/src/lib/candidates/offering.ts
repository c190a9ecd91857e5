// The offer as part of the editor state: its passage, the current offsets of the passage, and the writer's steps.

import { StateEffect, StateField, type EditorState } from '@codemirror/state'
import type { OfferRequest } from '$lib/host'
import type { Choice } from './choice'

/** A passage for which candidates were requested. The document is unchanged until the writer takes a candidate. */
export type Offering = {
  /** The request. Its object identity identifies the offering. */
  readonly request: OfferRequest
  /** Offsets of the passage in the current document. */
  readonly from: number
  readonly to: number
  /** The candidates and the writer's steps, or `null` until the answer arrives. */
  readonly choice: Choice | null
}

/** Starts an offering; an earlier one ends. */
export const begin = StateEffect.define<Offering>()

/** Shows the candidates, or the next state of the choice. */
export const choose = StateEffect.define<Choice>()

export const end = StateEffect.define<null>()

/** The offering in the document, or `null`. Its offsets follow edits elsewhere; an edit in the passage ends it. */
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

/** An offering whose candidates have arrived. */
export type OpenOffering = Offering & { readonly choice: Choice }

/** Returns the offering if its candidates have arrived, or `null`. */
export function openOffering(state: EditorState): OpenOffering | null {
  const value = state.field(offering, false)
  return isOpen(value) ? value : null
}

function isOpen(value: Offering | null | undefined): value is OpenOffering {
  return value?.choice != null
}

/** Returns the open offering if the caret is inside its passage. Only then do plain keys act on the offer. */
export function activeOffering(state: EditorState): OpenOffering | null {
  const open = openOffering(state)
  const { from, to } = state.selection.main
  return open && from >= open.from && to <= open.to ? open : null
}
