import { locale } from './locale.svelte'

const tag = () => (locale.current === 'zh' ? 'zh-CN' : 'en-GB')

/** Returns a whole number with the separators of the language. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(tag()).format(count)
}

/** Returns a share from 0 to 1 in whole per cent. */
export function formatShare(share: number): string {
  return new Intl.NumberFormat(tag(), { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

/** Returns a confidence with two digits; never 1.00, since no rule is certain. */
export function formatConfidence(confidence: number): string {
  return Math.min(confidence, 0.99).toFixed(2)
}

/** Returns a short date: today, yesterday, 12 Nov, and with the year if it is not this year. */
export function formatDay(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const daysAgo = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)
  if (daysAgo === 0 || daysAgo === 1) {
    return new Intl.RelativeTimeFormat(tag(), { numeric: 'auto' }).format(-daysAgo, 'day')
  }
  const sameYear = date.getFullYear() === now.getFullYear()
  return new Intl.DateTimeFormat(tag(), {
    day: 'numeric',
    month: locale.current === 'zh' ? 'long' : 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(date)
}

/** Returns a month, `2026-11`, with its name and year. */
export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat(tag(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
}

/** Returns the short names of the days of a week, from Monday on. */
export function weekdays(): string[] {
  const name = new Intl.DateTimeFormat(tag(), { weekday: 'short', timeZone: 'UTC' })
  // 5 January 1970 was a Monday.
  return Array.from({ length: 7 }, (_, at) => name.format(new Date((4 + at) * 86_400_000)))
}

/** Returns the time of day in hours and minutes. */
export function formatTime(iso: string): string {
  return new Intl.DateTimeFormat(tag(), { hour: '2-digit', minute: '2-digit', hour12: false }).format(new Date(iso))
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** Returns a size on disk in kilobytes or megabytes. */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1000
  const [value, unit] = kilobytes < 1000 ? [Math.max(1, kilobytes), 'kilobyte'] : [kilobytes / 1000, 'megabyte']
  return new Intl.NumberFormat(tag(), {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}
