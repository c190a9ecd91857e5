// Applies a step of a key or a click to the open choice and announces the result to a screen reader.

import type { StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { shownDraft, type Choice } from './choice'
import { activeOffering, choose, openOffering } from './offering'
import { sceneNames } from './sceneNames'
import { describe, words } from './words'

/** Shows the choice after a step and moves the caret back into the passage. Returns false if no offer is open. */
export function step(view: EditorView, next: (choice: Choice) => Choice): boolean {
  const open = openOffering(view.state)
  if (!open) return false
  const choice = { ...next(open.choice), steered: true }
  const effects: StateEffect<unknown>[] = [choose.of(choice), EditorView.announce.of(saying(open.choice, choice))]
  view.dispatch({ effects, ...(activeOffering(view.state) ? {} : { selection: { anchor: open.to } }) })
  return true
}

/** Returns the announcement for a step. A step without effect announces the current change. */
function saying(before: Choice, after: Choice): string {
  if (after.look !== before.look) return words.looks[after.look]
  if (after.scene !== before.scene) return words.said(sceneNames[after.scene])
  const draft = shownDraft(after)
  if (after.shown !== before.shown) {
    return `${describe(after)} ${sayChange(after, draft.at)}`.trim()
  }
  const old = shownDraft(before)
  // After a take, the current change is already the next one. The announcement is about the change that was decided.
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
