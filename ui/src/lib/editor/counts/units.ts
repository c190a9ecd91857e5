// Length as a writer counts it: an English word, a number or a Han character is one unit.

/**
 * A Han character, or a word with its inner marks: "don't", "half-open" and "3.50" are one unit each. The ranges
 * are those of the core, which gives the authoritative figure with each save.
 */
export const UNIT =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]|[[\p{L}\p{N}\p{M}]--\p{Script=Han}]+(?:['’.,\-‐‑][[\p{L}\p{N}\p{M}]--\p{Script=Han}]+)*/gv

/** Returns the length of a text in units. */
export function units(text: string): number {
  let count = 0
  UNIT.lastIndex = 0
  while (UNIT.test(text)) count++
  return count
}
