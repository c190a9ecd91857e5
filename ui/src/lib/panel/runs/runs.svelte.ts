import type { Host, Restored } from '$lib/host'
import type { Notices } from '$lib/notices/notices.svelte'

/** The run to take back, or its changes of some files. */
export interface Wanted {
  run: string
  /** Names of files as in the run; all files if absent. */
  paths?: string[]
}

/** Takes back changes of the desk in the memory. */
export class Runs {
  #busy = false

  constructor(
    private readonly host: Host,
    private readonly notices: Notices,
  ) {}

  /** Returns the effect of taking it back, without changing anything. */
  foretell(wanted: Wanted, merge = false): Promise<Restored | null> {
    return this.#ask(wanted, merge, true)
  }

  /** Takes it back. Returns `null` after a failure, which is reported. */
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
