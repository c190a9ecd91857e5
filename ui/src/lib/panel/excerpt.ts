/** The longest part of a sentence shown as a quote, in characters. */
const LONGEST = 96

const ELLIPSIS = '…'

/**
 * Returns the parts of two texts in which they differ, each cut to the length of a quote.
 *
 * What both begin and end with says nothing about the choice between them, so it is left out, back to
 * the nearest word; a text that is all its difference is returned whole.
 */
export function contrast(chosen: string, offered: string): [string, string] {
  const a = tokens(chosen)
  const b = tokens(offered)
  const shortest = Math.min(a.length, b.length)
  let start = 0
  while (start < shortest && a[start] === b[start]) start += 1
  let end = 0
  while (end < shortest - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  // A lone word rarely reads as a quote; the words before it say where it stood.
  const from = Math.max(0, start - CONTEXT)
  return [excerpt(a, from, a.length - end), excerpt(b, from, b.length - end)]
}

/** Words kept before the first difference. */
const CONTEXT = 3

/** Returns a text cut to the length of a quote. */
export function shorten(text: string): string {
  const characters = [...text.trim()]
  if (characters.length <= LONGEST) return characters.join('')
  return characters.slice(0, LONGEST).join('').trimEnd() + ELLIPSIS
}

function excerpt(all: string[], from: number, to: number): string {
  const trimmed = all.slice(from, to).join('').trim()
  if (trimmed === '') return shorten(all.join(''))
  const lead = from > 0 ? ELLIPSIS : ''
  const tail = to < all.length ? ELLIPSIS : ''
  const body = shorten(trimmed)
  return lead + body + (body.endsWith(ELLIPSIS) ? '' : tail)
}

/** Words with the space after them; each Han character and mark on its own, as a Chinese reader sees a change. */
function tokens(text: string): string[] {
  return text.trim().match(/\p{Script=Han}|[\p{L}\p{N}’'-]+\s*|[^\p{L}\p{N}]\s*/gu) ?? []
}
