import type { EditorView } from '@codemirror/view'
import type { English, Host } from '$lib/host'
import { replace, type Point } from '../underline'
import type { Word } from './collect'
import { Lexicon } from './lexicon'

/** A misspelt word with what may be meant by it, and where its menu is wanted, in pixels of the window. */
export type Asked = {
  readonly view: EditorView
  readonly word: Word
  readonly suggestions: readonly string[]
  readonly at: Point
}

/** Who hears what spelling has to say. */
export type Hearers = {
  onFault: (reason: unknown) => void
  /** There is nothing to show: no word of the text is misspelt, or not this one, or no dictionary is there. */
  onNothing: (why: 'none' | 'right' | 'noDictionary') => void
}

/** The spelling of every open text. */
export class Speller {
  /** The word whose suggestions are shown. */
  asked = $state.raw<Asked | null>(null)
  readonly lexicon: Lexicon

  constructor(
    private readonly host: Pick<Host, 'checkWords' | 'suggestSpellings' | 'addWord'>,
    private readonly english: () => English,
    private readonly hearers: Hearers,
  ) {
    this.lexicon = new Lexicon(host, english, hearers.onFault)
  }

  /** Says why there is nothing to show, unless a failure said so already. */
  say(why: 'none' | 'right'): void {
    if (!this.lexicon.fails) this.hearers.onNothing(this.lexicon.hasDictionary ? why : 'noDictionary')
  }

  /** Shows what may be meant by a misspelt word. */
  async suggest(view: EditorView, word: Word, at: Point): Promise<void> {
    const { doc } = view.state
    try {
      const suggestions = await this.host.suggestSpellings(word.text, this.english())
      if (view.state.doc === doc && !view.compositionStarted) this.asked = { view, word, suggestions, at }
    } catch (reason) {
      this.hearers.onFault(reason)
    }
  }

  /** Puts a suggestion in the place of the word, as one step of undo. */
  take({ view, word: { from, to, text } }: Asked, suggestion: string): void {
    replace(view, from, to, text, suggestion)
  }

  /** Makes a word one of the writer's own. */
  async add({ text }: Word): Promise<void> {
    try {
      await this.host.addWord(text)
      // It stands for its possessive too, and for itself at the beginning of a sentence.
      this.lexicon.forget()
    } catch (reason) {
      this.hearers.onFault(reason)
    }
  }

  close(): void {
    this.asked = null
  }
}
