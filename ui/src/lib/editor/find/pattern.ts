// Regular expressions that cannot hang: the search time is linear in the length of the text.
//
// The regex engine of the browser backtracks. It can run for years on `(a+)+b`, and nothing can stop it meanwhile. RE2
// follows all alternatives at once. RE2 reads \d, \w and \s as ASCII only; here they cover all scripts.

import { RE2JS } from 're2js'

/** Why a pattern is invalid. */
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
  /** The text of the whole match (0) and of each group, by number. */
  readonly groups: readonly (string | undefined)[]
}

/** Largest program that is accepted: the search time is the length of the text times the size of the program. */
const MOST_STEPS = 2_000

/**
 * Time limit for further matches in a line after the first, in milliseconds. `a.*b|a` may read the whole rest of the
 * line for each match.
 */
const LONGEST = 200

/** Replacements for the classes that are ASCII-only in RE2, in the syntax of RE2. */
const CLASSES: Record<string, string> = {
  d: String.raw`\p{Nd}`,
  w: String.raw`\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}`,
  s: String.raw`\s\x0b\x{85}\p{Z}`,
}

/** Translates a pattern into the syntax of RE2. */
function everyScript(source: string): string {
  let inClass = false
  // Rust and JavaScript write \p{Script=Han}; RE2 knows only the value: \p{Han}.
  const plain = source.replace(/(\\[pP]\{\^?)\w+=(\w+\})/g, '$1$2')
  return plain.replace(/\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|([\s\S]))|\[\^?\]?|\]/g, (whole, braced, four, sign) => {
    if (braced ?? four) return `\\x{${braced ?? four}}`
    if (sign === undefined) {
      if (whole === ']') inClass = false
      // Inside a class a bracket is a plain character, except in [:alpha:].
      else if (!inClass) inClass = true
      return whole
    }
    const inner = CLASSES[sign.toLowerCase()]
    if (inner === undefined) return whole
    if (sign === sign.toLowerCase()) return inClass ? inner : `[${inner}]`
    if (!inClass) return `[^${inner}]`
    if (sign === 'D') return String.raw`\P{Nd}`
    // RE2 cannot subtract a union from a class.
    throw new PatternError('notWord')
  })
}

/** Whether a repetition has its bounds reversed, such as {3,2}. */
function hasReversedBounds(source: string): boolean {
  return Array.from(source.matchAll(/\{(\d+),(\d+)\}/g)).some(([, least, most]) => Number(least) > Number(most))
}

/** A compiled regular expression. */
export class Pattern {
  readonly #compiled: RE2JS
  readonly names: Readonly<Record<string, number>>

  /** @throws `PatternError` if the pattern cannot be used. */
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
   * Finds all matches in a line that do not overlap, from left to right.
   *
   * `complete` is false if the search was stopped at the time limit.
   */
  matches(line: string): { found: Match[]; complete: boolean } {
    // Most lines have no match. A test without positions is faster.
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
