import type { Counting } from '$lib/host'
import { formatCount } from './format'
import { messages } from './messages'

const words = messages(
  {
    words: (count: number) => `${formatCount(count)} ${count === 1 ? 'word' : 'words'}`,
    letters: (count: number) => `${formatCount(count)} ${count === 1 ? 'letter' : 'letters'}`,
    characters: (count: number) => `${formatCount(count)} ${count === 1 ? 'character' : 'characters'}`,
  } satisfies Record<Counting, (count: number) => string>,
  {
    words: (count) => `${formatCount(count)} 字`,
    letters: (count) => `${formatCount(count)} 字`,
    characters: (count) => `${formatCount(count)} 字`,
  },
)

/** Returns a length with the name of what is counted. */
export function sayLength(count: number, counting: Counting): string {
  return words[counting](count)
}
