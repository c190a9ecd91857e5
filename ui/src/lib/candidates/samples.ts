// Offers for tests, in both languages.

import type { Candidate, Offer } from '$lib/host'

export const english = 'Wen ran very quickly down the steps, and she really caught the rail.'
export const chinese = '阿文非常快地跑下石阶，然后她真的抓住了栏杆。'

/** Returns a candidate with the given changes, each a pair of the original and the new words. */
export function candidate(
  passage: string,
  label: string,
  changes: [string, string][],
  rules: string[] = [],
): Candidate {
  const hunks = changes.map(([find, insert]) => {
    const from = passage.indexOf(find)
    return { from, to: from + find.length, insert }
  })
  const text = hunks.reduceRight((rest, { from, to, insert }) => rest.slice(0, from) + insert + rest.slice(to), passage)
  return {
    text,
    moves: ['cut_fillers'],
    labelEn: label,
    labelZh: `${label}（中）`,
    lengthChange: (text.length - passage.length) / passage.length,
    hunks,
    rules,
  }
}

/** Returns an offer with two candidates: the first has two cuts, the second splits a sentence. */
export function offerFor(passage: string, episodeId = 'episode-1'): Offer {
  const zh = passage === chinese
  const candidates = zh
    ? [
        candidate(passage, 'Cut', [
          ['非常', ''],
          ['真的', ''],
        ]),
        candidate(passage, 'Split', [['，然后', '。']], ['r1', 'r2']),
      ]
    : [
        candidate(passage, 'Cut', [
          [' very', ''],
          [' really', ''],
        ]),
        candidate(passage, 'Split', [[', and she', '. She']], ['r1', 'r2']),
      ]
  return {
    episodeId,
    sceneType: 'action',
    language: zh ? 'zh' : 'en',
    candidates,
    inForce: ['r1'],
    shapedBy: ['r1'],
    heldOut: [],
    origin: 'own',
  }
}
