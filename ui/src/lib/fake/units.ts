import type { Document, FileEntry } from '$lib/host'

/** Words of English plus characters of Chinese, near enough for a browser without the real counter. */
export function countUnits(text: string): number {
  return text.match(/\p{Script=Han}|(?!\p{Script=Han})[\p{L}\p{N}](?:(?!\p{Script=Han})[\p{L}\p{N}’'-])*/gu)?.length ?? 0
}

/** A manuscript as the file list shows it. */
export function fileEntry({ path, text }: Document) {
  return { path, bytes: new TextEncoder().encode(text).length, units: countUnits(text), copyOf: null } satisfies FileEntry
}
