// Stepping the open choice from a key or a click, and saying aloud what came of it.

import type { StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { shownDraft, type Choice } from './choice'
import { activeOffering, choose, openOffering } from './offering'
import { describe, words } from './words'

/** Puts the choice a step leads to in view, with the caret back in the passage; returns false where no offer is open. */
export function step(view: EditorView, next: (choice: Choice) => Choice): boolean {
  const open = openOffering(view.state)
  if (!open) return false
  const choice = { ...next(open.choice), steered: true }
  const effects: StateEffect<unknown>[] = [choose.of(choice), EditorView.announce.of(saying(open.choice, choice))]
  view.dispatch({ effects, ...(activeOffering(view.state) ? {} : { selection: { anchor: open.to } }) })
  return true
}

/** Returns what a screen reader hears of a step; of one that led nowhere, where it stands. */
function saying(before: Choice, after: Choice): string {
  if (after.look !== before.look) return words.looks[after.look]
  if (after.scene !== before.scene) return words.said(words.scenes[after.scene])
  const draft = shownDraft(after)
  if (after.shown !== before.shown) {
    return `${describe(after)} ${sayChange(after, draft.at)}`.trim()
  }
  const old = shownDraft(before)
  // After a take the change at hand is already the next one; what is told is the one that was decided.
  const changed = draft.taken.findIndex((on, index) => on !== old.taken[index] && index === old.at)
  return sayChange(after, changed < 0 ? draft.at : changed)
}

function sayChange(choice: Choice, at: number): string {
  const draft = shownDraft(choice)
  const hunk = draft.hunks[at]
  if (!hunk) return ''
  const removed = choice.passage.slice(hunk.from, hunk.to)
  return words.change(at + 1, draft.hunks.length, removed, hunk.insert, draft.taken[at] ?? false)
}
