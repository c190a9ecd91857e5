import { formatDay } from '$lib/i18n'
import { t } from './messages'

const DAY = 86_400_000

/** The greatest width of a week's column, in rem. The labels of two weeks still fit below. */
const WEEK_REM = 3.5

/** Returns the greatest width of a chart as a CSS length, so that a few weeks are columns and not slabs. */
export const widthOf = (weeks: number): string => `${weeks * WEEK_REM}rem`

/** Returns the name of a week, given its Monday as `YYYY-MM-DD`. */
export function weekName(week: string, now = new Date()): string {
  const monday = new Date(`${week}T00:00`)
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  // Rounded: daylight saving time can shorten or lengthen a day by an hour.
  const daysAgo = Math.round((today.getTime() - monday.getTime()) / DAY)
  return daysAgo < 7 ? t.thisWeek : formatDay(monday.toISOString(), now)
}
