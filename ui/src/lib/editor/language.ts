// In which language a manuscript is read aloud and set: glyph variants and emphasis differ.

/** Enough to tell, in UTF-16 code units, and quick at any size. */
const SAMPLE = 4_000

/** Returns the language tag of a text by which of the two scripts has more of its beginning. */
export function languageOf(text: string): 'en' | 'zh-Hans' {
  const sample = text.slice(0, SAMPLE)
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0
  // A Han character says about as much as two Latin letters.
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0
  return han * 2 > latin ? 'zh-Hans' : 'en'
}
