import { formatCount } from '$lib/i18n'

export const plural = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

/** Joins the parts that are not empty. */
export const join = (parts: (string | false)[], separator: string) => parts.filter(Boolean).join(separator)

/** A probability as people say it: “about 7 in 10”. */
export interface Odds {
  /** 1 to 9: no prediction is certain. */
  tenths: number
  /** Whether the probability is about, more or fewer than these tenths. */
  than: 'about' | 'more' | 'fewer'
}

/** Converts a probability from 0 to 1 to tenths. */
export function odds(chance: number): Odds {
  const tenths = Math.round(chance * 10)
  if (tenths > 9) return { tenths: 9, than: 'more' }
  if (tenths < 1) return { tenths: 1, than: 'fewer' }
  return { tenths, than: 'about' }
}
