// Underlining while the writer pauses. Only the text in view is looked up, and known results are drawn. A menu offers
// the possible corrections. Nothing here changes the text by itself.

import { isolateHistory } from '@codemirror/commands'
import { StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import { isComposed } from '$lib/ui/keys'
import { calmly } from './calm'
import { editorSettings } from './settings'

/** How long the writer pauses before anything is looked up, in milliseconds: longer than between two keys. */
const PAUSE = 500

/** A place in the window, in pixels. */
export type Point = { readonly x: number; readonly y: number }

/** What is underlined, and how it is known. */
export type Underlining = {
  isOn: (state: EditorState) => boolean
  /** Asks for what is in view and not known yet; returns whether something new is known. */
  ask: (view: EditorView) => Promise<boolean>
  /** What of the text in view is to be underlined as far as is known, in order. */
  found: (view: EditorView) => readonly { readonly from: number; readonly to: number }[]
  mark: Decoration
  /** Shows what may be done about what stands at an offset; returns whether anything does. */
  open: (view: EditorView, at: number, place?: Point) => boolean
}

/** What comes of it. */
export type Underlined = Pick<Underlining, 'open'> & {
  readonly extension: Extension
  /** Draws all of it anew, once the writer said something of a part. */
  readonly again: (view: EditorView) => void
}

/** The user event of a replacement that was offered for what is underlined. */
const TAKEN = 'input.taken'

/** Where the writer typed last, as long as she moved nowhere else by hand: the word there is not done yet. */
const typed = StateField.define<number | null>({
  create: () => null,
  update(value, transaction) {
    if (transaction.isUserEvent(TAKEN)) return null
    if (transaction.isUserEvent('input') || transaction.isUserEvent('delete')) return transaction.newSelection.main.head
    if (transaction.docChanged) return value === null ? null : transaction.changes.mapPos(value)
    return transaction.selection ? null : value
  },
})

/** Underlines something, once the writer pauses, where it is on. */
export function underlining({ isOn, ask, found, mark, open }: Underlining): Underlined {
  /** More is known, or something else. */
  const looked = StateEffect.define<null>()
  /** What is not known is to be asked for. */
  const again = StateEffect.define<null>()

  function draw(view: EditorView): DecorationSet {
    if (!isOn(view.state)) return Decoration.none
    const at = view.state.field(typed)
    const marks: Range<Decoration>[] = []
    let end = 0
    for (const { from, to } of found(view)) {
      const isBeingTyped = at !== null && from <= at && at <= to
      // Two ranges in one line have what is in it twice.
      if (from < end || isBeingTyped) continue
      marks.push(mark.range(from, to))
      end = to
    }
    return Decoration.set(marks)
  }

  const isSetAnew = ({ state, startState }: ViewUpdate) => state.facet(editorSettings) !== startState.facet(editorSettings)
  const has = (update: ViewUpdate, effect: typeof looked) =>
    update.transactions.some(({ effects }) => effects.some((each) => each.is(effect)))

  /** Looks things up when the writer pauses. */
  const looker = ViewPlugin.fromClass(
    class {
      #timer: ReturnType<typeof setTimeout> | undefined
      /** Whether what is drawn is behind what is known. */
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
        // What was typed meanwhile waits for the next pause.
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

  /** Opens a menu where something is underlined; elsewhere the system's own comes. */
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

/** Returns where a menu is wanted that leaves what it is about and its line to be seen. */
export function below(view: EditorView, from: number): Point {
  const { left: x = 0, bottom = 0 } = view.coordsAtPos(from) ?? {}
  return { x, y: bottom + 4 }
}

/** Puts something in the place of what is underlined, as one step of undo, unless that is another text by now. */
export function replace(view: EditorView, from: number, to: number, text: string, insert: string): void {
  if (view.compositionStarted || view.state.sliceDoc(from, to) !== text) return
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    annotations: isolateHistory.of('full'),
    userEvent: TAKEN,
  })
}

/** Returns the look of an underline that stands behind the text it is under. */
export function underline(style: 'wavy' | 'dotted', thickness: string): Record<string, string> {
  return {
    // One by one: WebKitGTK does not know the short form.
    textDecorationLine: 'underline',
    textDecorationStyle: style,
    textDecorationColor: 'var(--color-text-faint)',
    textDecorationThickness: thickness,
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '0.2em',
  }
}
