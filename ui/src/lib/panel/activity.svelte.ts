import type { Health, Host, RunView } from '$lib/host'
import { Resource } from '$lib/ui/resource.svelte'

/** What the machine did, and whether everything is in order; the latter reads every file, so both are asked in view only. */
export class Activity {
  readonly runs: Resource<RunView[]>
  readonly health: Resource<Health>

  #viewed = false

  constructor(host: Host) {
    this.runs = new Resource(() => host.runs())
    this.health = new Resource(() => host.health())
  }

  /** Keeps both up to date until the returned function is called. */
  view(): () => void {
    this.#viewed = true
    void this.load()
    return () => (this.#viewed = false)
  }

  /** Asks again for what is in view. */
  async load(): Promise<void> {
    if (!this.#viewed) return
    await Promise.all([this.runs.load(), this.health.load()])
  }
}
