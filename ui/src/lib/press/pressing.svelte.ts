import { asFault, type Fault, type Host, type PressProgress } from '$lib/host'

/** One export or import: that it goes on, how far it is, what came of it. */
export class Pressing<T> {
  running = $state(false)
  progress = $state<PressProgress | null>(null)
  done = $state<T | null>(null)
  fault = $state<Fault | null>(null)

  readonly #host: Host

  constructor(host: Host) {
    this.#host = host
  }

  /** Follows how far it is; returns what ends that. */
  follow(): () => void {
    const listening = this.#host.onPressProgress((progress) => {
      if (this.running) this.progress = progress
    })
    return () => void listening.then((end) => end())
  }

  /** Does the work, once at a time. A dialog the writer closed leaves everything as it was. */
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
