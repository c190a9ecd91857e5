import { asFault, type Fault } from '$lib/host'

/**
 * Something asked of the host that can be asked again.
 *
 * The last answer stays while a new one is on its way, so that nothing flickers, and an answer that was
 * overtaken by a later question is dropped.
 */
export class Resource<T> {
  value = $state.raw<T>()
  fault = $state.raw<Fault | null>(null)
  #turn = 0

  constructor(private readonly ask: () => Promise<T>) {}

  /** True until the first answer or failure. */
  get loading(): boolean {
    return this.value === undefined && this.fault === null
  }

  /** Asks; never rejects. */
  async load(): Promise<void> {
    const turn = ++this.#turn
    try {
      const value = await this.ask()
      if (turn === this.#turn) {
        this.value = value
        this.fault = null
      }
    } catch (reason) {
      if (turn === this.#turn) this.fault = asFault(reason)
    }
  }
}
