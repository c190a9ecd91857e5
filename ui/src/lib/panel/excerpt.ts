/** Maximum length of a quote in characters: three lines of the panel. */
const LONGEST = 110

/** Number of words kept before the first difference, as context. */
const CONTEXT = 3

const ELLIPSIS = '…'

/**
 * Returns the differing parts of two texts, each short enough for a quote.
 *
 * Whole sentences read best. So the shared sentences at the start and end are removed first. A rest that is still too
 * long is cut to the words around the difference.
 */
export function contrast(one: string, other: string): [string, string] {
  const [a, b] = apart(sentences(one), sentences(other), 0)
  const pair: [string, string] = [whole(a) || one.trim(), whole(b) || other.trim()]
  if (pair.every((text) => [...text].length <= LONGEST)) return pair
  const [c, d] = apart(words(pair[0]), words(pair[1]), CONTEXT)
  return [excerpt(c), excerpt(d)]
}

/** A letter of a script that separates its words by spaces, or a mark inside such a word. */
const IN_WORD = /[\p{Script=Latin}\p{N}’'-]/u

/** Returns a text cut to the maximum length of a quote, not inside a word. */
export function shorten(text: string): string {
  const characters = [...text.trim()]
  if (characters.length <= LONGEST) return characters.join('')
  const cut = characters.slice(0, LONGEST).join('')
  const isInWord = IN_WORD.test(characters[LONGEST - 1] ?? '') && IN_WORD.test(characters[LONGEST] ?? '')
  return (isInWord ? cut.replace(/\s\S*$/u, '') : cut).trimEnd() + ELLIPSIS
}

interface PieceRange {
  pieces: string[]
  from: number
  to: number
}

/** Returns the differing parts of two lists, with `context` shared pieces before them. */
function apart(a: string[], b: string[], context: number): [PieceRange, PieceRange] {
  const shortest = Math.min(a.length, b.length)
  let start = 0
  while (start < shortest && a[start] === b[start]) start += 1
  let end = 0
  while (end < shortest - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const from = Math.max(0, start - context)
  return [
    { pieces: a, from, to: a.length - end },
    { pieces: b, from, to: b.length - end },
  ]
}

const whole = ({ pieces, from, to }: PieceRange) => pieces.slice(from, to).join('').trim()

function excerpt(part: PieceRange): string {
  const body = shorten(whole(part) || part.pieces.join(''))
  const cutBefore = part.from > 0 && part.to > part.from
  const cutAfter = part.to < part.pieces.length && !body.endsWith(ELLIPSIS)
  return (cutBefore ? ELLIPSIS : '') + body + (cutAfter ? ELLIPSIS : '')
}

/** Splits a text into sentences, each with the white space after it. */
const sentences = (text: string) => text.trim().match(/[^.!?。！？]+[.!?。！？…”’」』]*\s*|[.!?。！？]+\s*/gu) ?? []

/**
 * Splits a text into words, each with the white space after it. A Han character or a punctuation mark is a piece of its
 * own.
 */
const words = (text: string) => text.trim().match(/\p{Script=Han}|[\p{L}\p{N}’'-]+\s*|[^\p{L}\p{N}]\s*/gu) ?? []
