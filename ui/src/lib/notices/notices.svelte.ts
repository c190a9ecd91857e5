import { asFault } from '$lib/host'
import { sayFault } from '$lib/i18n'

/** Maximum number of notices; the oldest are dropped. */
const CAPACITY = 5

/** An action for a notice. It is dismissed along with the notice. */
export type NoticeAction = { label: () => string; run: () => void }

type PendingNotice = { say: () => string; action: NoticeAction | null }

/** The notices for the writer, shown in one line. They wait to be read and never take the focus. */
export class Notices {
  /** Each notice is a function, so that it follows the language of the interface. */
  #entries = $state.raw<PendingNotice[]>([])

  /** The newest notice. */
  get sentence(): string | null {
    return this.#entries.at(-1)?.say() ?? null
  }

  /** The action of the newest notice. */
  get action(): NoticeAction | null {
    return this.#entries.at(-1)?.action ?? null
  }

  /** The number of notices behind the newest. */
  get waiting(): number {
    return Math.max(0, this.#entries.length - 1)
  }

  tell(say: () => string, action: NoticeAction | null = null): void {
    // An equal notice replaces the previous one.
    const before = say() === this.sentence ? this.#entries.slice(0, -1) : this.#entries
    this.#entries = [...before, { say, action }].slice(-CAPACITY)
  }

  /** Runs the action of the newest notice and dismisses it. */
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

  /** Runs an action, reports its failure as a notice, and returns whether it succeeded. */
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
