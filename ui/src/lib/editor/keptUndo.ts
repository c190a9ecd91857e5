// Stores the undo history of a manuscript on the disk, in the writer's pauses and when she leaves the file.

import type { EditorState } from '@codemirror/state'
import type { Host } from '$lib/host'
import { written } from './undo'

/** Delay after the last edit, in milliseconds. */
const PAUSE = 4_000

/** The text with the undo history. */
export type UndoneText = {
  readonly path: string
  readonly state: EditorState
  /** The hash of the file with the current text, or `null` if the text is not saved. */
  savedAs: () => string | null
}

/** Stores the undo history of one text. */
export class KeptUndo {
  readonly #text: UndoneText
  readonly #host: Pick<Host, 'keepUndoHistory'>
  /** The last stored history. */
  #history: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(text: UndoneText, host: Pick<Host, 'keepUndoHistory'>) {
    this.#text = text
    this.#host = host
  }

  /** Reports an edit by the writer. */
  edited(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.keep(), PAUSE)
  }

  /** Stores the history, if the text is saved. */
  async keep(): Promise<void> {
    this.stop()
    const hash = this.#text.savedAs()
    if (hash === null) return
    const history = written(this.#text.state)
    if (history === null || history === this.#history) return
    this.#history = history
    // A lost undo history loses no text, so the failure is not reported.
    await this.#host.keepUndoHistory(this.#text.path, hash, history).catch(() => {})
  }

  /** Cancels the pending write. The next edit schedules another. */
  stop(): void {
    clearTimeout(this.#timer)
  }
}
