// What is known of words: each is asked of the host once, and the writer has her own word of it.

import type { English, Host } from '$lib/host'
import type { Word } from './collect'

/** More forms than a long book has. */
const MOST = 40_000

/** The words that were looked up. */
export class Lexicon {
  /** Whether each form that was asked for is known. */
  readonly #known = new Map<string, boolean>()
  readonly #ignored = new Set<string>()
  #english: English | null = null
  #hasDictionary = true
  #fails = false

  constructor(
    private readonly host: Pick<Host, 'checkWords'>,
    private readonly english: () => English,
    /** Hears why nothing can be looked up: once, until something can be again. */
    private readonly onFault: (reason: unknown) => void,
  ) {}

  /** Whether there was a dictionary to look into. */
  get hasDictionary(): boolean {
    return this.#hasDictionary
  }

  /** Whether words could not be looked up. */
  get fails(): boolean {
    return this.#fails
  }

  /** Returns whether a word is known to be misspelt. */
  isMisspelt({ text, forms }: Word): boolean {
    this.#renew()
    return !this.#ignored.has(text) && forms.every((form) => this.#known.get(form) === false)
  }

  /** Asks for words that were not asked for yet; returns whether something new is known. */
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
      // A dictionary may be put there at any time.
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

  /** Takes a word for right until the desk is closed. */
  ignore({ text }: Word): void {
    this.#ignored.add(text)
  }

  /** Knows nothing more of any word, but for those that are ignored. */
  forget(): void {
    this.#known.clear()
  }

  #unasked(words: readonly Word[]): string[] {
    return [...new Set(words.flatMap(({ forms }) => forms))].filter((form) => !this.#known.has(form))
  }

  /** In another English other words are known. */
  #renew(): void {
    const english = this.english()
    if (english !== this.#english) this.forget()
    this.#english = english
  }
}
