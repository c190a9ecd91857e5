// Length as the writer counts it: an English word, a number and a Han character are one unit each.

/**
 * A Han character, or a word with the marks inside it: "don't", "half-open" and "3.50" are one unit each. The ranges
 * match the core, which sends the authoritative count with each save.
 */
export const UNIT =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]|[[\p{L}\p{N}\p{M}]--\p{Script=Han}]+(?:['’.,\-‐‑][[\p{L}\p{N}\p{M}]--\p{Script=Han}]+)*/gv

export function units(text: string): number {
  let count = 0
  UNIT.lastIndex = 0
  while (UNIT.test(text)) count++
  return count
}
