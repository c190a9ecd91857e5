// Takes: passages where the writer took a candidate, and what was made of them since. Pure.

import type { EpisodeInput } from '$lib/host'

/** An accepted passage that is still watched. */
export type Take = {
  /** The episode as it was recorded when the candidate was taken; its `id` is never null. */
  readonly episode: EpisodeInput
  /** What stood there before. */
  readonly passage: string
  /** Where it stands now, as offsets in the document. */
  readonly from: number
  readonly to: number
  /** The text last told to the journal: the accepted one, then each settled revision of it. */
  readonly settled: string
  /** It was undone and not said yet: as long as the caret stays, a redo may bring it back. */
  readonly undone: boolean
  /** Earlier takes that this one was made over; they are the writer's again once it is undone. */
  readonly covered: readonly Covered[]
}

/** A take under a later one: its text, and its offsets from the start of the later one's passage, when that was made. */
export type Covered = { readonly take: Take; readonly text: string }

/** Reads the document between two offsets. */
export type Slice = (from: number, to: number) => string

/** Maps an offset through a change of the document. */
export type MapOffset = (offset: number, assoc: -1 | 1) => number

/** Returns the take where the change moved it; text typed at either edge stays outside. */
export function moved(take: Take, map: MapOffset): Take {
  const from = map(take.from, 1)
  return { ...take, from, to: Math.max(from, map(take.to, -1)) }
}

/**
 * Returns whether an undo put back what stood there before the take. Later edits of the passage are
 * undone first, so the passage returns in the step in which the accepted text goes.
 */
export function isUndone(take: Take, map: MapOffset, before: Slice, after: Slice): boolean {
  return (
    before(take.from, take.to) === take.episode.finalText && after(map(take.from, -1), map(take.to, 1)) === take.passage
  )
}

/** Returns whether a redo brought back what stood there after the take. */
export function isRedone(take: Take, map: MapOffset, before: Slice, after: Slice): boolean {
  return (
    before(take.from, take.to) === take.passage && after(map(take.from, -1), map(take.to, 1)) === take.episode.finalText
  )
}

/** Returns an earlier take as it is kept under a later one whose passage starts at `start`. */
export function cover(take: Take, start: number, text: string): Covered {
  return { take: { ...take, from: take.from - start, to: take.to - start }, text }
}

/** Returns the earlier takes that come back when the one over them goes, with the passage at `start`. */
export function uncover(take: Take, start: number, after: Slice): Take[] {
  return take.covered
    .map(({ take: { from, to, ...rest }, text }) => ({ take: { ...rest, from: from + start, to: to + start }, text }))
    .filter(({ take: { from, to }, text }) => after(from, to) === text)
    .map(({ take }) => take)
}

/** Returns the amendment that withdraws a take. */
export function withdrawal(take: Take): EpisodeInput {
  return amendment(take, { finalText: take.passage, undoAfterAccept: true })
}

/**
 * Returns the take with its settled text, or no take where it was undone, and the amendment for the core. Returns
 * `null` where there is nothing to amend. An emptied passage is no amendment: more often than not it was cut to stand
 * elsewhere.
 */
export function settle(take: Take, text: string): { take: Take | null; amendment: EpisodeInput } | null {
  if (take.undone) return { take: null, amendment: withdrawal(take) }
  if (text === take.settled || text.trim() === '') return null
  return {
    take: { ...take, settled: text },
    amendment: amendment(take, { finalText: text, undoAfterAccept: false }),
  }
}

function amendment(take: Take, change: Pick<EpisodeInput, 'finalText' | 'undoAfterAccept'>): EpisodeInput {
  return { ...take.episode, ...change, id: null, targetEpisodeId: take.episode.id }
}
