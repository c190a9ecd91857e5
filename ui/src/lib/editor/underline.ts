// Underlines ranges of the text while the writer pauses. Only the text in view is checked, and cached results are
// drawn. A menu offers corrections. The text changes only at the writer's request.

import { isolateHistory } from '@codemirror/commands'
import { StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import { isComposed } from '$lib/ui/keys'
import { calmly } from './calm'
import type { TextRange } from './range'
import { editorSettings } from './settings'

/** Delay of the check after the last change, in milliseconds: longer than between two keys. */
const PAUSE = 500

/** A position in the window, in pixels. */
export type Point = { readonly x: number; readonly y: number }

/** The checker behind an underlining. */
export type Underlining = {
  isOn: (state: EditorState) => boolean
  /** Checks the text in view that is not cached. Returns whether there are new results. */
  ask: (view: EditorView) => Promise<boolean>
  /** Returns the ranges to underline in the text in view, as far as known, in order. */
  found: (view: EditorView) => readonly TextRange[]
  mark: Decoration
  /** Opens the menu for the range at an offset. Returns whether there is one. */
  open: (view: EditorView, at: number, place?: Point) => boolean
}

/** The result of `underlining`. */
export type Underlined = Pick<Underlining, 'open'> & {
  readonly extension: Extension
  /** Redraws all underlines after the writer has decided about one. */
  readonly again: (view: EditorView) => void
}

/** The user event of a correction from the menu. */
const TAKEN = 'input.taken'

/**
 * Offset of the last typed character, until the writer moves the caret elsewhere. The word at this offset is not
 * finished.
 */
const typed = StateField.define<number | null>({
  create: () => null,
  update(value, transaction) {
    if (transaction.isUserEvent(TAKEN)) return null
    if (transaction.isUserEvent('input') || transaction.isUserEvent('delete')) return transaction.newSelection.main.head
    if (transaction.docChanged) return value === null ? null : transaction.changes.mapPos(value)
    return transaction.selection ? null : value
  },
})

/** Returns an underlining for a checker. */
export function underlining({ isOn, ask, found, mark, open }: Underlining): Underlined {
  /** Redraw: there are new results, or the writer has decided about a range. */
  const looked = StateEffect.define<null>()
  /** Check again in the next pause. */
  const again = StateEffect.define<null>()

  function draw(view: EditorView): DecorationSet {
    if (!isOn(view.state)) return Decoration.none
    const at = view.state.field(typed)
    const marks: Range<Decoration>[] = []
    let end = 0
    for (const { from, to } of found(view)) {
      const isBeingTyped = at !== null && from <= at && at <= to
      // Two visible ranges of one line yield the same result twice.
      if (from < end || isBeingTyped) continue
      marks.push(mark.range(from, to))
      end = to
    }
    return Decoration.set(marks)
  }

  const isSetAnew = ({ state, startState }: ViewUpdate) => state.facet(editorSettings) !== startState.facet(editorSettings)
  const has = (update: ViewUpdate, effect: typeof looked) =>
    update.transactions.some(({ effects }) => effects.some((each) => each.is(effect)))

  /** Runs the check when the writer pauses. */
  const looker = ViewPlugin.fromClass(
    class {
      #timer: ReturnType<typeof setTimeout> | undefined
      /** Whether the drawn underlines are out of date. */
      #stale = false
      #isGone = false

      constructor(readonly view: EditorView) {
        this.wait()
      }

      update(update: ViewUpdate): void {
        const isLeft = update.selectionSet && update.startState.field(typed) !== null
        this.#stale ||= update.docChanged || isLeft || has(update, again)
        if (this.#stale || update.viewportChanged || isSetAnew(update)) this.wait()
      }

      wait(): void {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => void this.#look(), PAUSE)
      }

      async #look(): Promise<void> {
        const { state } = this.view
        if (!isOn(state) || this.view.compositionStarted) return
        const isNew = await ask(this.view)
        // Text typed meanwhile is checked in the next pause.
        if (this.#isGone || this.view.compositionStarted || this.view.state.doc !== state.doc) return
        if (isNew || this.#stale) this.view.dispatch({ effects: looked.of(null) })
        this.#stale = false
      }

      destroy(): void {
        this.#isGone = true
        clearTimeout(this.#timer)
      }
    },
    {
      eventObservers: {
        compositionend() {
          this.wait()
        },
      },
    },
  )

  const handlers = EditorView.domEventHandlers({
    contextmenu(event, view) {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
      return at !== null && handle(event, view, at, { x: event.clientX, y: event.clientY })
    },
    keydown(event, view) {
      const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
      if (!isMenuKey || isComposed(event)) return false
      return handle(event, view, view.state.selection.main.from)
    },
  })

  /** Opens the menu on an underlined range. Elsewhere the menu of the system opens. */
  function handle(event: Event, view: EditorView, at: number, place?: Point): boolean {
    if (!isOn(view.state) || view.compositionStarted || !open(view, at, place)) return false
    event.preventDefault()
    return true
  }

  const marks = calmly(draw, (update) => update.viewportChanged || isSetAnew(update) || has(update, looked))
  return {
    extension: [typed, marks, looker, handlers],
    open,
    again: (view) => view.dispatch({ effects: [again.of(null), looked.of(null)] }),
  }
}

/** Returns the position for a menu that does not cover the range and its line. */
export function below(view: EditorView, from: number): Point {
  const { left: x = 0, bottom = 0 } = view.coordsAtPos(from) ?? {}
  return { x, y: bottom + 4 }
}

/** Replaces an underlined range, as one undo step, unless its text has changed meanwhile. */
export function replace(view: EditorView, from: number, to: number, text: string, insert: string): void {
  if (view.compositionStarted || view.state.sliceDoc(from, to) !== text) return
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    annotations: isolateHistory.of('full'),
    userEvent: TAKEN,
  })
}

/** Returns the style of an underline that is drawn behind the text. */
export function underline(style: 'wavy' | 'dotted', thickness: string): Record<string, string> {
  return {
    // As single properties: WebKitGTK does not support the shorthand.
    textDecorationLine: 'underline',
    textDecorationStyle: style,
    textDecorationColor: 'var(--color-text-faint)',
    textDecorationThickness: thickness,
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '0.2em',
  }
}
