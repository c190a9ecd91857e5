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
