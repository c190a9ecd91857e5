// Fuzzy search: the letters of the query must occur in order, and better matches come first.

/** Returns the score of a text, higher for a better match, or `null` for no match. */
export function score(text: string, query: string): number | null {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  let sum = 0
  for (const word of words) {
    const points = scoreWord(text.toLowerCase(), word)
    if (points === null) return null
    sum += points
  }
  // Among equal matches the shorter text wins: it has fewer letters that were not typed.
  return sum - text.length / 1000
}

/** 4 for a match at the start, 3 at the start of a word, 2 anywhere, and up to 1 for single letters in order. */
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

/** Returns the matching entries, best first. Entries with equal scores keep their order. */
export function matches<T>(all: readonly T[], query: string, textOf: (each: T) => string): T[] {
  if (query.trim() === '') return [...all]
  return all
    .map((each) => ({ each, points: score(textOf(each), query) }))
    .filter((match): match is { each: T; points: number } => match.points !== null)
    .sort((a, b) => b.points - a.points)
    .map(({ each }) => each)
}
