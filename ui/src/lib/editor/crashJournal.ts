// The crash journal of one manuscript, seen from the page: what is typed goes to the disk batch by batch, well before it
// is saved. A key costs one composition of change sets here; everything else waits for the batch.

import type { ChangeSet } from '@codemirror/state'
import { asFault, type Fault, type Host, type Hunk } from '$lib/host'

/** How long typed text waits for its batch, in milliseconds: with the way to the disk, less than 300 are ever at risk. */
export const BATCH = 150

/** How long a save waits for batches that are on their way, in milliseconds; it is what makes them superfluous. */
const PATIENCE = 1_000

type Batch = { seq: number; length: number; changes: Hunk[] }

/** Where batches go. */
export type Journal = Pick<Host, 'journalKeystrokes'>

/** Keeps what is typed into one manuscript on the disk. */
export class CrashJournal {
  /** Changes of the batch that is being typed. */
  #pending: ChangeSet | null = null
  /** Batches on their way to the disk, oldest first; one that failed goes again with the next. */
  #waiting: Batch[] = []
  #sending: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #composing = false
  #stopped = false
  /** The batch after which the text was that of the file with the hash `#base`. */
  #since = 0

  constructor(
    /** Returns the manuscript's path; it may be given another one while it is open. */
    private readonly path: () => string,
    private readonly journal: Journal,
    /** Hears why a batch is not on the disk; `null` once they are again. */
    private readonly onFault: (fault: Fault | null) => void,
    private base: string,
    private seq = 0,
  ) {}

  /** Takes changes of the text. Those that only bring the file's own text in begin no journal. */
  typed(changes: ChangeSet, fromDisk = false): void {
    if (this.#stopped || (fromDisk && !this.#begun)) return
    this.#pending = this.#pending?.compose(changes) ?? changes
    this.#timer ??= setTimeout(() => this.#ripe(), BATCH)
  }

  /** Says that an input method began or ended composing: what is half typed is nobody's text, and the end of it is. */
  composing(on: boolean): void {
    // What was typed before does not wait for the end of it.
    if (on && !this.#composing && this.#pending) this.cut()
    this.#composing = on
    // With the next task: an engine may put the text in only behind the event.
    if (!on && this.#pending) this.#due(0)
  }

  /** Ends the batch that is being typed; returns the number of the last one, which has all that was typed so far. */
  cut(): number {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending) {
      this.seq += 1
      this.#waiting.push({ seq: this.seq, length: this.#pending.length, changes: hunksOf(this.#pending) })
      this.#pending = null
    }
    void this.#send()
    return this.seq
  }

  /** Says that the file with this hash has the text as it was after a batch. */
  stood(hash: string, seq: number): void {
    this.base = hash
    this.#since = seq
    this.#waiting = this.#waiting.filter((batch) => batch.seq > seq)
  }

  /** Resolves when all that was cut is on the disk, or has been waited for long enough. */
  async sent(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE)))
    await Promise.race([this.#send(), patience])
    clearTimeout(timer)
  }

  /** Writes nothing from now on. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  get #begun(): boolean {
    return this.seq > 0 || this.#pending !== null
  }

  #due(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ripe(), ms)
  }

  #ripe(): void {
    if (this.#composing) this.#due(BATCH)
    else this.cut()
  }

  #send(): Promise<void> {
    this.#sending ??= this.#drain().finally(() => (this.#sending = null))
    return this.#sending
  }

  async #drain(): Promise<void> {
    for (let batch = this.#waiting[0]; batch && !this.#stopped; batch = this.#waiting[0]) {
      const sent = batch
      try {
        await this.journal.journalKeystrokes({ path: this.path(), base: this.base, since: this.#since, ...sent })
        this.onFault(null)
      } catch (error) {
        this.onFault(asFault(error))
        return
      }
      this.#waiting = this.#waiting.filter((each) => each !== sent)
    }
  }
}

function hunksOf(changes: ChangeSet): Hunk[] {
  const hunks: Hunk[] = []
  changes.iterChanges((from, to, _fromB, _toB, text) => void hunks.push({ from, to, insert: text.toString() }), true)
  return hunks
}
