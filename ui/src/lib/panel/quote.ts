import type { EpisodeView } from '$lib/host'
import { contrast, shorten } from './excerpt'
import { t } from './messages'

/** Returns an episode as one sentence: what was taken, and over what. */
export function quote(episode: EpisodeView): string {
  const { candidates, selectedIndex, finalText } = episode
  const [first] = candidates
  if (episode.kind === 'revision') {
    return first === undefined ? t.keptOwn(shorten(finalText)) : t.rewrote(...contrast(first, finalText))
  }
  const chosen = candidates[selectedIndex]
  if (chosen === undefined) {
    return first === undefined ? t.keptOwn(shorten(finalText)) : t.kept(...contrast(finalText, first))
  }
  const refused = candidates.find((_, index) => index !== selectedIndex)
  return refused === undefined ? t.took(shorten(finalText)) : t.chose(...contrast(finalText, refused))
}
