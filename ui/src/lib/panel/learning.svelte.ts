import { asFault, type DistillProgress, type DistillReport, type Fault, type Host, type LearningView } from '$lib/host'
import type { Notices } from '$lib/notices/notices.svelte'
import { Resource } from '$lib/ui/resource.svelte'

/** How learning stands, and the distillation that is going on, whoever started it. */
export class Learning {
  readonly view: Resource<LearningView>
  /** The stage of the run going on; null when none is. */
  progress = $state.raw<DistillProgress | null>(null)
  /** What the last run asked for here has done. */
  report = $state.raw<DistillReport | null>(null)
  /** Why the last run changed nothing. */
  fault = $state.raw<Fault | null>(null)
  #asking = $state(false)
  #pausing = false

  constructor(
    private readonly host: Host,
    private readonly notices: Notices,
  ) {
    this.view = new Resource(() => host.learning())
  }

  get running(): boolean {
    return this.#asking || this.progress !== null || Boolean(this.view.value?.running)
  }

  get paused(): boolean {
    return Boolean(this.view.value?.paused)
  }

  /** Pauses learning, or goes on with it. */
  async pause(paused: boolean): Promise<void> {
    if (this.#pausing) return
    this.#pausing = true
    await this.notices.attempt(() => this.host.pauseLearning(paused))
    this.report = null
    await this.view.load()
    this.#pausing = false
  }

  /** Updates the preferences now; while a run goes on or learning is paused this does nothing. */
  async distill(): Promise<void> {
    if (this.running || this.paused) return
    this.#asking = true
    this.#forget()
    try {
      this.report = await this.host.distill(null)
    } catch (reason) {
      this.fault = asFault(reason)
    }
    this.progress = null
    this.#asking = false
    await this.view.load()
  }

  /** Takes a step of a run. A run started by the fiftieth episode arrives only here. */
  async follow(progress: DistillProgress): Promise<void> {
    if (progress.stage !== 'completed' && progress.stage !== 'failed') {
      this.progress = progress
      this.#forget()
      return
    }
    // Whoever asked has the answer in a moment; until then the last stage stands, and nothing flickers.
    if (!this.#asking) this.progress = null
    this.fault =
      progress.stage === 'failed'
        ? asFault({ code: progress.errorCode ?? 'UNEXPECTED', message: progress.message ?? '', details: {} })
        : null
    await this.view.load()
  }

  /**
   * Asks again how learning stands, after the episodes have changed.
   *
   * The report of the last run is dropped only when new episodes wait. The event for the compaction of old episodes at
   * a start may come after a run that was asked for meanwhile. It would wipe out that run's report unread.
   */
  async refresh(): Promise<void> {
    await this.view.load()
    if (this.view.value?.pending) this.report = null
  }

  #forget(): void {
    this.report = null
    this.fault = null
  }
}
