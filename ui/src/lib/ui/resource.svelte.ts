import { asFault, type Fault } from '$lib/host'

/**
 * Data loaded from the host that can be loaded again.
 *
 * The last value stays during a reload, to avoid flicker. One request runs at a time. Requests during a running one,
 * even three hundred, cause a single further request.
 */
export class Resource<T> {
  value = $state.raw<T>()
  fault = $state.raw<Fault | null>(null)
  #asking: Promise<void> | null = null
  #again = false

  constructor(private readonly ask: () => Promise<T>) {}

  /** True until the first value or failure. */
  get loading(): boolean {
    return this.value === undefined && this.fault === null
  }

  /** Loads the data. Resolves when the answer to the last request has arrived; never rejects. */
  load(): Promise<void> {
    this.#again = true
    this.#asking ??= this.#answer()
    return this.#asking
  }

  async #answer(): Promise<void> {
    while (this.#again) {
      this.#again = false
      try {
        this.value = await this.ask()
        this.fault = null
      } catch (reason) {
        this.fault = asFault(reason)
      }
    }
    this.#asking = null
  }
}
