// Targets and the progress towards them. The gain of a day is stored with the workspace.

/** The targets in units, for the length of a file, a session and a day; `undefined` for no target. */
export type Targets = { readonly file?: number | undefined; readonly session?: number | undefined; readonly day?: number | undefined }

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

/** The units of a file written by the writer, at the start of the session and now. */
export type Growth = { readonly first: number; readonly last: number }

/**
 * Returns the gain over some files. A file that got shorter does not reduce the gain: after deleting a chapter the
 * writer need not write its words again.
 */
export function gained(files: readonly Growth[]): number {
  return files.reduce((sum, { first, last }) => sum + Math.max(0, last - first), 0)
}

/** The gain of a day with its date, over all its sessions so far. */
export type Day = { readonly date: string; readonly gained: number }

/**
 * The current day. `offset` is the gain of earlier sessions of the day, minus the gain of this session before the day
 * began.
 */
export type DayUnderWay = { readonly date: string; readonly offset: number }

/** Starts a session on a date, with the stored gain of the last day. */
export function beginDay(kept: Day | null, date: string): DayUnderWay {
  return { date, offset: kept?.date === date ? kept.gained : 0 }
}

/** Returns the day for a date. At midnight a new day starts, without the gain of the session so far. */
export function dayAt(day: DayUnderWay, date: string, session: number): DayUnderWay {
  return day.date === date ? day : { date, offset: -session }
}

/** Returns the gain of a day, for storing. */
export function dayOf({ date, offset }: DayUnderWay, session: number): Day {
  return { date, gained: Math.max(0, offset + session) }
}

/** Returns a date as YYYY-MM-DD in the local time zone. */
export function localDate(now = new Date()): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}
