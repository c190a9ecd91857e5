// Targets, and how far the writer is towards them. The count of a day is kept by whoever keeps how the desk was left.

/** How much the writer means to have or to write, in units; without one there is no target. */
export type Targets = { readonly file?: number | undefined; readonly session?: number | undefined; readonly day?: number | undefined }

/** How far something is towards its target. */
export type Progress = {
  readonly done: number
  readonly target: number
  /** From 0 to 1; no further, however much is done. */
  readonly share: number
}

/** Returns the progress towards a target, or `null` where there is none. What is lost counts as nothing done. */
export function progress(done: number, target: number | undefined): Progress | null {
  if (target === undefined || target <= 0) return null
  const towards = Math.max(0, done)
  return { done: towards, target, share: Math.min(1, towards / target) }
}

/** The length of a file in what its writer wrote, when the session began and now. */
export type Growth = { readonly first: number; readonly last: number }

/**
 * Returns what was gained towards a target over some files. A file that got shorter takes nothing from the others:
 * a chapter thrown out is no reason to owe its words.
 */
export function gained(files: readonly Growth[]): number {
  return files.reduce((sum, { first, last }) => sum + Math.max(0, last - first), 0)
}

/** What was written on a day: kept by date, with the sessions of that day before this one. */
export type Day = { readonly date: string; readonly gained: number }

/** A day under way: what the sessions before have gained, less what this one had when the day began. */
export type DayUnderWay = { readonly date: string; readonly offset: number }

/** Begins a session on a date, with what is kept of the last day. */
export function beginDay(kept: Day | null, date: string): DayUnderWay {
  return { date, offset: kept?.date === date ? kept.gained : 0 }
}

/** Returns the day at a date; past midnight another one begins, to which what the session has so far does not count. */
export function dayAt(day: DayUnderWay, date: string, session: number): DayUnderWay {
  return day.date === date ? day : { date, offset: -session }
}

/** Returns what is to be kept of a day. */
export function dayOf({ date, offset }: DayUnderWay, session: number): Day {
  return { date, gained: Math.max(0, offset + session) }
}

/** Returns a date as it stands in the calendar where the writer is. */
export function localDate(now = new Date()): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}
