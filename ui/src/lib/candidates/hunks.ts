// The arithmetic of word-level changes: what a passage reads like with some of them taken.

import type { Candidate, Hunk } from '$lib/host'

/** Returns the passage with the taken hunks applied and every other one left as it stood. */
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
 * Returns the candidate's hunks if they lead from the passage to its text. Otherwise returns one hunk that replaces the
 * whole passage: the text on offer is the promise, and the hunks only explain it.
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
