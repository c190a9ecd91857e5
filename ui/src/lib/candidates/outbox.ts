// Episodes on their way to the journal: in order, one at a time, kept until they are acknowledged.

import { asFault, type Fault, type EpisodeInput } from '$lib/host'

/** The first wait after a failure in milliseconds; it doubles up to the last. */
const FIRST_WAIT = 1_000
const LAST_WAIT = 30_000

/** Codes that say the same thing however often the episode is sent; it would hold up all that follow. */
const FINAL: ReadonlySet<string> = new Set(['INVALID_ARGUMENT', 'NOT_FOUND', 'CONFLICT'])

/** Sends episodes in the order they came, so that an amendment never overtakes what it amends. */
export class Outbox {
  #pending: EpisodeInput[] = []
  #sending: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #stopped = false

  /**
   * `onFault` hears each failure, and `null` once everything is acknowledged.
   */
  constructor(
    private readonly send: (episode: EpisodeInput) => Promise<unknown>,
    private readonly onFault: (fault: Fault | null) => void,
  ) {}

  /** The number of episodes not acknowledged yet. */
  get size(): number {
    return this.#pending.length
  }

  /** Takes an episode and sends it as soon as those before it are acknowledged. */
  post(episode: EpisodeInput): void {
    this.#pending.push(episode)
    void this.flush()
  }

  /** Tries at once to send all that waits; resolves when it is acknowledged or the journal has refused. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sending ??= this.#drain().finally(() => (this.#sending = null))
    return this.#sending
  }

  /** Sends nothing from now on: the journal is no longer the one these episodes belong to. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async #drain(): Promise<void> {
    for (let next = this.#pending[0]; next && !this.#stopped; next = this.#pending[0]) {
      try {
        await this.send(next)
        this.#acknowledged()
      } catch (error) {
        const fault = asFault(error)
        this.onFault(fault)
        if (!FINAL.has(fault.code)) return this.#later()
        this.#pending.shift()
      }
    }
  }

  #acknowledged(): void {
    this.#pending.shift()
    if (this.#pending.length > 0) return
    this.#failures = 0
    this.onFault(null)
  }

  #later(): void {
    if (this.#stopped) return
    const wait = Math.min(FIRST_WAIT * 2 ** this.#failures, LAST_WAIT)
    this.#failures += 1
    this.#timer = setTimeout(() => void this.flush(), wait)
  }
}
