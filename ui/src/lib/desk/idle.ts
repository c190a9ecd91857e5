// Detects that the writer is idle. Then the desk may learn from new episodes.

/** Time without a change of the text or a new choice, in milliseconds, after which the writer counts as idle. */
export const IDLE = 5 * 60_000

/** Calls `onIdle` once, five minutes after the last activity. */
export class Idle {
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly onIdle: () => void) {}

  /** Restarts the timer: the writer was active, or new episodes wait. */
  awake(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.onIdle, IDLE)
  }
}
