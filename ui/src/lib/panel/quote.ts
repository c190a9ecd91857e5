import type { EpisodeView } from '$lib/host'
import { contrast, shorten } from './excerpt'
import { t } from './messages'

/** An episode as it is quoted: what stands in the text, and what gave way to it. */
export interface Quote {
  stands: string
  gaveWay: string | null
}

/** Returns what an episode says, as short as it can be told. */
export function quote({ kind, candidates, selectedIndex, finalText }: EpisodeView): Quote {
  const chosen = candidates[selectedIndex]
  const other = candidates.find((_, index) => index !== selectedIndex)
  const words = kind === 'revision' ? t.revision : chosen === undefined ? t.refusal : t.choice
  const text = chosen ?? finalText
  if (other === undefined) return { stands: words.stands(quoted(shorten(text))), gaveWay: null }
  const [standing, gone] = contrast(text, other)
  return { stands: words.stands(quoted(standing)), gaveWay: words.gaveWay(quoted(gone)) }
}

/** Returns a text in quotation marks; speech has its own, and a second pair around it would only stammer. */
function quoted(text: string): string {
  return /^["“‘「『].*["”’」』]$/su.test(text) ? text : t.quoted(text)
}
