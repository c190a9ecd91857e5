// A short note beside the caret. The next key removes it. It is a tooltip, so no text moves.

import { StateEffect, StateField } from '@codemirror/state'
import { EditorView, showTooltip, type Tooltip } from '@codemirror/view'

const show = StateEffect.define<Tooltip | null>()

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(show)) return effect.value
    return transaction.docChanged || transaction.selection ? null : value
  },
  provide: (field) => showTooltip.from(field),
})

/**
 * The space that a note needs below its line, in pixels. Without this space the note would cover the passage that it is
 * about.
 */
const HEIGHT = 48

/** Returns the effects that show and announce a sentence below an offset of the document, in view. */
export function note(pos: number, sentence: string): StateEffect<unknown>[] {
  const create = () => {
    const dom = document.createElement('div')
    dom.className = 'offer-note'
    dom.textContent = sentence
    return { dom }
  }
  return [
    show.of({ pos, create }),
    EditorView.scrollIntoView(pos, { y: 'nearest', yMargin: HEIGHT }),
    EditorView.announce.of(sentence),
  ]
}

/** Shows notes and removes them with the next key. */
export const notes = [
  shown,
  EditorView.domEventObservers({
    keydown(_event, view) {
      if (view.state.field(shown)) view.dispatch({ effects: show.of(null) })
    },
  }),
]
