import { formatDay } from '$lib/i18n'
import { t } from './messages'

const DAY = 86_400_000

/** Returns what a week is called, given its Monday as `YYYY-MM-DD`. */
export function weekName(week: string, now = new Date()): string {
  const monday = new Date(`${week}T00:00`)
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  // Rounded, since the clock may have been put forward or back in between.
  const daysAgo = Math.round((today.getTime() - monday.getTime()) / DAY)
  return daysAgo < 7 ? t.thisWeek : formatDay(monday.toISOString(), now)
}
