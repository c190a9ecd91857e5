// A month of writing as the weeks of a calendar. Dates are in the writer's time zone, as 2026-11-22.

/** A day of a calendar. */
export type CalendarDay = { readonly date: string; readonly day: number; readonly written: number; readonly isToday: boolean }

/** A month of a calendar, in weeks from Monday to Sunday. A week has `null` for a day of another month. */
export type CalendarMonth = {
  readonly weeks: readonly (readonly (CalendarDay | null)[])[]
  readonly written: number
  /** How many days have words. */
  readonly days: number
}

/** The length written on each date. A date without words may be missing. */
export type WrittenOn = ReadonlyMap<string, number>

/** Returns a month, `2026-11`, as a calendar. */
export function monthOf(month: string, written: WrittenOn, today: string): CalendarMonth {
  const length = new Date(Date.UTC(yearOf(month), numberOf(month), 0)).getUTCDate()
  const first = (new Date(Date.UTC(yearOf(month), numberOf(month) - 1, 1)).getUTCDay() + 6) % 7
  const days = Array.from({ length }, (_, at): CalendarDay => {
    const date = `${month}-${String(at + 1).padStart(2, '0')}`
    return { date, day: at + 1, written: written.get(date) ?? 0, isToday: date === today }
  })
  const cells = [...Array.from({ length: first }, () => null), ...days]
  while (cells.length % 7 > 0) cells.push(null)
  const weeks = Array.from({ length: cells.length / 7 }, (_, at) => cells.slice(at * 7, at * 7 + 7))
  return { weeks, written: days.reduce((sum, day) => sum + day.written, 0), days: days.filter((day) => day.written > 0).length }
}

/** Returns the month some months later, or earlier for a negative number. */
export function monthAfter(month: string, by: number): string {
  return new Date(Date.UTC(yearOf(month), numberOf(month) - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Returns how many days in a row have words, up to today. A day that has just begun ends no row. */
export function daysInARow(written: WrittenOn, today: string): number {
  const hasWords = (date: string) => (written.get(date) ?? 0) > 0
  let date = hasWords(today) ? today : dayBefore(today)
  let days = 0
  for (; hasWords(date); date = dayBefore(date)) days++
  return days
}

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

const yearOf = (month: string) => Number(month.slice(0, 4))
const numberOf = (month: string) => Number(month.slice(5, 7))
