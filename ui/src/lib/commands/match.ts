// Finding by a few letters: what is typed has to occur in order, and the better match comes first.

/** How well a text is matched; the higher, the better. `null` where it is not. */
export function score(text: string, query: string): number | null {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  let sum = 0
  for (const word of words) {
    const points = scoreWord(text.toLowerCase(), word)
    if (points === null) return null
    sum += points
  }
  // Of equal matches the shorter text has less that was not asked for.
  return sum - text.length / 1000
}

/** As a whole at the start, as a whole at the start of a word, as a whole, and letter by letter. */
function scoreWord(text: string, word: string): number | null {
  const at = text.indexOf(word)
  if (at === 0) return 4
  if (at > 0) return isWordStart(text, at) ? 3 : 2
  let from = 0
  let starts = 0
  for (const letter of word) {
    const found = text.indexOf(letter, from)
    if (found < 0) return null
    if (isWordStart(text, found)) starts++
    from = found + letter.length
  }
  return starts / word.length
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s/\-_.:…（(]/u.test(text[at - 1] ?? '') || /\p{Script=Han}/u.test(text[at] ?? '')
}

/** Returns what is matched, the best first; equals stay in their order. */
export function matches<T>(all: readonly T[], query: string, textOf: (each: T) => string): T[] {
  if (query.trim() === '') return [...all]
  return all
    .map((each) => ({ each, points: score(textOf(each), query) }))
    .filter((match): match is { each: T; points: number } => match.points !== null)
    .sort((a, b) => b.points - a.points)
    .map(({ each }) => each)
}
