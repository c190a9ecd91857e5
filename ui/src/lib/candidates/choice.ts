// The state of an offer as the writer steps through it. Pure functions: the editor draws the state, keys and clicks
// change it.

import type { Candidate, Hunk, Offer } from '$lib/host'
import { sentenceAt } from '$lib/text/sentences'
import { compose, shareChanged, soundHunks } from './hunks'
import { asScene, type Scene } from './scene'

/** How the passage is drawn: with marked changes, only the result, or only the original text. */
export type Look = 'marked' | 'result' | 'original'

/** One candidate and the set of its changes that are taken. */
export type Draft = {
  readonly candidate: Candidate
  readonly hunks: readonly Hunk[]
  /** One entry per hunk: whether its change is taken. */
  readonly taken: readonly boolean[]
  /** Index of the current hunk, on which the next key acts. */
  readonly at: number
  /** Whether the writer has decided single hunks. Before this, all changes of the candidate are drawn as taken. */
  readonly picked: boolean
}

/** An open offer and the writer's steps in it. */
export type Choice = {
  readonly offer: Offer
  readonly passage: string
  /** Never empty; in the order of the offer. */
  readonly drafts: readonly Draft[]
  /** Index of the draft in view. */
  readonly shown: number
  readonly look: Look
  /** The kind of scene that is recorded: guessed by the desk, until the writer chooses another. */
  readonly scene: Scene
  /**
   * Whether the writer has used a key or the pointer in the offer. Before this, a letter key types in the manuscript.
   */
  readonly steered: boolean
}

/** The result for the passage: the index of the taken candidate (−1 for none) and the final text. */
export type Outcome = { readonly selectedIndex: number; readonly finalText: string }

/** Returns the initial state for an offer, or `null` for an offer without candidates. */
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

/** Returns the choice with another candidate in view; an index out of range changes nothing. */
export function preview(choice: Choice, index: number): Choice {
  return index === choice.shown || !choice.drafts[index] ? choice : { ...choice, shown: index }
}

/** Returns the choice with the next (1) or previous (−1) candidate in view. After the last comes the first. */
export function cycle(choice: Choice, step: 1 | -1): Choice {
  const { length } = choice.drafts
  return preview(choice, (choice.shown + step + length) % length)
}

/** Returns the choice with one change of the current candidate taken, or left out if it was taken. */
export function toggle(choice: Choice, hunk: number): Choice {
  const draft = shownDraft(choice)
  if (hunk < 0 || hunk >= draft.hunks.length) return choice
  const taken = draft.taken.map((on, index) => (index === hunk ? !on : on))
  return withDraft(choice, { ...draft, taken, at: hunk, picked: true })
}

/**
 * Returns the choice with the current change taken and the next change current. The first step leaves all other changes
 * out. After the last change nothing happens, so a held key does no harm.
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

/**
 * Returns the choice with all changes of the current sentence taken and the first change of the next sentence current.
 * The first step leaves all other changes out.
 */
export function takeSentence(choice: Choice): Choice {
  const draft = shownDraft(choice)
  const before = draft.picked ? draft.taken : draft.hunks.map(() => false)
  const open = before.indexOf(false, draft.at)
  const first = draft.hunks[open]
  if (!first) return choice
  const sentence = sentenceAt(choice.passage, first.from)
  const taken = before.map((on, index) => on || (index >= open && isWithin(draft.hunks[index], sentence)))
  const next = taken.indexOf(false, open)
  return withDraft(choice, { ...draft, taken, at: next < 0 ? draft.at : next, picked: true })
}

const isWithin = (hunk: Hunk | undefined, { to }: { to: number }) => hunk !== undefined && hunk.from < to

/** Returns how many sentences of the passage the changes of a draft are in. */
export function sentencesOf(choice: Choice, { hunks }: Draft): number {
  return new Set(hunks.map(({ from }) => sentenceAt(choice.passage, from).from)).size
}

/** Returns the share of the text that the taken changes of a draft change, 0 to 1. */
export function changedBy(choice: Choice, { hunks, taken }: Draft): number {
  return shareChanged(choice.passage, hunks, taken)
}

/** Returns the choice with the next (1) or previous (−1) change as the current one; stops at either end. */
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

/** Returns the choice with the decisions on the changes of one candidate; those of another offer change nothing. */
export function withTaken(choice: Choice, index: number, taken: readonly boolean[]): Choice {
  const fits = (draft: Draft, at: number) => at === index && draft.hunks.length === taken.length
  return { ...choice, drafts: choice.drafts.map((draft, at) => (fits(draft, at) ? { ...draft, taken, picked: true } : draft)) }
}

/** Returns the choice with the kind of scene that the writer chose. */
export function inScene(choice: Choice, scene: Scene): Choice {
  return { ...choice, scene }
}

/**
 * Returns the rules that a candidate follows. Returns none after the writer has chosen another kind of scene, because
 * other rules apply there.
 */
export function followed(choice: Choice, { rules }: Candidate): readonly string[] {
  return choice.scene === asScene(choice.offer.sceneType) ? rules : []
}

/**
 * Returns the rules that hold for the passage if no candidate follows one of them. Returns none for an offer that left the
 * rules out, and after the writer has chosen another kind of scene.
 */
export function unfollowed({ offer, drafts, scene }: Choice): readonly string[] {
  const isHere = scene === asScene(offer.sceneType) && offer.heldOut.length === 0
  return isHere && drafts.every(({ candidate }) => candidate.rules.length === 0) ? (offer.inForce ?? []) : []
}

/** Returns the outcome of taking all changes in view. Without any change left the outcome is a refusal. */
export function outcome(choice: Choice): Outcome {
  const { hunks, taken } = shownDraft(choice)
  const finalText = compose(choice.passage, hunks, taken)
  return finalText === choice.passage ? refusal(choice) : { selectedIndex: choice.shown, finalText }
}

/** Returns the outcome that leaves the passage unchanged. */
export function refusal(choice: Choice): Outcome {
  return { selectedIndex: -1, finalText: choice.passage }
}

function withDraft(choice: Choice, draft: Draft): Choice {
  return { ...choice, drafts: choice.drafts.map((other, index) => (index === choice.shown ? draft : other)) }
}
