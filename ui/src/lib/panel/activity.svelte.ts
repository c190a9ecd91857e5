import type { Health, Host, RunView } from '$lib/host'
import { Resource } from '$lib/ui/resource.svelte'

/** What the machine did, and whether everything is in order. */
export class Activity {
  readonly runs: Resource<RunView[]>
  readonly health: Resource<Health>

  constructor(host: Host) {
    this.runs = new Resource(() => host.runs())
    this.health = new Resource(() => host.health())
  }

  async load(): Promise<void> {
    await Promise.all([this.runs.load(), this.health.load()])
  }
}
