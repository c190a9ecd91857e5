// A hint with the skills beside a selection, for writers who use the mouse. It appears late and never takes the focus.

import { StateEffect, StateField, type Extension } from '@codemirror/state'
import { showTooltip, ViewPlugin, type EditorView, type Tooltip, type ViewUpdate } from '@codemirror/view'
import { mount, unmount } from 'svelte'
import { keyName } from '$lib/ui/keys'
import { offering } from './offering'
import { skillCommands, type Skills } from './skills'
import SkillHint from './SkillHint.svelte'

/** Delay in milliseconds after the last change of the selection. A drag or Shift-Arrow in progress shows no hint. */
const REST = 350

const show = StateEffect.define<Tooltip | null>()

/**
 * Returns the place of the hint: at the end of the selection that was moved last. If that end is out of view, the hint
 * stands at the nearest visible line of the selection.
 */
function placeIn(view: EditorView, from: number, to: number, head: number): Pick<Tooltip, 'pos' | 'above'> {
  const { top, bottom } = view.scrollDOM.getBoundingClientRect()
  const at = view.coordsAtPos(head)
  const isBelow = head === to && (at === null || at.bottom > bottom)
  const isAbove = head === from && (at === null || at.top < top)
  if (!isBelow && !isAbove) return { pos: head, above: head === from }
  const { left } = view.contentDOM.getBoundingClientRect()
  const pos = view.posAtCoords({ x: left + 1, y: isBelow ? bottom - view.defaultLineHeight : top + view.defaultLineHeight }, false)
  return { pos: Math.min(to, Math.max(from, pos)), above: isBelow }
}

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

        /** Delays the hint until the button is released. The release may happen outside of the editor. */
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
            view.dispatch({ effects: show.of({ ...placeIn(view, from, to, head), create }) })
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
          // A writer at the keyboard needs no hint. The next change of the selection starts the delay again.
          keydown() {
            this.forget()
          },
          mousedown({ button }, view) {
            // The right button opens a menu, which the hint would cover.
            if (button === 0) this.press(view)
          },
          contextmenu(_event, view) {
            this.forget()
            if (view.state.field(shown)) view.dispatch({ effects: show.of(null) })
          },
        },
      },
    ),
  ]
}
