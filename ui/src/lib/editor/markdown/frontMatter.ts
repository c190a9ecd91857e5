// Folds front matter into one line with its names, except while the caret is inside. The document is unchanged.

import { StateField, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import { editorSettings } from '../settings'
import { frontMatter } from './blocks'
import { words } from './words'

class Folded extends WidgetType {
  constructor(readonly keys: readonly string[]) {
    super()
  }

  override eq(other: Folded): boolean {
    return other.keys.join() === this.keys.join()
  }

  override toDOM(view: EditorView): HTMLElement {
    const dom = document.createElement('div')
    dom.className = 'md-folded'
    dom.textContent = this.keys.length > 0 ? this.keys.join(' · ') : words.matter
    dom.title = words.matter
    dom.addEventListener('mousedown', (event) => {
      event.preventDefault()
      view.dispatch({ selection: { anchor: Math.min(4, view.state.doc.length) }, userEvent: 'select.pointer' })
      view.focus()
    })
    return dom
  }
}

function fold(state: EditorState): DecorationSet {
  const matter = state.facet(editorSettings).livePreview ? frontMatter(state.doc) : null
  if (!matter || state.selection.ranges.some(({ from }) => from <= matter.to)) return Decoration.none
  return Decoration.set(Decoration.replace({ widget: new Folded(matter.keys), block: true }).range(0, matter.to))
}

/**
 * Folds the front matter. A composition needs a caret inside, which unfolds it, so folding never disturbs a
 * composition.
 */
export const foldFrontMatter: Extension = StateField.define<DecorationSet>({
  create: fold,
  update: (value, { docChanged, selection, reconfigured, state }) =>
    docChanged || selection || reconfigured ? fold(state) : value,
  provide: (field) => EditorView.decorations.from(field),
})
