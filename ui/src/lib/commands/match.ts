// Fuzzy search: the letters of the query must occur in order, and better matches come first.

/** An entry that matches a query. More points are a better match. */
export type Match<T> = { readonly each: T; readonly points: number }

/** Returns the words of a query in lower case. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/u).filter(Boolean)
}

/** Returns the mean points of all words, or `null` if a word does not match. */
export function pointsOfAll(words: readonly string[], pointsOf: (word: string) => number | null): number | null {
  let sum = 0
  for (const word of words) {
    const points = pointsOf(word)
    if (points === null) return null
    sum += points
  }
  return sum / words.length
}

/** 4 for a match at the start, 3 at the start of a word, 2 anywhere, and up to 1 for single letters in order. */
export function scoreWord(text: string, word: string): number | null {
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

/**
 * Returns the matches, best first. Among equal matches the shorter text comes first: it has fewer letters that were not
 * typed. */
export function rank<T>(all: readonly T[], textOf: (each: T) => string, pointsOf: (each: T) => number | null): Match<T>[] {
  return all
    .map((each) => ({ each, points: pointsOf(each), length: textOf(each).length }))
    .filter((match): match is Match<T> & { length: number } => match.points !== null)
    .sort((a, b) => b.points - a.points || a.length - b.length)
}

/** Returns the entries whose text matches a query, best first. */
export function findTexts<T>(all: readonly T[], query: string, textOf: (each: T) => string): Match<T>[] {
  const words = wordsOf(query)
  if (words.length === 0) return all.map((each) => ({ each, points: 0 }))
  return rank(all, textOf, (each) => pointsOfAll(words, (word) => scoreWord(textOf(each).toLowerCase(), word)))
}
