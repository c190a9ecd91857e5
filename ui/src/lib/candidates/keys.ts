// The keys of an offer. They work only while the caret is inside the passage on offer. Keys that also type text work
// only after the writer has used another key of the offer. Until then she may simply be typing on.

import { Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap, runScopeHandlers, type KeyBinding } from '@codemirror/view'
import { isComposed, MAC } from '$lib/ui/keys'
import { cycle, moveHunk, nextLook, preview, shownDraft, takeNext, takeSentence, toggle, type Choice } from './choice'
import { edit, refuse, take } from './decide'
import { activeOffering, end, offering, type OpenOffering } from './offering'
import { step } from './steps'

/** The key that takes only the next change. On a Mac, Ctrl with an arrow switches the desktop. */
export const TAKE_NEXT = MAC ? 'Alt-ArrowRight' : 'Ctrl-ArrowRight'

/** The key that takes the changes of one sentence. */
export const TAKE_SENTENCE = MAC ? 'Alt-Shift-ArrowRight' : 'Ctrl-Shift-ArrowRight'

/** The key that takes the text in view and stays in it. */
export const EDIT = 'Shift-Enter'

const STEPS: Record<string, (choice: Choice) => Choice> = {
  '1': (choice) => preview(choice, 0),
  '2': (choice) => preview(choice, 1),
  '3': (choice) => preview(choice, 2),
  Tab: (choice) => cycle(choice, 1),
  'Shift-Tab': (choice) => cycle(choice, -1),
  [TAKE_NEXT]: takeNext,
  [TAKE_SENTENCE]: takeSentence,
  ArrowDown: (choice) => moveHunk(choice, 1),
  ArrowUp: (choice) => moveHunk(choice, -1),
}

/** Keys that type text until the writer has used another key of the offer. */
const LETTERS: Record<string, (choice: Choice) => Choice> = {
  n: (choice) => moveHunk(choice, 1),
  p: (choice) => moveHunk(choice, -1),
  Space: (choice) => toggle(choice, shownDraft(choice).at),
  v: nextLook,
}

/** Keys that must not repeat while held: the repetition would undo the step or type into the text. */
const ONCE = new Set(['Enter', ' ', 'v'])

/** Keys with a name, such as Enter: they type no text, also when an input method is on. */
const isNamed = ({ key }: KeyboardEvent) => key.length > 1 && key !== 'Process' && key !== 'Unidentified'

/** The keys of an offer by their place on the keyboard, which an input method does not change. */
const BY_CODE: Readonly<Record<string, string>> = {
  Digit1: '1',
  Digit2: '2',
  Digit3: '3',
  Numpad1: '1',
  Numpad2: '2',
  Numpad3: '3',
  NumpadEnter: 'Enter',
  ...Object.fromEntries(['Tab', 'Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'ArrowRight'].map((key) => [key, key])),
}

/** Returns the key as it would be without the input method. */
function plain({ code, ctrlKey, altKey, shiftKey, metaKey, repeat }: KeyboardEvent): KeyboardEvent | null {
  const key = BY_CODE[code]
  return key === undefined ? null : new KeyboardEvent('keydown', { key, code, ctrlKey, altKey, shiftKey, metaKey, repeat })
}

/**
 * Ends the offer before an input method composes in the passage. Removing the marks during the composition would lose
 * the composed text. A writer who uses the keys of the offer types in the text that she looks at, so it is taken.
 */
function beforeTyping(view: EditorView, { choice }: OpenOffering): void {
  if (!choice.steered || !edit(view)) view.dispatch({ effects: end.of(null) })
}

/** Moves the focus to the menu of scenes. Enter and Escape return it to the text. */
function focusScene(view: EditorView): boolean {
  const select = view.contentDOM.querySelector<HTMLSelectElement>('#offer-scene')
  select?.focus()
  return select !== null
}

export function offerKeys(): Extension {
  /** The key that ended the last offer. It is ignored until its release, so that a held Enter inserts no line break. */
  let spent: string | null = null
  /** Whether the current key event belongs to an input method. */
  let composed = false
  /** The digit that an input method will still type, although the offer has used its key. */
  let used: string | null = null

  /** Returns the open offer if the current key may act on it. */
  const addressed = (view: EditorView) => (composed ? null : activeOffering(view.state))

  const steps = Object.entries(STEPS).map(([key, next]): KeyBinding => ({
    key,
    run: (view) => addressed(view) !== null && step(view, next),
  }))
  const letters = Object.entries(LETTERS).map(([key, next]): KeyBinding => ({
    key,
    run: (view) => addressed(view)?.choice.steered === true && step(view, next),
  }))
  /** Takes the text that the writer looks at, so that the key deletes in it. */
  const startOfEdit = (view: EditorView) => {
    if (addressed(view)?.choice.steered) edit(view)
    return false
  }
  const scene: KeyBinding = {
    key: 's',
    run: (view) => addressed(view)?.choice.steered === true && focusScene(view),
  }
  return [
    Prec.highest(
      EditorView.domEventHandlers({
        keydown(event, view) {
          if (!event.repeat) spent = null
          used = null
          composed = isComposed(event)
          const active = activeOffering(view.state)
          // An input method that is on sees each key first, also while it composes nothing.
          const unchanged = active && composed && !event.isComposing && !view.compositionStarted ? plain(event) : null
          if (unchanged) {
            composed = false
            if (unchanged.key.length === 1) used = unchanged.key
            if (runScopeHandlers(view, unchanged, 'editor')) {
              if (unchanged.key === 'Enter') spent = event.key
              event.preventDefault()
              return true
            }
            composed = true
          }
          if (event.repeat && (event.key === spent || (active && ONCE.has(event.key)))) {
            event.preventDefault()
            return true
          }
          if (active && !composed && event.key === 'Enter') spent = event.key
          if (active && composed && !isNamed(event)) beforeTyping(view, active)
          return false
        },
        compositionstart(_event, view) {
          const active = activeOffering(view.state)
          if (active) beforeTyping(view, active)
          return false
        },
      }),
    ),
    // A letter that is no key of the offer, once the writer uses its keys: she types in the text that she looks at.
    EditorView.inputHandler.of((view, from, to, text) => {
      if (used !== null && text === used) {
        used = null
        return true
      }
      const active = activeOffering(view.state)
      if (!active?.choice.steered || from !== to || !edit(view, from - active.from)) return false
      view.dispatch({ ...view.state.replaceSelection(text), userEvent: 'input.type', scrollIntoView: true })
      return true
    }),
    Prec.highest(
      keymap.of([
        ...steps,
        ...letters,
        scene,
        ...['Backspace', 'Delete'].map((key): KeyBinding => ({ key, run: startOfEdit })),
        { key: EDIT, run: (view) => addressed(view) !== null && edit(view) },
        { key: 'Enter', run: (view) => addressed(view) !== null && take(view) },
        // Works from anywhere in the text, and also before the candidates have arrived.
        { key: 'Escape', run: (view) => !composed && view.state.field(offering) !== null && refuse(view) },
      ]),
    ),
  ]
}
