import type { EpisodeView } from '$lib/host'
import { contrast, shorten } from './excerpt'
import { t } from './messages'

/** An episode as a quote: the text that was kept, and the text it replaced. */
export interface Quote {
  stands: string
  gaveWay: string | null
}

/** Returns the shortest quote of an episode. */
export function quote({ summary, kind, candidates, selectedIndex, finalText, wordings }: EpisodeView): Quote {
  // A shortened episode has only a summary. Its words are only in the journal.
  if (summary !== null) return { stands: summary, gaveWay: null }
  const revision = kind === 'revision'
  const words = revision ? t.revision : selectedIndex < 0 ? t.refusal : t.choice
  // The place that a rule is about. Another text may differ in more, and elsewhere first.
  if (wordings !== null) return { stands: words.stands(quoted(wordings.hers)), gaveWay: words.gaveWay(quoted(wordings.other)) }
  // The only candidate of a revision is the draft that was revised.
  const gone = candidates.find((_, index) => revision || index !== selectedIndex)
  if (gone === undefined) return { stands: words.stands(quoted(shorten(finalText))), gaveWay: null }
  const [standing, left] = contrast(finalText, gone)
  return { stands: words.stands(quoted(standing)), gaveWay: words.gaveWay(quoted(left)) }
}

/** Returns a text in quotation marks. Speech has its own marks and gets no second pair. */
export function quoted(text: string): string {
  return /^["“‘「『].*["”’」』]$/su.test(text) ? text : t.quoted(text)
}
