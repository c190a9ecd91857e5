// An open offer across sessions: what the workspace keeps of it, and the offer again.

import type { EditorState, StateEffect } from '@codemirror/state'
import type { OpenOffer } from '$lib/host'
import { inScene, openChoice, preview, withTaken } from './choice'
import { requestFor } from './ask'
import { begin, openOffering } from './offering'
import { asScene } from './scene'

/** The longest text of an offer that is kept, in characters. The whole workspace has 512 KB. */
const LONGEST = 60_000

/** Returns the open offer and the writer's steps in it, or `null`. */
export function keptOffer(state: EditorState): OpenOffer | null {
  const open = openOffering(state)
  if (!open) return null
  const { offer, passage, drafts, shown, scene } = open.choice
  const length = offer.candidates.reduce((sum, { text }) => sum + text.length, passage.length)
  if (length > LONGEST) return null
  const taken = drafts.map(({ picked, taken }) => (picked ? [...taken] : null))
  return { skill: open.request.skill, from: open.from, passage, offer, shown, taken, sceneType: scene }
}

/** Returns the effects that open a kept offer again. There are none if the passage is no longer in its place. */
export function reopened(state: EditorState, path: string, kept: OpenOffer): StateEffect<unknown>[] {
  const to = kept.from + kept.passage.length
  if (state.sliceDoc(kept.from, to) !== kept.passage) return []
  const selected = state.update({ selection: { anchor: kept.from, head: to } }).state
  const asked = requestFor(selected, path, kept.skill)
  const opened = openChoice(kept.offer, kept.passage)
  if (!asked || !opened) return []
  const taken = kept.taken.reduce((choice, each, draft) => (each ? withTaken(choice, draft, each) : choice), opened)
  return [begin.of({ ...asked, choice: inScene(preview(taken, kept.shown), asScene(kept.sceneType)) })]
}
