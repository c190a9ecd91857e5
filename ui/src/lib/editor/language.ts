// The language of a manuscript, for screen readers and typesetting: Han glyph variants and emphasis depend on it.

/** Number of code units to look at: enough to decide, and fast for any file. */
const SAMPLE = 4_000

/** Returns the language tag of a text, depending on which script prevails at its beginning. */
export function languageOf(text: string): 'en' | 'zh-Hans' {
  const sample = text.slice(0, SAMPLE)
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0
  // A Han character carries about as much text as two Latin letters.
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0
  return han * 2 > latin ? 'zh-Hans' : 'en'
}
