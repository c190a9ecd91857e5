// A cache of looked-up words, and the words that the writer ignores.

import type { English, Host } from '$lib/host'
import type { Word } from './collect'

/** Maximum size of the cache, in forms: more than a long book has. */
const MOST = 40_000

export class Lexicon {
  /** Whether each form is in the dictionary. */
  readonly #known = new Map<string, boolean>()
  readonly #ignored = new Set<string>()
  #english: English | null = null
  #hasDictionary = true
  #fails = false

  constructor(
    private readonly host: Pick<Host, 'checkWords'>,
    private readonly english: () => English,
    /** Called on the first failure of the host, and again only after a success in between. */
    private readonly onFault: (reason: unknown) => void,
  ) {}

  /** Whether the host has a dictionary. */
  get hasDictionary(): boolean {
    return this.#hasDictionary
  }

  /** Whether the last look-up failed. */
  get fails(): boolean {
    return this.#fails
  }

  /** Returns whether a word is known to be misspelt. */
  isMisspelt({ text, forms }: Word): boolean {
    this.#renew()
    return !this.#ignored.has(text) && forms.every((form) => this.#known.get(form) === false)
  }

  /** Looks up words that are not in the cache. Returns whether the cache has new results. */
  async ask(words: readonly Word[]): Promise<boolean> {
    this.#renew()
    let unasked = this.#unasked(words)
    if (unasked.length === 0) return false
    if (this.#known.size + unasked.length > MOST) {
      this.#known.clear()
      unasked = this.#unasked(words)
    }
    const english = this.english()
    try {
      const { looked, unknown } = await this.host.checkWords(unasked, english)
      this.#fails = false
      this.#hasDictionary = looked
      // Not cached without a dictionary: one may be installed at any time.
      if (!looked || english !== this.english()) return false
      const missing = new Set(unknown)
      for (const form of unasked) this.#known.set(form, !missing.has(form))
      return true
    } catch (reason) {
      if (!this.#fails) this.onFault(reason)
      this.#fails = true
      return false
    }
  }

  /** Treats a word as correct until the desk is closed. */
  ignore({ text }: Word): void {
    this.#ignored.add(text)
  }

  /** Clears the cache; ignored words stay ignored. */
  forget(): void {
    this.#known.clear()
  }

  #unasked(words: readonly Word[]): string[] {
    return [...new Set(words.flatMap(({ forms }) => forms))].filter((form) => !this.#known.has(form))
  }

  /** Clears the cache when the variety of English has changed. */
  #renew(): void {
    const english = this.english()
    if (english !== this.#english) this.forget()
    this.#english = english
  }
}
