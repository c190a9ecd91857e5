/** How long after a change it is kept, in milliseconds: a walk through ten files is one write. */
export const CALM = 1_000

/** Keeps something some time after it changed last, and at once when asked. */
export class Keeping {
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly keep: () => Promise<unknown>) {}

  /** Says that it changed. */
  changed(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.now(), CALM)
  }

  /** Keeps it now, if it changed. */
  async now(): Promise<void> {
    if (this.#timer === undefined) return
    this.drop()
    // Where the writer stood is no text of hers: a disk that refuses it has refused more by now, and that is said.
    await this.keep().catch(() => {})
  }

  /** Keeps nothing of what changed. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
