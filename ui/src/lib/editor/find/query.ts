// What the writer looks for, made ready to search line by line.

import { once, type Placed } from '../pieces'
import type { Text } from '@codemirror/state'
import { Pattern, type Match } from './pattern'

/** What the panel holds. */
export type Terms = {
  readonly text: string
  readonly replacement: string
  readonly regex: boolean
  readonly caseSensitive: boolean
  readonly wholeWord: boolean
  /** Writes the replacement in the case of what it replaces. */
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

/** What was found in a piece: pairs of offsets from where it begins. A book can have a million of them. */
export type InPiece = { readonly ends: Int32Array; readonly complete: boolean }

/** A search that is ready to run. */
export class Query {
  readonly #search: (line: string) => { found: Match[]; complete: boolean }
  readonly #names: Readonly<Record<string, number>>
  readonly #known = new WeakSet<object>()
  readonly #inPiece: (doc: Text, place: Placed) => InPiece

  /** @throws `PatternError` for a regular expression that is none. */
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

  /** Returns where something is found in a piece. */
  in(doc: Text, place: Placed): InPiece {
    this.#known.add(place.piece)
    return this.#inPiece(doc, place)
  }

  /** Returns what is found in a piece, with the groups, at offsets in the text. */
  found(doc: Text, { from, to }: Placed): Found[] {
    const { found } = this.read(doc.sliceString(from, to))
    return found.map((match) => ({ ...match, from: from + match.from, to: from + match.to }))
  }

  /** Whether a piece was searched already. */
  knows({ piece }: Placed): boolean {
    return this.#known.has(piece)
  }

  /** Returns what is found in whole lines, at offsets in them, and whether each of them was looked through to its end. */
  read(text: string): { found: Found[]; complete: boolean } {
    const found: Found[] = []
    let complete = true
    let from = 0
    for (const line of text.split('\n')) {
      const searched = this.#search(line)
      complete &&= searched.complete
      for (const match of searched.found) {
        // An empty match marks nothing and replaces nothing.
        if (match.from === match.to) continue
        if (this.terms.wholeWord && !(isEdge(line, match.from) && isEdge(line, match.to))) continue
        found.push({ from: from + match.from, to: from + match.to, groups: match.groups })
      }
      from += line.length + 1
    }
    return { found, complete }
  }

  /** Returns what a match is replaced by. */
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

/** Whether a word may end at an offset. Chinese has no edges of words: beside a Han character there always is one. */
function isEdge(line: string, at: number): boolean {
  const after = String.fromCodePoint(line.codePointAt(at) ?? 32)
  const low = (line.charCodeAt(at - 1) & 0xfc00) === 0xdc00
  const before = at === 0 ? ' ' : String.fromCodePoint(line.codePointAt(at - (low ? 2 : 1)) ?? 32)
  return HAN.test(before) || HAN.test(after) || !(WORD.test(before) && WORD.test(after))
}

/** Returns a text in the case of another: WORD, Word, or as it was typed. */
export function inCaseOf(model: string, text: string): string {
  const letters = model.replace(/[^\p{Lu}\p{Ll}]/gu, '')
  if (letters === '' || letters === letters.toLowerCase()) return text
  if (letters.length > 1 && letters === letters.toUpperCase()) return text.toUpperCase()
  if (letters[0] === letters[0]?.toLowerCase()) return text
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
