import { asFault } from '$lib/host'
import { sayFault } from '$lib/i18n'

/** The most that waits to be read; the oldest go when more come. */
const CAPACITY = 5

/** What can be done about a notice; it goes with the notice. */
export type NoticeAction = { label: () => string; run: () => void }

type Entry = { say: () => string; action: NoticeAction | null }

/** The one quiet line for what the writer should know. It waits to be read and never takes the focus. */
export class Notices {
  /** Each says itself when it is shown, so that it follows the language of the interface. */
  #entries = $state.raw<Entry[]>([])

  /** The newest. */
  get sentence(): string | null {
    return this.#entries.at(-1)?.say() ?? null
  }

  /** What can be done about the newest. */
  get action(): NoticeAction | null {
    return this.#entries.at(-1)?.action ?? null
  }

  /** How many wait behind it. */
  get waiting(): number {
    return Math.max(0, this.#entries.length - 1)
  }

  tell(say: () => string, action: NoticeAction | null = null): void {
    // Two equal sentences in a row say no more than one.
    const before = say() === this.sentence ? this.#entries.slice(0, -1) : this.#entries
    this.#entries = [...before, { say, action }].slice(-CAPACITY)
  }

  /** Does what can be done about the newest. */
  act(): void {
    const { action } = this
    this.dismiss()
    action?.run()
  }

  report(reason: unknown): void {
    const fault = asFault(reason)
    this.tell(() => sayFault(fault))
  }

  dismiss(): void {
    this.#entries = this.#entries.slice(0, -1)
  }

  /** Runs an action for the writer; reports a failure and returns whether it went well. */
  async attempt(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action()
      return true
    } catch (reason) {
      this.report(reason)
      return false
    }
  }
}
