import type { EpisodeView } from '$lib/host'
import { contrast, shorten } from './excerpt'
import { t } from './messages'

/** An episode as it is quoted: what stands in the text, and what gave way to it. */
export interface Quote {
  stands: string
  gaveWay: string | null
}

/** Returns what an episode says, as short as it can be told. */
export function quote({ summary, kind, candidates, selectedIndex, finalText }: EpisodeView): Quote {
  // Time has shortened it; its own words are in the journal only.
  if (summary !== null) return { stands: summary, gaveWay: null }
  const revision = kind === 'revision'
  const words = revision ? t.revision : selectedIndex < 0 ? t.refusal : t.choice
  // The one candidate of a revision is the draft it was made of.
  const gone = candidates.find((_, index) => revision || index !== selectedIndex)
  if (gone === undefined) return { stands: words.stands(quoted(shorten(finalText))), gaveWay: null }
  const [standing, left] = contrast(finalText, gone)
  return { stands: words.stands(quoted(standing)), gaveWay: words.gaveWay(quoted(left)) }
}

/** Returns a text in quotation marks; speech has its own, and a second pair around it would only stammer. */
export function quoted(text: string): string {
  return /^["“‘「『].*["”’」』]$/su.test(text) ? text : t.quoted(text)
}
