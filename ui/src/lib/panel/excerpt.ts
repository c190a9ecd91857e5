/** The longest quote, in characters: three lines of the panel. */
const LONGEST = 110

/** Words kept before the first difference, to say where it stood. */
const CONTEXT = 3

const ELLIPSIS = '…'

/**
 * Returns the parts of two texts that tell them apart, each short enough for a quote.
 *
 * Whole sentences read best, so first the sentences that both texts begin or end with are cut off. Only a rest that is
 * still too long is cut to the words around the difference.
 */
export function contrast(one: string, other: string): [string, string] {
  const [a, b] = apart(sentences(one), sentences(other), 0)
  const pair: [string, string] = [whole(a) || one.trim(), whole(b) || other.trim()]
  if (pair.every((text) => [...text].length <= LONGEST)) return pair
  const [c, d] = apart(words(pair[0]), words(pair[1]), CONTEXT)
  return [excerpt(c), excerpt(d)]
}

/** Returns a text cut to the length of a quote. */
export function shorten(text: string): string {
  const characters = [...text.trim()]
  if (characters.length <= LONGEST) return characters.join('')
  return characters.slice(0, LONGEST).join('').trimEnd() + ELLIPSIS
}

interface Part {
  pieces: string[]
  from: number
  to: number
}

/** Returns where two lists of pieces differ, with some of what they share before it. */
function apart(a: string[], b: string[], context: number): [Part, Part] {
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

const whole = ({ pieces, from, to }: Part) => pieces.slice(from, to).join('').trim()

function excerpt(part: Part): string {
  const body = shorten(whole(part) || part.pieces.join(''))
  const cutBefore = part.from > 0 && part.to > part.from
  const cutAfter = part.to < part.pieces.length && !body.endsWith(ELLIPSIS)
  return (cutBefore ? ELLIPSIS : '') + body + (cutAfter ? ELLIPSIS : '')
}

/** Sentences with the space after them. */
const sentences = (text: string) => text.trim().match(/[^.!?。！？]+[.!?。！？…”’」』]*\s*|[.!?。！？]+\s*/gu) ?? []

/** Words with the space after them; each Han character and mark on its own, as a Chinese reader sees a change. */
const words = (text: string) => text.trim().match(/\p{Script=Han}|[\p{L}\p{N}’'-]+\s*|[^\p{L}\p{N}]\s*/gu) ?? []
