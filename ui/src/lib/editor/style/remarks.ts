// A cache of remarks by passage, and the remarks that the writer ignores.

import type { English, Host, StyleRemark } from '$lib/host'
import type { Passage } from './passages'

/** Maximum size of the cache, in passages: more than a long chapter has. */
const MOST = 2_000

/** Maximum number of passages per request, as in the core. */
const AT_ONCE = 200

/** A remark with its offsets in the document. */
export type PlacedRemark = {
  readonly from: number
  readonly to: number
  /** The criticised words, without marks. */
  readonly slip: string
  readonly remark: StyleRemark
}

export class Remarks {
  readonly #known = new Map<string, readonly StyleRemark[]>()
  readonly #left = new Set<string>()
  #english: English | null = null
  /** The last request. Requests run one after the other, since the first takes seconds. */
  #asking: Promise<boolean> = Promise.resolve(false)
  #fails = false

  constructor(
    private readonly host: Pick<Host, 'checkStyle'>,
    private readonly english: () => English,
    /** Called on the first failure of the host, and again only after a success in between. */
    private readonly onFault: (reason: unknown) => void,
  ) {}

  /** Returns the cached remarks on a passage, except the ignored ones. */
  of({ text, at }: Passage): PlacedRemark[] {
    this.#renew()
    return (this.#known.get(text) ?? []).flatMap((remark) => {
      const [from, last] = [at[remark.from], at[remark.to - 1]]
      if (from === undefined || last === undefined) return []
      const placed = { from, to: last + 1, slip: text.slice(remark.from, remark.to), remark }
      return this.#left.has(key(placed)) ? [] : [placed]
    })
  }

  /** Checks passages that are not in the cache. Returns whether the cache has new results. */
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

  /** Ignores a remark until the desk is closed, wherever the same words occur. */
  leave(placed: PlacedRemark): void {
    this.#left.add(key(placed))
  }

  /** Clears the cache. */
  forget(): void {
    this.#known.clear()
  }

  /** Clears the cache when the variety of English has changed. */
  #renew(): void {
    const english = this.english()
    if (english !== this.#english) this.forget()
    this.#english = english
  }
}

const key = ({ slip, remark }: PlacedRemark) => `${remark.kind} ${slip}`
