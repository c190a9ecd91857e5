// Decorations that do not change during a composition or a mouse drag.

import type { Extension } from '@codemirror/state'
import { ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'

/**
 * Returns decorations that are built again when `changed` says so. During a composition, and while a mouse button is
 * down, they are only mapped through the changes.
 *
 * Half-typed text may turn a line into a heading or a link. Decorations built then would replace the DOM nodes that the
 * input method writes into. In WebKitGTK 2.50.6 the composed text then lands at the start of the line (5 of 20 caret
 * positions measured). Marks that appear or vanish during a mouse selection would move the text away from the mouse.
 */
export function calmly(build: (view: EditorView) => DecorationSet, changed: (update: ViewUpdate) => boolean): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      /** Whether a change occurred since the decorations were built. */
      #stale = false
      #pressed = false
      readonly #release: () => void

      constructor(readonly view: EditorView) {
        this.decorations = build(view)
        this.#release = () => {
          this.#pressed = false
          this.catchUp()
        }
        // The button may be released outside of the editor.
        view.dom.ownerDocument.addEventListener('mouseup', this.#release)
      }

      update(update: ViewUpdate): void {
        this.#stale ||= changed(update)
        if (update.view.compositionStarted || this.#pressed) {
          this.decorations = this.decorations.map(update.changes)
        } else if (this.#stale) {
          this.decorations = build(update.view)
          this.#stale = false
        } else if (update.docChanged) {
          this.decorations = this.decorations.map(update.changes)
        }
      }

      press(): void {
        this.#pressed = true
      }

      /** Requests one more update after the composition or the drag. Without it no other update may follow. */
      catchUp(): void {
        setTimeout(() => {
          if (this.#stale && !this.#pressed && !this.view.compositionStarted) this.view.dispatch({})
        })
      }

      destroy(): void {
        this.view.dom.ownerDocument.removeEventListener('mouseup', this.#release)
      }
    },
    {
      decorations: (plugin) => plugin.decorations,
      eventObservers: {
        mousedown(event) {
          if (event.button === 0) this.press()
        },
        compositionend() {
          this.catchUp()
        },
      },
    },
  )
}
