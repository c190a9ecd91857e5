// Idleness: the writer has left the editor alone for a while.

/** How long without a change of the text makes the writer idle, in milliseconds (seed 5). */
export const IDLE = 5 * 60_000

/** Says once after each change when nothing has followed it for five minutes. */
export class Idle {
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly onIdle: () => void) {}

  /** Takes a sign of life. */
  awake(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.onIdle, IDLE)
  }
}
