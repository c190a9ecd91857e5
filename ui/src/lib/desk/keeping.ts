/** Delay of a write after the last change, in milliseconds: a walk through ten files causes one write. */
export const CALM = 1_000

/** A debounced write: runs some time after the last change, or at once on request. */
export class Keeping {
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The write that runs, or the last one. */
  #writing: Promise<unknown> = Promise.resolve()

  constructor(private readonly keep: () => Promise<unknown>) {}

  /** Schedules a write. */
  changed(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.now(), CALM)
  }

  /** Writes now if a write is scheduled. Resolves when no write runs: a window that closes earlier would cancel it. */
  async now(): Promise<void> {
    if (this.#timer !== undefined) {
      this.drop()
      // A failed write loses only the position of the caret. A disk that refuses it refuses the text too, and the
      // failed save is reported.
      this.#writing = this.#writing.then(this.keep).catch(() => {})
    }
    await this.#writing
  }

  /** Cancels a scheduled write. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
