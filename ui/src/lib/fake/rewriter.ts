/** Returns an offer with two candidates: one without intensifiers, one with the sentences split before “and then”. */
export function offerFillers(passage: string) {
  const moves = [
    { move: 'cut_fillers', en: 'Cut the intensifiers', zh: '删去强调副词', find: / (?:very|really|quite)\b|非常|十分|真的/gu, insert: '' },
    { move: 'split_sentences', en: 'Split at the turns', zh: '在转折处断句', find: /, and (?:then )?(?=\p{L})|，(?=然后|接着)/gu, insert: '. ' },
  ]
  return moves.flatMap(({ move, en, zh, find, insert }) => {
    const hunks = [...passage.matchAll(find)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
      insert: match[0].startsWith('，') ? '。' : insert,
    }))
    if (hunks.length === 0) return []
    const text = hunks.reduceRight((rest, h) => rest.slice(0, h.from) + h.insert + rest.slice(h.to), passage)
    const removed = hunks.reduce((sum, h) => sum + h.to - h.from, 0)
    return {
      text,
      moves: [move],
      labelEn: en,
      labelZh: zh,
      shareChanged: removed / passage.length,
      lengthChange: (text.length - passage.length) / passage.length,
      hunks,
      rules: move === 'split_sentences' ? ['rule-short-action'] : [],
    }
  })
}
