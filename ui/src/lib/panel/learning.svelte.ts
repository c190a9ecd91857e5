import { asFault, type DistillProgress, type DistillReport, type Fault, type Host, type LearningView } from '$lib/host'
import type { Notices } from '$lib/notices/notices.svelte'
import { Resource } from '$lib/ui/resource.svelte'

/** The state of learning and the running distillation, by whomever it was started. */
export class Learning {
  readonly view: Resource<LearningView>
  /** The stage of the running distillation; `null` if none is running. */
  progress = $state.raw<DistillProgress | null>(null)
  /** The report of the last distillation requested here. */
  report = $state.raw<DistillReport | null>(null)
  /** The reason why the last distillation changed nothing. */
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

  /** Pauses or resumes learning. */
  async pause(paused: boolean): Promise<void> {
    if (this.#pausing) return
    this.#pausing = true
    await this.notices.attempt(() => this.host.pauseLearning(paused))
    this.report = null
    await this.view.load()
    this.#pausing = false
  }

  /** Starts a distillation. Does nothing while one is running or learning is paused. */
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

  /**
   * Takes a progress event. For a distillation that the core starts, after the fiftieth episode, this is the only
   * source.
   */
  async follow(progress: DistillProgress): Promise<void> {
    if (progress.stage !== 'completed' && progress.stage !== 'failed') {
      this.progress = progress
      this.#forget()
      return
    }
    // A distillation requested here resolves in a moment. The last stage stays until then, to avoid flicker.
    if (!this.#asking) this.progress = null
    this.fault =
      progress.stage === 'failed'
        ? asFault({ code: progress.errorCode ?? 'UNEXPECTED', message: progress.message ?? '', details: {} })
        : null
    await this.view.load()
  }

  /**
   * Loads the state of learning again after a change of the episodes.
   *
   * The last report is dropped only when new episodes wait. At a start, the core compacts old episodes. Its event may
   * arrive after a requested distillation and would remove the unread report.
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
