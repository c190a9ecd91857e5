import type { ActivityView, Health, Host, ObserveView, RunView } from '$lib/host'
import { Resource } from '$lib/ui/resource.svelte'

/**
 * The charts of learning, the runs of the desk, and the health of the project. The health check reads every file, so
 * all data is loaded only while it is in view.
 */
export class Activity {
  readonly charts: Resource<ActivityView>
  readonly observed: Resource<ObserveView>
  readonly runs: Resource<RunView[]>
  readonly health: Resource<Health>
  /** Whether the latest choices are unfolded. */
  choicesShown = $state(false)
  /** Whether the list of what only the command line does is unfolded. */
  commandLineShown = $state(false)

  #viewed = false

  constructor(host: Host) {
    this.charts = new Resource(() => host.activity())
    this.observed = new Resource(() => host.observe())
    this.runs = new Resource(() => host.runs())
    this.health = new Resource(() => host.health())
  }

  /** Loads all data and keeps it up to date until the returned function is called. */
  view(): () => void {
    this.#viewed = true
    void this.load()
    return () => (this.#viewed = false)
  }

  /** Loads all data again, if in view. */
  async load(): Promise<void> {
    if (!this.#viewed) return
    await Promise.all([this.charts.load(), this.observed.load(), this.runs.load(), this.health.load()])
  }

  /** Loads the charts again, if in view: a new episode changes no other data here. */
  async loadCharts(): Promise<void> {
    if (this.#viewed) await this.charts.load()
  }
}
