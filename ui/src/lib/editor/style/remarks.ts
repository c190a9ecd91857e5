// What is known of passages: each is asked of the host once, and what the writer leaves alone is left alone.

import type { English, Host, StyleRemark } from '$lib/host'
import type { Passage } from './passages'

/** More passages than a long chapter has. */
const MOST = 2_000

/** The most passages of one question, as the core has it. */
const AT_ONCE = 200

/** A remark where it stands in the text. */
export type PlacedRemark = {
  readonly from: number
  readonly to: number
  /** What it is about, without marks. */
  readonly slip: string
  readonly remark: StyleRemark
}

/** The passages that were looked over. */
export class Remarks {
  readonly #known = new Map<string, readonly StyleRemark[]>()
  readonly #left = new Set<string>()
  #english: English | null = null
  /** The last question: one waits for the other, and the first takes seconds. */
  #asking: Promise<boolean> = Promise.resolve(false)
  #fails = false

  constructor(
    private readonly host: Pick<Host, 'checkStyle'>,
    private readonly english: () => English,
    /** Hears why nothing can be looked over: once, until something can be again. */
    private readonly onFault: (reason: unknown) => void,
  ) {}

  /** Returns what is known to be said of a passage, but for what the writer leaves alone. */
  of({ text, at }: Passage): PlacedRemark[] {
    this.#renew()
    return (this.#known.get(text) ?? []).flatMap((remark) => {
      const [from, last] = [at[remark.from], at[remark.to - 1]]
      if (from === undefined || last === undefined) return []
      const placed = { from, to: last + 1, slip: text.slice(remark.from, remark.to), remark }
      return this.#left.has(key(placed)) ? [] : [placed]
    })
  }

  /** Asks for passages that were not asked for yet; returns whether something new is known. */
  ask(passages: readonly Passage[]): Promise<boolean> {
    this.#asking = this.#asking.then(() => this.#ask(passages))
    return this.#asking
  }

  async #ask(passages: readonly Passage[]): Promise<boolean> {
    this.#renew()
    const unasked = [...new Set(passages.map(({ text }) => text))].filter((text) => !this.#known.has(text)).slice(0, AT_ONCE)
    if (unasked.length === 0) return false
    if (this.#known.size + unasked.length > MOST) this.#known.clear()
    const english = this.english()
    try {
      const remarks = await this.host.checkStyle(unasked, english)
      this.#fails = false
      if (english !== this.english()) return false
      unasked.forEach((text, index) => this.#known.set(text, remarks[index] ?? []))
      return true
    } catch (reason) {
      if (!this.#fails) this.onFault(reason)
      this.#fails = true
      return false
    }
  }

  /** Says nothing more of it, wherever the same is said, until the desk is closed. */
  leave(placed: PlacedRemark): void {
    this.#left.add(key(placed))
  }

  /** Knows nothing more of any passage. */
  forget(): void {
    this.#known.clear()
  }

  /** In another English other things are slips. */
  #renew(): void {
    const english = this.english()
    if (english !== this.#english) this.forget()
    this.#english = english
  }
}

const key = ({ slip, remark }: PlacedRemark) => `${remark.kind} ${slip}`
