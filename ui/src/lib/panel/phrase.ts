import { formatCount } from '$lib/i18n'

/** Returns a count with its English noun. */
export const plural = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

/** Returns the parts there are, joined. */
export const join = (parts: (string | false)[], separator: string) => parts.filter(Boolean).join(separator)

/** A chance as people say it. */
export interface Odds {
  /** 1 to 9: nothing is ever certain. */
  tenths: number
  /** How the chance stands to the tenths. */
  than: 'about' | 'more' | 'fewer'
}

/** Returns a chance of 0 to 1 in tenths. */
export function odds(chance: number): Odds {
  const tenths = Math.round(chance * 10)
  if (tenths > 9) return { tenths: 9, than: 'more' }
  if (tenths < 1) return { tenths: 1, than: 'fewer' }
  return { tenths, than: 'about' }
}
