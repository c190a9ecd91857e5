import type { EditorView } from '@codemirror/view'
import type { English, Host } from '$lib/host'
import { replace, type Point } from '../underline'
import type { Word } from './collect'
import { Lexicon } from './lexicon'

/** A misspelt word with its suggestions, and the position of the menu in pixels of the window. */
export type SuggestionMenu = {
  readonly view: EditorView
  readonly word: Word
  readonly suggestions: readonly string[]
  readonly at: Point
}

/** Callbacks for messages of the spell checker. */
export type Hearers = {
  onFault: (reason: unknown) => void
  /** There is nothing to show: no word is misspelt, this word is correct, or no dictionary is installed. */
  onNothing: (why: 'none' | 'right' | 'noDictionary') => void
}

/** The spell checker for all open texts. */
export class Speller {
  /** The word whose suggestions are shown in the menu. */
  menu = $state.raw<SuggestionMenu | null>(null)
  readonly lexicon: Lexicon

  constructor(
    private readonly host: Pick<Host, 'checkWords' | 'suggestSpellings' | 'addWord'>,
    private readonly english: () => English,
    private readonly hearers: Hearers,
  ) {
    this.lexicon = new Lexicon(host, english, hearers.onFault)
  }

  /** Reports that there is nothing to show, unless a failure was reported already. */
  say(why: 'none' | 'right'): void {
    if (!this.lexicon.fails) this.hearers.onNothing(this.lexicon.hasDictionary ? why : 'noDictionary')
  }

  /** Opens the menu with suggestions for a misspelt word. */
  async suggest(view: EditorView, word: Word, at: Point): Promise<void> {
    const { doc } = view.state
    try {
      const suggestions = await this.host.suggestSpellings(word.text, this.english())
      if (view.state.doc === doc && !view.compositionStarted) this.menu = { view, word, suggestions, at }
    } catch (reason) {
      this.hearers.onFault(reason)
    }
  }

  /** Replaces the word by a suggestion, as one undo step. */
  take({ view, word: { from, to, text } }: SuggestionMenu, suggestion: string): void {
    replace(view, from, to, text, suggestion)
  }

  /** Adds a word to the writer's own dictionary. */
  async add({ text }: Word): Promise<void> {
    try {
      await this.host.addWord(text)
      // The new word also makes its possessive and its capitalised form correct, so the whole cache is cleared.
      this.lexicon.forget()
    } catch (reason) {
      this.hearers.onFault(reason)
    }
  }

  close(): void {
    this.menu = null
  }
}
