// Targets and the progress towards them. The gain of each day is stored with the workspace.

import type { DayWritten, Length } from '$lib/host'
import { byCounting, minus, NO_LENGTH, sum } from '$lib/text/length'

/** The targets for the length of a file, the book, a session and a day; `undefined` for no target. */
export type Targets = {
  readonly file?: number | undefined
  readonly book?: number | undefined
  readonly session?: number | undefined
  readonly day?: number | undefined
}

/** Progress towards a target. */
export type Progress = {
  readonly done: number
  readonly target: number
  /** From 0 to 1, also when the target is exceeded. */
  readonly share: number
}

/** Returns the progress towards a target, or `null` without one. A negative gain counts as 0. */
export function progress(done: number, target: number | undefined): Progress | null {
  if (target === undefined || target <= 0) return null
  const towards = Math.max(0, done)
  return { done: towards, target, share: Math.min(1, towards / target) }
}

/** The writer's own part of a file: text she typed and text she pasted. */
export type OwnLength = { readonly written: Length; readonly pasted: Length }

/** The writer's own part of a file, at the start of the session and now. */
export type Growth = { readonly first: OwnLength; readonly last: OwnLength }

/**
 * Returns the gain over some files. A file that got shorter does not reduce the gain: after deleting a chapter the
 * writer need not write its words again.
 */
export function gained(files: readonly Growth[]): Written {
  const gain = (lengthOf: (own: OwnLength) => Length) =>
    sum(files.map(({ first, last }) => atLeastNone(minus(lengthOf(last), lengthOf(first)))))
  return { typed: gain(({ written }) => written), total: gain(({ written, pasted }) => sum([written, pasted])) }
}

/** What was written in some time: the text she typed, and the same with pasted text. */
export type Written = Pick<DayWritten, 'typed' | 'total'>

export const NOTHING_WRITTEN: Written = { typed: NO_LENGTH, total: NO_LENGTH }

/**
 * The current day. `offset` is the gain of earlier sessions of the day, minus the gain of this session before the day
 * began.
 */
export type DayUnderWay = { readonly date: string; readonly offset: Written }

/** Starts a session on a date, with the stored days. */
export function beginDay(days: readonly DayWritten[], date: string): DayUnderWay {
  return { date, offset: days.find((day) => day.date === date) ?? NOTHING_WRITTEN }
}

/** Returns the day for a date. At midnight a new day starts, without the gain of the session so far. */
export function dayAt(day: DayUnderWay, date: string, session: Written): DayUnderWay {
  if (day.date === date) return day
  return { date, offset: { typed: minus(NO_LENGTH, session.typed), total: minus(NO_LENGTH, session.total) } }
}

/** Returns the gain of a day, for storing. */
export function dayOf({ date, offset }: DayUnderWay, session: Written): DayWritten {
  const gain = (part: keyof Written) => atLeastNone(sum([offset[part], session[part]]))
  return { date, typed: gain('typed'), total: gain('total') }
}

/** How many days are kept: a year, and the month before it. */
const KEPT = 400

/** Returns the stored days with the state of one day. A day without a word has no entry. */
export function withDay(days: readonly DayWritten[], day: DayWritten): DayWritten[] {
  const others = days.filter(({ date }) => date !== day.date)
  if (day.total.characters === 0 && day.typed.characters === 0) return others
  return [...others, day].sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-KEPT)
}

function atLeastNone(length: Length): Length {
  return byCounting((counting) => Math.max(0, length[counting]))
}

/** Returns a date as YYYY-MM-DD in the local time zone. */
export function localDate(now = new Date()): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}
