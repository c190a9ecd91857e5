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

/** Returns the effects that show and announce a sentence at an offset of the document. */
export function note(pos: number, sentence: string): StateEffect<unknown>[] {
  const create = () => {
    const dom = document.createElement('div')
    dom.className = 'offer-note'
    dom.textContent = sentence
    return { dom }
  }
  return [show.of({ pos, create }), EditorView.announce.of(sentence)]
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
