// The undo history of a manuscript on its way to the disk: written down in the pauses of her hands and when she leaves.

import type { EditorState } from '@codemirror/state'
import type { Host } from '$lib/host'
import { written } from './undo'

/** How long the writer pauses before her undo history is written down, in milliseconds. */
const PAUSE = 4_000

/** The text whose history it is. */
export type UndoneText = {
  readonly path: string
  readonly state: EditorState
  /** The hash of the file that has the text, or `null` while none has it. */
  savedAs: () => string | null
}

/** Keeps the undo history of one text. */
export class KeptUndo {
  readonly #text: UndoneText
  readonly #host: Pick<Host, 'keepUndoHistory'>
  /** The history as it was last written down. */
  #history: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(text: UndoneText, host: Pick<Host, 'keepUndoHistory'>) {
    this.#text = text
    this.#host = host
  }

  /** The writer edited the text. */
  edited(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.keep(), PAUSE)
  }

  /** Writes the history down, if a file has the text it belongs to. */
  async keep(): Promise<void> {
    this.stop()
    const hash = this.#text.savedAs()
    if (hash === null) return
    const history = written(this.#text.state)
    if (history === null || history === this.#history) return
    this.#history = history
    // Undo is a comfort: where it cannot be kept, nothing of hers is lost.
    await this.#host.keepUndoHistory(this.#text.path, hash, history).catch(() => {})
  }

  /** Writes nothing down until the next edit. */
  stop(): void {
    clearTimeout(this.#timer)
  }
}
