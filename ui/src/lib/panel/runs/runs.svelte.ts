import type { Host, Restored } from '$lib/host'
import type { Notices } from '$lib/notices/notices.svelte'

/** What is to be taken back: a run, or what it did to some of its files. */
export interface Wanted {
  run: string
  /** Files of it, as runs name them; all that it did where absent. */
  paths?: string[]
}

/** Takes back what the machine did. */
export class Runs {
  #busy = false

  constructor(
    private readonly host: Host,
    private readonly notices: Notices,
  ) {}

  /** Returns what taking it back would do. */
  foretell(wanted: Wanted, merge = false): Promise<Restored | null> {
    return this.#ask(wanted, merge, true)
  }

  /** Takes it back; null where that failed, which the writer is told. */
  takeBack(wanted: Wanted, merge = false): Promise<Restored | null> {
    return this.#ask(wanted, merge, false)
  }

  async #ask({ run, paths }: Wanted, merge: boolean, dryRun: boolean): Promise<Restored | null> {
    if (this.#busy) return null
    this.#busy = true
    let restored: Restored | null = null
    await this.notices.attempt(async () => {
      restored = await this.host.restoreRun({ runId: run, paths: paths ?? null, merge, dryRun })
    })
    this.#busy = false
    return restored
  }
}
