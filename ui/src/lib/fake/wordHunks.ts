import type { Hunk } from '$lib/host'

/** Returns the changed words between two texts, by a simple longest common subsequence: the texts are short. */
export function wordHunks(before: string, after: string): Hunk[] {
  const words = (text: string) => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? []
  const [a, b] = [words(before), words(after)]
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const hunks: Hunk[] = []
  let [i, j, offset] = [0, 0, 0]
  while (i < a.length || j < b.length) {
    const [gone = '', come = ''] = [a[i], b[j]]
    if (i < a.length && gone === come) {
      offset += gone.length
      i++
      j++
      continue
    }
    let hunk = hunks.at(-1)
    if (hunk?.to !== offset) hunks.push((hunk = { from: offset, to: offset, insert: '' }))
    if (j < b.length && (i === a.length || at(i, j + 1) >= at(i + 1, j))) {
      hunk.insert += come
      j++
    } else {
      hunk.to = offset += gone.length
      i++
    }
  }
  return hunks
}
