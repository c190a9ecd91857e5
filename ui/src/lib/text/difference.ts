// The difference between two texts.

/** Returns the single change that turns one text into another, in UTF-16 code units, or `null` for equal texts. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++
  if (splitsPair(before, from) || splitsPair(after, from)) from--
  let tail = 0
  while (
    tail < shorter - from &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++
  }
  if (splitsPair(before, before.length - tail) || splitsPair(after, after.length - tail)) tail--
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) }
}

/** Returns whether an offset lies inside a surrogate pair, such as 𠮷. */
function splitsPair(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1)
  const after = text.charCodeAt(offset)
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
}
