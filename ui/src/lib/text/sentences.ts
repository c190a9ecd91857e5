// Finds the sentence at an offset, in English and in Chinese.

/**
 * How far a sentence is searched on either side, in code units: far more than a sentence, far less than a line of
 * 200,000 characters.
 */
const REACH = 2_000

/** The end of a sentence with closing quotes. An English sentence ends only before white space. */
const END = /[。！？…]+[”’」』）)]*|[.!?…]+["'”’)\]」』）]*(?=\s|$)/gu

/** Abbreviations whose full stop does not end a sentence. */
const ABBREVIATION = /(?:^|[\s("“‘])(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|etc|No|Vol|Ch|pp?|[A-Z]|e\.g|i\.e|a\.m|p\.m)\.$/

/** Returns the sentence of a line at an offset. White space after a sentence belongs to it. */
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
