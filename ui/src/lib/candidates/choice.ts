// What the writer has done with an offer so far. Pure: the editor shows it, keys and clicks step it.

import type { Candidate, Hunk, Offer } from '$lib/host'
import { compose, soundHunks } from './hunks'
import { asScene, type Scene } from './scene'

/** How the passage is drawn: changes marked, only the result, or only what stood there. */
export type Look = 'marked' | 'result' | 'original'

/** One candidate with the changes of it that are taken. */
export type Draft = {
  readonly candidate: Candidate
  readonly hunks: readonly Hunk[]
  /** One entry a hunk. */
  readonly taken: readonly boolean[]
  /** The hunk the next key is about. */
  readonly at: number
  /** Whether single hunks were decided; before that the candidate is shown whole. */
  readonly picked: boolean
}

/** An offer in front of the writer. */
export type Choice = {
  readonly offer: Offer
  readonly passage: string
  /** At least one, in the order of the offer. */
  readonly drafts: readonly Draft[]
  /** The index of the draft in view. */
  readonly shown: number
  readonly look: Look
  /** The kind of scene that is recorded: the one of the offer, until the writer says another. */
  readonly scene: Scene
  /** Whether the writer has looked around in the offer; before that, a letter is the next one of the manuscript. */
  readonly steered: boolean
}

/** What becomes of the passage: the candidate it came from, −1 for none, and the text that then stands. */
export type Outcome = { readonly selectedIndex: number; readonly finalText: string }

/** Returns the choice an offer opens with, or `null` where nothing is offered. */
export function openChoice(offer: Offer, passage: string): Choice | null {
  if (offer.candidates.length === 0) return null
  const drafts = offer.candidates.map((candidate) => {
    const hunks = soundHunks(passage, candidate)
    return { candidate, hunks, taken: hunks.map(() => true), at: 0, picked: false }
  })
  return { offer, passage, drafts, shown: 0, look: 'marked', scene: asScene(offer.sceneType), steered: false }
}

/** Returns the draft in view. */
export function shownDraft(choice: Choice): Draft {
  const draft = choice.drafts[choice.shown]
  if (!draft) throw new RangeError('a choice shows one of its drafts')
  return draft
}

/** Returns the choice with another candidate in view; a number beyond the last changes nothing. */
export function preview(choice: Choice, index: number): Choice {
  return index === choice.shown || !choice.drafts[index] ? choice : { ...choice, shown: index }
}

/** Returns the choice with the next (1) or previous (−1) candidate in view, round and round. */
export function cycle(choice: Choice, step: 1 | -1): Choice {
  const { length } = choice.drafts
  return preview(choice, (choice.shown + step + length) % length)
}

/** Returns the choice with one change of the candidate in view taken, or left out if it was taken. */
export function toggle(choice: Choice, hunk: number): Choice {
  const draft = shownDraft(choice)
  if (hunk < 0 || hunk >= draft.hunks.length) return choice
  const taken = draft.taken.map((on, index) => (index === hunk ? !on : on))
  return withDraft(choice, { ...draft, taken, at: hunk, picked: true })
}

/**
 * Returns the choice with the change at hand taken and the next one at hand. The first such step
 * sets every other change aside. After the last change it does nothing, so that a held key is harmless.
 */
export function takeNext(choice: Choice): Choice {
  const draft = shownDraft(choice)
  const before = draft.picked ? draft.taken : draft.hunks.map(() => false)
  if (before[draft.at]) {
    const next = before.indexOf(false, draft.at)
    return next < 0 ? choice : takeNext(withDraft(choice, { ...draft, at: next }))
  }
  const taken = before.map((on, index) => on || index === draft.at)
  const next = taken.indexOf(false, draft.at)
  return withDraft(choice, { ...draft, taken, at: next < 0 ? draft.at : next, picked: true })
}

/** Returns the choice with the next (1) or previous (−1) change at hand; it stops at either end. */
export function moveHunk(choice: Choice, step: 1 | -1): Choice {
  const draft = shownDraft(choice)
  const at = draft.at + step
  return at < 0 || at >= draft.hunks.length ? choice : withDraft(choice, { ...draft, at })
}

const LOOKS: Record<Look, Look> = { marked: 'result', result: 'original', original: 'marked' }

/** Returns the choice with the passage drawn in the next of the three ways. */
export function nextLook(choice: Choice): Choice {
  return { ...choice, look: LOOKS[choice.look] }
}

/** Returns the choice with the writer's word on the kind of scene. */
export function inScene(choice: Choice, scene: Scene): Choice {
  return { ...choice, scene }
}

/** Returns the rules a candidate follows; none once the writer said another kind of scene, where others hold. */
export function followed(choice: Choice, { rules }: Candidate): readonly string[] {
  return choice.scene === asScene(choice.offer.sceneType) ? rules : []
}

/** Returns what taking all that is shown makes of the passage; with no change left in, that is a refusal. */
export function outcome(choice: Choice): Outcome {
  const { hunks, taken } = shownDraft(choice)
  const finalText = compose(choice.passage, hunks, taken)
  return finalText === choice.passage ? refusal(choice) : { selectedIndex: choice.shown, finalText }
}

/** Returns the outcome of leaving the passage as it was. */
export function refusal(choice: Choice): Outcome {
  return { selectedIndex: -1, finalText: choice.passage }
}

function withDraft(choice: Choice, draft: Draft): Choice {
  return { ...choice, drafts: choice.drafts.map((other, index) => (index === choice.shown ? draft : other)) }
}
