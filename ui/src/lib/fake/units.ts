/** Words of English plus characters of Chinese, near enough for a browser without the real counter. */
export function countUnits(text: string): number {
  return text.match(/\p{Script=Han}|[\p{L}\p{N}’'-]+/gu)?.length ?? 0
}
