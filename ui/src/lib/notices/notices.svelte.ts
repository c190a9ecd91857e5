import { asFault } from '$lib/host'
import { sayFault } from '$lib/i18n'
import { lengthOf } from '$lib/text/length'

/** Maximum number of notices; the oldest are dropped. */
const CAPACITY = 5

/** An action for a notice. It is dismissed along with the notice. */
export type NoticeAction = { label: () => string; run: () => void }

type PendingNotice = { say: () => string; action: NoticeAction | null; passes: boolean }

/** How long a passing notice stays, in milliseconds: to look up from the page, and to read at half the usual pace. */
const LOOK_UP = 4_000
const PER_WORD = 500

/**
 * The notices for the writer, shown in one line. They wait to be read and never take the focus. A notice that only
 * confirms what she did leaves by itself.
 */
export class Notices {
  /** Each notice is a function, so that it follows the language of the interface. */
  #entries = $state.raw<PendingNotice[]>([])

  #timer: ReturnType<typeof setTimeout> | undefined
  #isHeld = false

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
    this.#add({ say, action, passes: false })
  }

  /** Tells what matters at the moment only, such as that something was copied. It leaves by itself. */
  mention(say: () => string): void {
    this.#add({ say, action: null, passes: true })
  }

  /** Says whether the writer is at the notice, by mouse or keyboard, or away from the window. Then it stays. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    this.#wait()
  }

  #add(notice: PendingNotice): void {
    // An equal notice replaces the previous one, and a passing notice does not come back from behind another.
    const before = notice.say() === this.sentence ? this.#entries.slice(0, -1) : this.#entries.filter(({ passes }) => !passes)
    this.#entries = [...before, notice].slice(-CAPACITY)
    this.#wait()
  }

  /** Waits until a passing notice has been read. */
  #wait(): void {
    clearTimeout(this.#timer)
    const newest = this.#entries.at(-1)
    if (newest?.passes && !this.#isHeld) this.#timer = setTimeout(() => this.dismiss(), LOOK_UP + PER_WORD * lengthOf(newest.say()).words)
  }

  /** Takes back a notice that no longer holds. */
  withdraw(say: () => string): void {
    const sentence = say()
    this.#entries = this.#entries.filter((notice) => notice.say() !== sentence)
    this.#wait()
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
    this.#wait()
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
