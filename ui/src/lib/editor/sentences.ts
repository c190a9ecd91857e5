// Where the sentence at a place begins and ends, in English and in Chinese.

/** Far more than a sentence; beyond it a line of 200,000 characters is not looked at. */
const REACH = 2_000

/** The end of a sentence with what closes behind it. An English one ends before a blank. */
const END = /[。！？…]+[”’」』）)]*|[.!?…]+["'”’)\]」』）]*(?=\s|$)/gu

/** Words that end in a full stop and no sentence. */
const ABBREVIATION = /(?:^|[\s("“‘])(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|etc|No|Vol|Ch|pp?|[A-Z]|e\.g|i\.e|a\.m|p\.m)\.$/

/** Returns the sentence of a line that an offset stands in; the blanks behind a sentence belong to it. */
export function sentenceAt(line: string, offset: number): { from: number; to: number } {
  const start = Math.max(0, offset - REACH)
  const part = line.slice(start, offset + REACH)
  let from = 0
  for (const match of part.matchAll(END)) {
    const end = match.index + match[0].length
    if (match[0] === '.' && ABBREVIATION.test(part.slice(Math.max(0, end - 12), end))) continue
    const to = end + (/^\s*/.exec(part.slice(end))?.[0].length ?? 0)
    if (to > offset - start || (end >= offset - start && end === part.length)) return { from: start + from, to: start + to }
    from = to
  }
  return { from: start + from, to: start + part.length }
}
