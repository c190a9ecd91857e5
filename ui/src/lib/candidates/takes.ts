// Takes: passages where the writer took a candidate, and their later edits. Pure functions.

import type { EpisodeInput } from '$lib/host'

/** A passage with a taken candidate, watched for an undo or a revision. */
export type Take = {
  /** The recorded episode of the take. Its `id` is never null. */
  readonly episode: EpisodeInput
  /** The text of the passage before the take. */
  readonly passage: string
  /** Offsets of the passage in the current document. */
  readonly from: number
  readonly to: number
  /** The text last reported to the journal: the taken text, then each reported revision. */
  readonly settled: string
  /** Undone, but not reported yet. A redo may restore the take as long as the caret stays in the passage. */
  readonly undone: boolean
  /** The time of the take, in milliseconds; `null` until the take is in the document. */
  readonly at: number | null
  /** The whole seconds from the take to its undo; `null` if it is not undone, or if a time is not known. */
  readonly undoneAfter: number | null
  /**
   * The writer goes on in the taken text: what she types at its edges belongs to it, and the take and her changes are
   * one undo step. It ends when the caret leaves the passage.
   */
  readonly editing: boolean
  /** Whether she went on in the taken text, now or before. */
  readonly wasEdited: boolean
  /** The text that an undo removed, or `null`. A redo restores it. */
  readonly removed: string | null
  /** Earlier takes inside the passage of this take. They are watched again if this take is undone. */
  readonly covered: readonly Covered[]
}

/** An earlier take inside a later one: its text, and its offsets relative to the passage of the later take. */
export type Covered = { readonly take: Take; readonly text: string }

/** Returns the text between two offsets of a document. */
export type Slice = (from: number, to: number) => string

/** Maps an offset through a change of the document. */
export type MapOffset = (offset: number, assoc: -1 | 1) => number

/**
 * Returns the take with its offsets after a change. Text typed at either edge stays outside, unless the writer goes on
 * in the taken text.
 */
export function moved(take: Take, map: MapOffset): Take {
  if (take.editing) return { ...take, from: map(take.from, -1), to: map(take.to, 1) }
  const from = map(take.from, 1)
  return { ...take, from, to: Math.max(from, map(take.to, -1)) }
}

/**
 * Returns whether an undo restored the passage. Later edits of the passage are undone first. So the passage comes back
 * in the step that removes the taken text. Of a text that she went on in, one step removes all.
 */
export function isUndone(take: Take, map: MapOffset, before: Slice, after: Slice): boolean {
  const restored = after(map(take.from, -1), map(take.to, 1)) === take.passage
  const removed = before(take.from, take.to)
  return restored && removed !== take.passage && (take.wasEdited || removed === take.episode.finalText)
}

/** Returns whether a redo restored the text that the undo removed. */
export function isRedone(take: Take, map: MapOffset, before: Slice, after: Slice): boolean {
  const restored = after(map(take.from, -1), map(take.to, 1))
  return before(take.from, take.to) === take.passage && restored === (take.removed ?? take.episode.finalText)
}

/** Returns an earlier take as part of a later take whose passage starts at `start`. */
export function cover(take: Take, start: number, text: string): Covered {
  return { take: { ...take, from: take.from - start, to: take.to - start }, text }
}

/** Returns the earlier takes that are restored when a later take is undone; `start` is the offset of its passage. */
export function uncover(take: Take, start: number, after: Slice): Take[] {
  return take.covered
    .map(({ take: { from, to, ...rest }, text }) => ({ take: { ...rest, from: from + start, to: to + start }, text }))
    .filter(({ take: { from, to }, text }) => after(from, to) === text)
    .map(({ take }) => take)
}

/** Returns the amendment for a take that was undone. */
export function withdrawal(take: Take): EpisodeInput {
  return amendment(take, { finalText: take.passage, undoAfterAccept: true, undoneAfter: take.undoneAfter })
}

/**
 * Returns the take with its reported text and the amendment for the core. The take is `null` after an undo. Returns
 * `null` if there is nothing to amend. An emptied passage is no amendment: mostly it was cut to be pasted elsewhere.
 */
export function settle(take: Take, text: string): { take: Take | null; amendment: EpisodeInput } | null {
  if (take.undone) return { take: null, amendment: withdrawal(take) }
  if (text === take.settled || text.trim() === '') return null
  return {
    take: { ...take, settled: text },
    amendment: amendment(take, { finalText: text, undoAfterAccept: false, undoneAfter: null }),
  }
}

function amendment(take: Take, change: Pick<EpisodeInput, 'finalText' | 'undoAfterAccept' | 'undoneAfter'>): EpisodeInput {
  return { ...take.episode, ...change, id: null, targetEpisodeId: take.episode.id }
}
