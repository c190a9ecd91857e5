// Idleness: the writer has left the editor alone for a while, and there may be something to learn from.

/** How long without a change of the text or a new choice makes the writer idle, in milliseconds. */
export const IDLE = 5 * 60_000

/** Says once after each sign of life when nothing has followed it for five minutes. */
export class Idle {
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly onIdle: () => void) {}

  /** Takes a sign of life, or of something that waits. */
  awake(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.onIdle, IDLE)
  }
}
