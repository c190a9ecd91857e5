// Counts and headings of a whole text, computed in the writer's pauses.

import type { EditorState, Extension } from '@codemirror/state'
import { ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view'
import type { Length } from '$lib/host'
import { lengthOf, minus, sum } from '$lib/text/length'
import { pastes } from '$lib/text/pasted'
import { bodyFrom } from './counts/body'
import { brought } from './counts/brought'
import { counts, lengthIn, type TextCounts } from './counts/counts'
import { headings, type Heading } from './markdown'
import { inSlices, type Slices } from './slices'

/** Counts and headings of a text. */
export type Overview = {
  readonly counts: TextCounts
  /** Counts of the selection, or `null` for an empty selection. */
  readonly selected: TextCounts | null
  /** The length written by the writer: without pasted text and text from the disk. */
  readonly written: Length
  /** The length pasted since the text was opened. */
  readonly pasted: Length
  /**
   * The same array as long as all titles are equal. A key before two thousand headings moves them all, but redraws
   * none.
   */
  readonly headings: readonly Title[]
  /** The offset of each heading. */
  readonly starts: readonly number[]
  /** Index of the heading above the caret; -1 before the first. */
  readonly heading: number
}

/** A heading without its position. */
export type Title = Pick<Heading, 'level' | 'title'>

/** Delay of the count after the last change, in milliseconds: longer than between two keys. */
const PAUSE = 400

/** Reports the overview some time after a change of the text or the selection. */
export function overview(report: (overview: Overview) => void): Extension {
  return [
    brought,
    ViewPlugin.fromClass(
      class {
        #timer: ReturnType<typeof setTimeout>
        #counting: Slices | null = null
        /**
         * Whether the first count is complete. It reads the text as it was opened, because gains are counted from
         * there.
         */
        #looked = false
        #headings: readonly Title[] = []

        constructor(readonly view: EditorView) {
          const { state } = view
          this.#timer = setTimeout(() => this.look(state))
        }

        update({ docChanged, selectionSet }: ViewUpdate): void {
          if (!docChanged && !selectionSet) return
          if (this.#looked) this.later()
          // The first count pauses while the writer types. At 10 MB a key waited for its time slices: 28 ms until
          // painted instead of 18.
          else this.#counting?.rest(PAUSE)
        }

        later(): void {
          this.end()
          this.#timer = setTimeout(() => this.look(this.view.state), PAUSE)
        }

        look(state: EditorState): void {
          const { from, to, head } = state.selection.main
          const read = function* () {
            const found = yield* headings(state)
            const all = yield* counts(state)
            return { found, all, selected: from < to ? yield* counts(state, from, to) : null }
          }
          this.#counting = inSlices(read(), ({ found, all, selected }) => {
            if (!same(found, this.#headings)) this.#headings = found
            const starts = found.map(({ from }) => from)
            const body = bodyFrom(state)
            const pasted = sum(pastes(state, body).map(({ from, text }) => lengthOf(text.slice(Math.max(0, body - from)))))
            const written = minus(minus(lengthIn(all), pasted), state.field(brought))
            const heading = starts.findLastIndex((from) => from <= head)
            report({ counts: all, selected, written, pasted, headings: this.#headings, starts, heading })
            this.#looked = true
            // Later edits are counted in the next pause.
            if (this.view.state !== state) this.later()
          })
        }

        end(): void {
          clearTimeout(this.#timer)
          this.#counting?.end()
        }

        destroy(): void {
          this.end()
        }
      },
    ),
  ]
}

function same(some: readonly Title[], others: readonly Title[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, at) => {
      const other = others[at]
      return one.title === other?.title && one.level === other.level
    })
  )
}
