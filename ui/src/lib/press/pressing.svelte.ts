import { asFault, type Fault, type Host, type PressProgress } from '$lib/host'

/** The state of one export or import: running, progress and result. */
export class Pressing<T> {
  running = $state(false)
  progress = $state<PressProgress | null>(null)
  done = $state<T | null>(null)
  fault = $state<Fault | null>(null)

  readonly #host: Host

  constructor(host: Host) {
    this.#host = host
  }

  /** Subscribes to progress events. The returned function unsubscribes. */
  follow(): () => void {
    const listening = this.#host.onPressProgress((progress) => {
      if (this.running) this.progress = progress
    })
    return () => void listening.then((end) => end())
  }

  /** Runs the work, one at a time. A cancelled system dialog changes nothing. */
  async run(work: (host: Host) => Promise<T | null>): Promise<void> {
    if (this.running) return
    Object.assign(this, { running: true, progress: null, fault: null, done: null })
    try {
      this.done = await work(this.#host)
    } catch (reason) {
      this.fault = asFault(reason)
    } finally {
      this.running = false
    }
  }
}
