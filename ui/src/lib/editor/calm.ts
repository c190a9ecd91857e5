// Decorations that hold still under the writer's hand.

import type { Extension } from '@codemirror/state'
import { ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'

/**
 * Returns decorations that are built anew when `changed` says so. During a composition of an input method, and while a
 * mouse button is down, they only move along with the text.
 *
 * Half-typed text that turns a line into a heading or a link would replace the nodes the input method writes into. In
 * WebKitGTK 2.50.6 the composed text then lands at the start of the line (5 of 20 caret positions measured). Marks that
 * appear or vanish while the mouse selects would move the text away from the mouse.
 */
export function calmly(build: (view: EditorView) => DecorationSet, changed: (update: ViewUpdate) => boolean): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      /** Whether something changed since they were built. */
      #stale = false
      #pressed = false
      readonly #release: () => void

      constructor(readonly view: EditorView) {
        this.decorations = build(view)
        this.#release = () => {
          this.#pressed = false
          this.catchUp()
        }
        // The button is let go wherever the mouse is by then.
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

      /** Asks for one more update once the hand is off; nothing else need happen by then. */
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
