// The crash journal of one manuscript: typed text is sent to the disk in batches, well before it is saved. A key costs
// only one composition of change sets here. All other work is done per batch.

import type { ChangeSet } from '@codemirror/state'
import { asFault, type Fault, type Host, type Hunk } from '$lib/host'

/** Delay of a batch, in milliseconds. With the time of the write, less than 300 ms of typing is at risk. */
export const BATCH = 150

/** Longest wait of a save for pending batches, in milliseconds. The save itself makes these batches obsolete. */
const PATIENCE = 1_000

type Batch = { seq: number; length: number; changes: Hunk[] }

export type Journal = Pick<Host, 'journalKeystrokes'>

/** Writes the keystrokes of one manuscript to its crash journal. */
export class CrashJournal {
  /** The changes of the current batch. */
  #pending: ChangeSet | null = null
  /** Batches to be written, oldest first. A failed batch is sent again before the next. */
  #waiting: Batch[] = []
  #sending: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #composing = false
  #stopped = false
  /** Number of the batch after which the text was saved to the file with the hash `base`. */
  #since = 0

  constructor(
    /** Returns the path of the manuscript, which may be renamed while open. */
    private readonly path: () => string,
    private readonly journal: Journal,
    /** Called with the reason when a batch could not be written, and with `null` after the next success. */
    private readonly onFault: (fault: Fault | null) => void,
    private base: string,
    private seq = 0,
  ) {}

  /** Adds changes of the text to the current batch. Changes that only load the file's own text start no journal. */
  typed(changes: ChangeSet, fromDisk = false): void {
    if (this.#stopped || (fromDisk && !this.#begun)) return
    this.#pending = this.#pending?.compose(changes) ?? changes
    this.#timer ??= setTimeout(() => this.#ripe(), BATCH)
  }

  /** Reports the start or the end of a composition. Its text is final only at the end. */
  composing(on: boolean): void {
    // Text typed before the composition is written now: a composition can stay open for long.
    if (on && !this.#composing && this.#pending) this.cut()
    this.#composing = on
    // In the next task: some engines insert the text only after the event.
    if (!on && this.#pending) this.#due(0)
  }

  /** Ends the current batch. Returns the number of the last batch, which completes the journal up to now. */
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

  /** Reports that the file with this hash has the text as of batch `seq`. */
  stood(hash: string, seq: number): void {
    this.base = hash
    this.#since = seq
    this.#waiting = this.#waiting.filter((batch) => batch.seq > seq)
  }

  /** Resolves when all ended batches are on the disk, or after `PATIENCE`. */
  async sent(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE)))
    await Promise.race([this.#send(), patience])
    clearTimeout(timer)
  }

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
