import type { RunView } from '$lib/host'
import { formatDay } from '$lib/i18n'

/** Returns the runs grouped by the name of their local day, in the given order. */
export function byDay(runs: RunView[], now = new Date()): [day: string, runs: RunView[]][] {
  const days = new Map<string, RunView[]>()
  for (const run of runs) {
    const day = formatDay(run.at, now)
    days.set(day, [...(days.get(day) ?? []), run])
  }
  return [...days]
}
