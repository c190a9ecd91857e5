import type { Document, FileEntry } from '$lib/host'

/** Counts English words and Chinese characters. An approximation for a browser without the core. */
export function countUnits(text: string): number {
  return text.match(/\p{Script=Han}|(?!\p{Script=Han})[\p{L}\p{N}](?:(?!\p{Script=Han})[\p{L}\p{N}’'-])*/gu)?.length ?? 0
}

/** Returns a manuscript as an entry of the file list. */
export function fileEntry({ path, text }: Document) {
  return { path, bytes: new TextEncoder().encode(text).length, units: countUnits(text), copyOf: null } satisfies FileEntry
}
