// Regular expressions that cannot hang: every one runs in a time that grows with the text and not with a power of it.
//
// The engine of the page tries ways one after the other and can take years over `(a+)+b`; nothing can stop it meanwhile.
// RE2 follows all ways at once. It knows only ASCII in \d, \w and \s; here they mean letters and digits of all scripts.

import { RE2JS } from 're2js'

/** Why a pattern is none. */
export type PatternFault = 'syntax' | 'lookaround' | 'backreference' | 'notWord' | 'large'

/** A pattern that cannot be used. */
export class PatternError extends Error {
  constructor(readonly fault: PatternFault) {
    super(`not a pattern: ${fault}`)
  }
}

/** A match in a line. Offsets count UTF-16 code units. */
export type Match = {
  readonly from: number
  readonly to: number
  /** What the whole and each group matched, by number. */
  readonly groups: readonly (string | undefined)[]
}

/** A larger program is refused: its time is the length of the text times this. */
const MOST_STEPS = 2_000

/** Behind the first match the rest of a line may take so long, in milliseconds: `a.*b|a` can look at all of it for each. */
const LONGEST = 200

/** The classes that RE2 knows for ASCII only, as it writes them for every script. */
const CLASSES: Record<string, string> = {
  d: String.raw`\p{Nd}`,
  w: String.raw`\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}`,
  s: String.raw`\s\x0b\x{85}\p{Z}`,
}

/** Returns a pattern as RE2 reads it. */
function everyScript(source: string): string {
  let inClass = false
  // Rust, and JavaScript, name the kind of a property; RE2 knows each by its value alone.
  const plain = source.replace(/(\\[pP]\{\^?)\w+=(\w+\})/g, '$1$2')
  return plain.replace(/\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|([\s\S]))|\[\^?\]?|\]/g, (whole, braced, four, sign) => {
    if (braced ?? four) return `\\x{${braced ?? four}}`
    if (sign === undefined) {
      if (whole === ']') inClass = false
      // A bracket within a class is one of its characters, but for [:alpha:].
      else if (!inClass) inClass = true
      return whole
    }
    const inner = CLASSES[sign.toLowerCase()]
    if (inner === undefined) return whole
    if (sign === sign.toLowerCase()) return inClass ? inner : `[${inner}]`
    if (!inClass) return `[^${inner}]`
    if (sign === 'D') return String.raw`\P{Nd}`
    // RE2 cannot take a union out of a class.
    throw new PatternError('notWord')
  })
}

/** Whether a repetition is to come three to two times. */
function hasReversedBounds(source: string): boolean {
  return Array.from(source.matchAll(/\{(\d+),(\d+)\}/g)).some(([, least, most]) => Number(least) > Number(most))
}

/** A regular expression that is ready to run. */
export class Pattern {
  readonly #compiled: RE2JS
  /** The number of each named group. */
  readonly names: Readonly<Record<string, number>>

  /** @throws `PatternError` for one that cannot be used. */
  constructor(source: string, caseSensitive: boolean) {
    if (/\(\?<?[=!]/.test(source)) throw new PatternError('lookaround')
    if (/(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/.test(source)) throw new PatternError('backreference')
    try {
      this.#compiled = RE2JS.compile(everyScript(source), caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
    } catch (error) {
      if (error instanceof PatternError) throw error
      const isLarge = error instanceof Error && /repeat count|too large/.test(error.message) && !hasReversedBounds(source)
      throw new PatternError(isLarge ? 'large' : 'syntax')
    }
    if (this.#compiled.programSize() > MOST_STEPS) throw new PatternError('large')
    this.names = this.#compiled.namedGroups()
  }

  /**
   * Finds all matches in a line that do not overlap, the leftmost first.
   *
   * `complete` is false where the search of a line took too long and was cut short.
   */
  matches(line: string): { found: Match[]; complete: boolean } {
    // Mostly there is none, which is known without asking where.
    if (!this.#compiled.test(line)) return { found: [], complete: true }
    const found: Match[] = []
    let end = Infinity
    const matcher = this.#compiled.matcher(line)
    const groups = Array.from({ length: this.#compiled.groupCount() + 1 }, (_, group) => group)
    while (matcher.find()) {
      found.push({ from: matcher.start(), to: matcher.end(), groups: groups.map((group) => matcher.group(group) ?? undefined) })
      const now = performance.now()
      if (now > end) return { found, complete: false }
      end = Math.min(end, now + LONGEST)
    }
    return { found, complete: true }
  }
}
