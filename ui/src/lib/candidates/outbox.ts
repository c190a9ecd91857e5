// The queue of episodes for the journal: sent in order, one at a time, kept until the journal has acknowledged them.

import { asFault, type Fault, type EpisodeInput } from '$lib/host'

/** Wait after the first failure, in milliseconds. It doubles with each failure, up to `LAST_WAIT`. */
const FIRST_WAIT = 1_000
const LAST_WAIT = 30_000

/** Faults that no retry can cure. Such an episode is dropped: it would block the queue behind it. */
const FINAL: ReadonlySet<string> = new Set(['INVALID_ARGUMENT', 'NOT_FOUND', 'CONFLICT'])

/** Sends episodes in order. An amendment must not overtake the episode it amends. */
export class Outbox {
  #pending: EpisodeInput[] = []
  #sending: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #stopped = false

  /** @param onFault Called with each failure, and with `null` once every episode is acknowledged. */
  constructor(
    private readonly send: (episode: EpisodeInput) => Promise<unknown>,
    private readonly onFault: (fault: Fault | null) => void,
  ) {}

  /** The number of episodes that are not acknowledged yet. */
  get size(): number {
    return this.#pending.length
  }

  /** Queues an episode. It is sent as soon as all earlier episodes are acknowledged. */
  post(episode: EpisodeInput): void {
    this.#pending.push(episode)
    void this.flush()
  }

  /** Sends the queue at once. Resolves when the queue is empty or the journal has failed. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sending ??= this.#drain().finally(() => (this.#sending = null))
    return this.#sending
  }

  /** Stops sending: the open project has changed, and with it the journal. */
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
