// The front matter of a manuscript: what it says of the manuscript's place and state in the book.

/** What the front matter says. The core reads the same for the file list. */
export type Said = {
  /** Whether the manuscript is a note and no part of the book. */
  readonly isNote: boolean
  /** How far it is, in the writer's word. */
  readonly status: string | null
  /** What happens in it, on one line. */
  readonly synopsis: string | null
}

/** A change of a text: the stretch from `from` to `to` becomes `insert`. */
export type Change = { readonly from: number; readonly to: number; readonly insert: string }

const NOTHING_SAID: Said = { isNote: false, status: null, synopsis: null }

const STATUS = /^(?:status|状态|狀態)[ \t]*[:：].*(?:\n[ \t]+.*)*/imu
const SYNOPSIS = /^(?:synopsis|梗概|提要)[ \t]*[:：].*(?:\n(?:[ \t]+.*)?)*/imu
const KIND = /^(?:kind|类型|類型)[ \t]*[:：].*/imu

/** Longest front matter in lines. Without an end after so many lines it is none; real ones have some dozens at most. */
export const MOST_LINES = 200

/** Returns whether a path names plain text, which has no front matter. */
export function isPlain(path: string): boolean {
  return /\.txt$/iu.test(path)
}

/** Returns the front matter with both of its lines of dashes; empty if there is none. */
function frontMatter(text: string): string {
  if (!text.startsWith('---')) return ''
  let end = 0
  for (let number = 0; number < MOST_LINES && end < text.length; number += 1) {
    const next = text.indexOf('\n', end) + 1 || text.length
    const line = text.slice(end, next).trimEnd()
    end = next
    if (number === 0 ? line !== '---' : /^(?:---|\.\.\.)$/u.test(line)) return number === 0 ? '' : text.slice(0, end)
  }
  return ''
}

/** Returns the part of a manuscript whose words count: a new status must not make a chapter longer. */
export function bodyOf(path: string, text: string): string {
  return isPlain(path) ? text : text.slice(frontMatter(text).length)
}

/** Returns what the front matter of a manuscript says. Plain text has none. */
export function saidOf(path: string, text: string): Said {
  if (isPlain(path)) return NOTHING_SAID
  const front = frontMatter(text)
  if (front === '') return NOTHING_SAID
  const value = (key: RegExp) => {
    const lines = key.exec(front)?.[0].replace(/^[^:：]*[:：]/u, '').split('\n') ?? []
    const words = lines.map((line) => line.trim()).filter((line) => line !== '' && !/^[>|][-+]?$/u.test(line))
    return words.join(' ').replace(/^["']+|["']+$/gu, '').trim() || null
  }
  const isNote = /^(?:notes?|笔记|筆記)$/iu.test(value(KIND) ?? '')
  return { isNote, status: value(STATUS), synopsis: value(SYNOPSIS) }
}

/** Returns the change that sets the status of a manuscript, or removes it; `null` if nothing is to be changed. */
export function statusChange(text: string, status: string | null): Change | null {
  const front = frontMatter(text)
  if (front === '') return status === null ? null : { from: 0, to: 0, insert: `---\nstatus: ${status}\n---\n\n` }
  const line = STATUS.exec(front)
  if (!line) {
    if (status === null) return null
    const end = front.trimEnd().lastIndexOf('\n') + 1
    return { from: end, to: end, insert: `status: ${status}\n` }
  }
  const from = line.index
  const to = from + line[0].length
  if (status !== null) {
    const key = /^[^:：]*[:：]/u.exec(line[0])?.[0] ?? 'status:'
    return { from, to, insert: key.endsWith('：') ? key + status : `${key} ${status}` }
  }
  const others = (front.slice(0, from) + front.slice(to)).split('\n').slice(1).some((each) => !/^(?:---|\.\.\.)?[ \t]*$/u.test(each))
  if (others) return { from, to: to + 1, insert: '' }
  // Front matter without a line says nothing. The blank line behind it goes with it.
  return { from: 0, to: front.length + (text[front.length] === '\n' ? 1 : 0), insert: '' }
}
