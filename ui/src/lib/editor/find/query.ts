// A search, compiled to run line by line.

import { once, type Placed } from '../pieces'
import type { Text } from '@codemirror/state'
import { Pattern, type Match } from './pattern'

/** The contents of the search panel. */
export type Terms = {
  readonly text: string
  readonly replacement: string
  readonly regex: boolean
  readonly caseSensitive: boolean
  readonly wholeWord: boolean
  /** Whether the replacement takes the case of the replaced text. */
  readonly keepCase: boolean
}

export const NO_TERMS: Terms = {
  text: '',
  replacement: '',
  regex: false,
  caseSensitive: false,
  wholeWord: false,
  keepCase: false,
}

/** A match in the text. */
export type Found = { readonly from: number; readonly to: number; readonly groups: Match['groups'] }

/**
 * The matches of a piece as pairs of offsets relative to the piece. A typed array, since a book can have a million
 * matches.
 */
export type InPiece = { readonly ends: Int32Array; readonly complete: boolean }

/** A compiled search with a cache by piece. */
export class Query {
  readonly #search: (line: string) => { found: Match[]; complete: boolean }
  readonly #names: Readonly<Record<string, number>>
  readonly #known = new WeakSet<object>()
  readonly #inPiece: (doc: Text, place: Placed) => InPiece

  /** @throws `PatternError` for an invalid regular expression. */
  constructor(private readonly terms: Terms) {
    if (terms.regex) {
      const pattern = new Pattern(terms.text, terms.caseSensitive)
      this.#search = (line) => pattern.matches(line)
      this.#names = pattern.names
    } else {
      const literal = new RegExp(terms.text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), terms.caseSensitive ? 'gu' : 'giu')
      this.#search = (line) => ({ found: literally(literal, line), complete: true })
      this.#names = {}
    }
    this.#inPiece = once((text) => {
      const { found, complete } = this.read(text)
      return { ends: Int32Array.from(found.flatMap(({ from, to }) => [from, to])), complete }
    })
  }

  /** Returns the matches of a piece, from the cache if possible. */
  in(doc: Text, place: Placed): InPiece {
    this.#known.add(place.piece)
    return this.#inPiece(doc, place)
  }

  /** Returns the matches of a piece with their groups, at offsets in the text. Not cached. */
  found(doc: Text, { from, to }: Placed): Found[] {
    const { found } = this.read(doc.sliceString(from, to))
    return found.map((match) => ({ ...match, from: from + match.from, to: from + match.to }))
  }

  /** Whether the matches of a piece are cached. */
  knows({ piece }: Placed): boolean {
    return this.#known.has(piece)
  }

  /**
   * Returns the matches in whole lines, at offsets in the given text. `complete` is false if a line was not searched to
   * its end.
   */
  read(text: string): { found: Found[]; complete: boolean } {
    const found: Found[] = []
    let complete = true
    let from = 0
    for (const line of text.split('\n')) {
      const searched = this.#search(line)
      complete &&= searched.complete
      for (const match of searched.found) {
        // An empty match has no text to mark or to replace.
        if (match.from === match.to) continue
        if (this.terms.wholeWord && !(isEdge(line, match.from) && isEdge(line, match.to))) continue
        found.push({ from: from + match.from, to: from + match.to, groups: match.groups })
      }
      from += line.length + 1
    }
    return { found, complete }
  }

  /** Returns the replacement for a match. */
  replacementFor({ groups }: Found, { replacement, regex, keepCase }: Terms): string {
    const filled = regex ? this.#filled(replacement, groups) : replacement
    return keepCase ? inCaseOf(groups[0] ?? '', filled) : filled
  }

  #filled(replacement: string, groups: Match['groups']): string {
    return replacement.replace(/\$(?:(\$)|(\d{1,2})|\{(\w+)\})|\\([nt\\])/g, (_, dollar, number, name, sign) => {
      if (dollar) return '$'
      if (sign) return sign === 'n' ? '\n' : sign === 't' ? '\t' : '\\'
      return groups[Number(number ?? this.#names[name] ?? name)] ?? ''
    })
  }
}

function literally(pattern: RegExp, line: string): Match[] {
  return Array.from(line.matchAll(pattern), ({ 0: text, index }) => ({ from: index, to: index + text.length, groups: [text] }))
}

const WORD = /[\p{L}\p{N}\p{M}_]/u
const HAN = /\p{Script=Han}/u

/**
 * Whether an offset can be the edge of a word. Chinese has no white space between words, so any offset next to a Han
 * character can.
 */
function isEdge(line: string, at: number): boolean {
  const after = String.fromCodePoint(line.codePointAt(at) ?? 32)
  const low = (line.charCodeAt(at - 1) & 0xfc00) === 0xdc00
  const before = at === 0 ? ' ' : String.fromCodePoint(line.codePointAt(at - (low ? 2 : 1)) ?? 32)
  return HAN.test(before) || HAN.test(after) || !(WORD.test(before) && WORD.test(after))
}

/** Returns a text in the case of the model: WORD, Word, or unchanged. */
export function inCaseOf(model: string, text: string): string {
  const letters = model.replace(/[^\p{Lu}\p{Ll}]/gu, '')
  if (letters === '' || letters === letters.toLowerCase()) return text
  if (letters.length > 1 && letters === letters.toUpperCase()) return text.toUpperCase()
  if (letters[0] === letters[0]?.toLowerCase()) return text
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
