import { asFault, type Fault } from '$lib/host'

/**
 * Something asked of the host that can be asked again.
 *
 * The last answer stays while a new one is on its way, so that nothing flickers. There is one question at a time: what
 * is asked meanwhile, be it three hundred times, is asked once more after it.
 */
export class Resource<T> {
  value = $state.raw<T>()
  fault = $state.raw<Fault | null>(null)
  #asking: Promise<void> | null = null
  #again = false

  constructor(private readonly ask: () => Promise<T>) {}

  /** True until the first answer or failure. */
  get loading(): boolean {
    return this.value === undefined && this.fault === null
  }

  /** Asks; resolves with the answer to what was asked last and never rejects. */
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
