// Computes the passage with some of the word-level changes applied.

import type { Candidate, Hunk } from '$lib/host'

/** Returns the passage with the taken hunks applied and all other hunks left out. */
export function compose(passage: string, hunks: readonly Hunk[], taken: readonly boolean[]): string {
  let text = ''
  let at = 0
  hunks.forEach((hunk, index) => {
    if (!taken[index]) return
    text += passage.slice(at, hunk.from) + hunk.insert
    at = hunk.to
  })
  return text + passage.slice(at)
}

/** Returns the offset in the composed text for an offset in the passage. An offset in a removed text moves to its end. */
export function composedOffset(offset: number, hunks: readonly Hunk[], taken: readonly boolean[]): number {
  let moved = offset
  hunks.forEach((hunk, index) => {
    if (!taken[index] || hunk.from > offset) return
    moved += hunk.insert.length - (Math.min(hunk.to, offset) - hunk.from)
  })
  return moved
}

/**
 * Returns the share of the two texts together, 0 to 1, that the taken hunks remove and insert, counted in characters.
 * The core counts alike, to tell a light edit from a rewrite.
 */
export function shareChanged(passage: string, hunks: readonly Hunk[], taken: readonly boolean[]): number {
  const characters = (text: string) => [...text].length
  const total = characters(passage) + characters(compose(passage, hunks, taken))
  const changed = hunks
    .filter((_, index) => taken[index])
    .reduce((sum, { from, to, insert }) => sum + characters(passage.slice(from, to)) + characters(insert), 0)
  return total === 0 ? 0 : changed / total
}

/**
 * Returns the hunks of the candidate if they turn the passage into the candidate's text. Otherwise returns one hunk
 * that replaces the whole passage. The offered text counts; the hunks only explain it.
 */
export function soundHunks(passage: string, candidate: Candidate): readonly Hunk[] {
  const { hunks, text } = candidate
  const ordered = hunks.every(
    (hunk, index) => (hunks[index - 1]?.to ?? 0) <= hunk.from && hunk.from <= hunk.to && hunk.to <= passage.length,
  )
  const all = hunks.map(() => true)
  if (ordered && compose(passage, hunks, all) === text) return hunks
  return [{ from: 0, to: passage.length, insert: text }]
}
