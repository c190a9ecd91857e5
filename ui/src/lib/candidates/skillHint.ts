// A small offer of the skills beside a selection, for the hand on the mouse. It comes late and never takes the focus.

import { StateEffect, StateField, type Extension } from '@codemirror/state'
import { showTooltip, ViewPlugin, type EditorView, type Tooltip, type ViewUpdate } from '@codemirror/view'
import { mount, unmount } from 'svelte'
import { keyName } from '$lib/ui/keys'
import { offering } from './offering'
import { skillCommands, type Skills } from './skills'
import SkillHint from './SkillHint.svelte'

/** The selection must have rested this long, in milliseconds: a passing drag or Shift-Arrow shows nothing. */
const REST = 350

const show = StateEffect.define<Tooltip>()

/** Returns the hint. */
export function skillHint({ run, keyOf }: Skills): Extension {
  function create(view: EditorView) {
    const skills = skillCommands.map(({ skill }) => ({ skill, key: keyName(keyOf(skill) ?? '') }))
    const dom = document.createElement('div')
    const component = mount(SkillHint, { target: dom, props: { skills, onRun: (skill) => run(view, skill) } })
    return { dom, destroy: () => void unmount(component) }
  }

  const shown = StateField.define<Tooltip | null>({
    create: () => null,
    update(value, transaction) {
      for (const effect of transaction.effects) if (effect.is(show)) return effect.value
      const over = transaction.docChanged || transaction.selection || transaction.state.field(offering)
      return over ? null : value
    },
    provide: (field) => showTooltip.from(field),
  })

  return [
    shown,
    ViewPlugin.fromClass(
      class {
        #timer: ReturnType<typeof setTimeout> | undefined
        #pressed = false

        update({ selectionSet, docChanged, view }: ViewUpdate): void {
          if (selectionSet || docChanged) this.rest(view)
        }

        /** Waits for the button to be let go, wherever that happens. */
        press(view: EditorView): void {
          this.#pressed = true
          const release = () => {
            this.#pressed = false
            this.rest(view)
          }
          view.dom.ownerDocument.addEventListener('mouseup', release, { once: true })
        }

        rest(view: EditorView): void {
          this.forget()
          this.#timer = setTimeout(() => {
            const { from, to, head } = view.state.selection.main
            if (this.#pressed || !view.hasFocus || view.state.field(offering)) return
            if (view.state.sliceDoc(from, to).trim() === '') return
            view.dispatch({ effects: show.of({ pos: head, above: head === from, create }) })
          }, REST)
        }

        forget(): void {
          clearTimeout(this.#timer)
        }

        destroy(): void {
          this.forget()
        }
      },
      {
        eventObservers: {
          // The hand is on the keys; whoever selects with them is seen again with the next change of the selection.
          keydown() {
            this.forget()
          },
          mousedown(_event, view) {
            this.press(view)
          },
        },
      },
    ),
  ]
}
