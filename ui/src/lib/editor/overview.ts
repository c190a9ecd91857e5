// What is known of a text as a whole, found out in the pauses of the writer.

import type { EditorState, Extension } from '@codemirror/state'
import { ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view'
import { pastes } from '$lib/text/pasted'
import { brought } from './counts/brought'
import { counts, unitsOf, type Counts } from './counts/counts'
import { units } from './counts/units'
import { headings, type Heading } from './markdown'
import { inSlices, type Slices } from './slices'

/** A text as a whole. */
export type Overview = {
  readonly counts: Counts
  /** Of the selection, or `null` where there is none. */
  readonly selected: Counts | null
  /** The length of what the writer wrote, in units: without what was pasted from elsewhere or came from the disk. */
  readonly written: number
  /** The length of what was pasted since the text was opened. */
  readonly pasted: number
  /** The same array for as long as they read the same: a key before two thousand of them moves all and draws none anew. */
  readonly headings: readonly Title[]
  /** Where each of them begins. */
  readonly starts: readonly number[]
  /** Which of the headings the caret stands under; -1 before the first. */
  readonly heading: number
}

/** What a heading reads, wherever it stands. */
export type Title = Pick<Heading, 'level' | 'title'>

/** Nothing is counted sooner after a change, in milliseconds: never between two keys. */
const PAUSE = 400

/** Reports the overview some time after the text or the selection changed. */
export function overview(report: (overview: Overview) => void): Extension {
  return [
    brought,
    ViewPlugin.fromClass(
      class {
        #timer: ReturnType<typeof setTimeout>
        #counting: Slices | null = null
        /** Whether the text was looked at as it was when it came into view: gains are counted from there. */
        #looked = false
        #headings: readonly Title[] = []

        constructor(readonly view: EditorView) {
          const { state } = view
          this.#timer = setTimeout(() => this.look(state))
        }

        update({ docChanged, selectionSet }: ViewUpdate): void {
          if (!docChanged && !selectionSet) return
          if (this.#looked) this.later()
          // At 10 MB a key waited for its turns: painted after 28 ms instead of 18.
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
            const pasted = pastes(state).reduce((sum, { text }) => sum + units(text), 0)
            const written = unitsOf(all) - pasted - state.field(brought)
            const heading = starts.findLastIndex((from) => from <= head)
            report({ counts: all, selected, written, pasted, headings: this.#headings, starts, heading })
            this.#looked = true
            // What was written meanwhile is looked at in the next pause.
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
