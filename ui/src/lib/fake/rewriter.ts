import type { NothingOffered } from '$lib/host'
import { lengthOf } from '$lib/text/length'

/** The longest passage of an offer, in characters. */
const LONGEST_PASSAGE = 20_000

/** Returns an offer with two candidates: one without intensifiers, one with the sentences split before “and then”. An offer without candidates says why. */
export function offerFillers(passage: string) {
  const moves = [
    { move: 'cut_fillers', en: 'Cut the intensifiers', zh: '删去强调副词', find: / (?:very|really|quite)\b|非常|十分|真的/gu, insert: '' },
    { move: 'split_sentences', en: 'Split at the turns', zh: '在转折处断句', find: /, and (?:then )?(?=\p{L})|，(?=然后|接着)/gu, insert: '. ' },
  ]
  const candidates = [...passage].length > LONGEST_PASSAGE ? [] : moves.flatMap(({ move, en, zh, find, insert }) => {
    const hunks = [...passage.matchAll(find)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
      insert: match[0].startsWith('，') ? '。' : insert,
    }))
    if (hunks.length === 0) return []
    const text = hunks.reduceRight((rest, h) => rest.slice(0, h.from) + h.insert + rest.slice(h.to), passage)
    return {
      text,
      moves: [move],
      labelEn: en,
      labelZh: zh,
      lengthChange: (text.length - passage.length) / passage.length,
      hunks,
      rules: move === 'split_sentences' ? ['rule-short-action'] : [],
    }
  })
  if (candidates.length > 0) return { candidates, nothing: null }
  const nothing: NothingOffered = [...passage].length > LONGEST_PASSAGE ? 'too_long' : lengthOf(passage).words === 0 ? 'no_words' : 'no_move'
  return { candidates, nothing }
}
