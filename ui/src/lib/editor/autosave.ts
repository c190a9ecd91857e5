// Automatic saving. The rules are one pure step function. The class below keeps only the timer and the promises.

import { asFault, type Fault, type Saved } from '$lib/host'

/** Delay of a save after the last key, in milliseconds. Typed text is on the disk within a second of a pause. */
export const PAUSE = 700

/** Longest time that text stays unsaved while the writer types without a pause, in milliseconds. */
export const DEADLINE = 5_000

/** Wait after the first failed save, in milliseconds. It doubles with each failure, up to `LAST_RETRY`. */
const FIRST_RETRY = 1_000
const LAST_RETRY = 30_000

/** The state of a manuscript between the editor and the disk. */
export type SaveState = {
  /** The editor has text that was not sent to the disk yet. */
  readonly edited: boolean
  /** Time of the first such edit, on the clock of the events. `null` if there is no edit since the last save began. */
  readonly since: number | null
  /** A save is running. There is at most one at a time. */
  readonly saving: boolean
  /** An input method has an open composition. Its text is not final and must not be saved. */
  readonly composing: boolean
  /** A save must start as soon as no condition prevents it. */
  readonly due: boolean
  /** Number of failures since the last success. */
  readonly failures: number
  readonly fault: Fault | null
  /** Another program changed or deleted the file. Nothing is saved until the writer decides which text to keep. */
  readonly conflict: boolean
  /** Another program changed the file. Nothing is saved until its text is merged. */
  readonly merging: boolean
}

export type SaveEvent =
  | { readonly type: 'edited'; readonly at: number }
  | { readonly type: 'paused' | 'flush' | 'saved' | 'found' | 'keptMine' | 'tookTheirs' | 'outside' }
  | { readonly type: 'merged'; readonly edited: boolean }
  | { readonly type: 'composing'; readonly on: boolean }
  | { readonly type: 'failed' | 'refused'; readonly fault: Fault }

/** The action after a step: start a save, follow the changed file, or (re)start the single timer. */
export type SaveOrder = { readonly type: 'save' | 'follow' } | { readonly type: 'wait'; readonly ms: number }

/** The state of a manuscript directly after reading its file. */
export const CLEAN: SaveState = {
  edited: false,
  since: null,
  saving: false,
  composing: false,
  due: false,
  failures: 0,
  fault: null,
  conflict: false,
  merging: false,
}

/** Returns the state after an event, and the action to perform. */
export function step(state: SaveState, event: SaveEvent): [SaveState, SaveOrder | null] {
  switch (event.type) {
    case 'edited': {
      const since = state.since ?? event.at
      return wait({ ...state, edited: true, since }, Math.max(0, Math.min(PAUSE, since + DEADLINE - event.at)))
    }
    case 'paused':
      return state.composing ? wait(state, PAUSE) : begin({ ...state, due: true })
    case 'flush':
      return begin({ ...state, due: true })
    case 'composing': {
      const next = { ...state, composing: event.on }
      return next.due ? begin(next) : [next, null]
    }
    case 'saved': {
      const next = { ...state, saving: false, failures: 0, fault: null }
      return next.due ? begin(next) : next.edited ? wait(next, PAUSE) : [next, null]
    }
    case 'failed': {
      const next = { ...state, saving: false, merging: false, edited: true, due: false, fault: event.fault }
      // Another program caused this fault. A changed file is merged first. About a deleted file only the writer can
      // decide.
      if (event.fault.code === 'FILE_CHANGED') return [{ ...next, fault: null, merging: true }, { type: 'follow' }]
      if (event.fault.code === 'NOT_FOUND') return [{ ...next, conflict: true }, null]
      return wait({ ...next, failures: state.failures + 1 }, Math.min(FIRST_RETRY * 2 ** state.failures, LAST_RETRY))
    }
    case 'refused':
      return [{ ...state, due: false, fault: event.fault, conflict: true, merging: false }, null]
    case 'outside':
      return [{ ...state, due: false, merging: true }, null]
    case 'merged': {
      const next = { ...state, merging: false, conflict: false, failures: 0, fault: null }
      return begin({ ...next, edited: event.edited, since: null, due: event.edited })
    }
    case 'found':
      // The file was away only for a moment, for example while another program replaced it. The writer need not decide.
      if (state.fault?.code !== 'NOT_FOUND' && !state.merging) return [state, null]
      return begin({ ...state, conflict: false, merging: false, fault: null, due: true })
    case 'keptMine':
      return begin({ ...state, conflict: false, merging: false, edited: true, due: true, fault: null })
    case 'tookTheirs':
      return [{ ...CLEAN, composing: state.composing }, null]
  }
}

function wait(state: SaveState, ms: number): [SaveState, SaveOrder | null] {
  return [state, state.conflict || state.merging ? null : { type: 'wait', ms }]
}

/** Starts the due save, unless another save, a composition, a merge or a decision is pending. */
function begin(state: SaveState): [SaveState, SaveOrder | null] {
  if (!state.edited || state.conflict || state.merging) return [{ ...state, due: false }, null]
  if (state.saving || state.composing) return [state, null]
  return [{ ...state, edited: false, since: null, saving: true, due: false }, { type: 'save' }]
}

/** Access to the text in the editor and to the disk. */
export type SavePort = {
  read(): string
  save(text: string, baseHash: string): Promise<Saved>
  /** Called when a save has found the file changed by another program. */
  follow(): void
}

/** Saves one manuscript automatically. */
export class Autosave {
  #state = CLEAN
  #hash: string
  #timer: ReturnType<typeof setTimeout> | undefined
  #waiting: (() => void)[] = []
  #stopped = false

  constructor(
    private readonly port: SavePort,
    hash: string,
    private readonly onChange: (state: SaveState) => void,
  ) {
    this.#hash = hash
  }

  get state(): SaveState {
    return this.#state
  }

  /** The hash of the file at the last read or save. */
  get hash(): string {
    return this.#hash
  }

  /** Reports an edit by the writer. */
  edited(): void {
    this.#take({ type: 'edited', at: performance.now() })
  }

  /** Reports the start or the end of a composition. */
  composing(on: boolean): void {
    if (on !== this.#state.composing) this.#take({ type: 'composing', on })
  }

  /**
   * Saves all unsaved text at once, including text typed during the save. Resolves when the disk has the text or a save
   * has failed.
   */
  async flush(): Promise<void> {
    do {
      this.#take({ type: 'flush' })
      await this.idle()
    } while (this.#state.edited && !this.#state.fault && !this.#state.merging && !this.#stopped)
  }

  /** Resolves when no save is running or due. */
  idle(): Promise<void> {
    const { saving, due } = this.#state
    return (saving || due) && !this.#stopped ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve()
  }

  /** Reports that another program changed or deleted the file, so that the writer must decide. */
  refused(fault: Fault): void {
    this.#take({ type: 'refused', fault })
  }

  /** Reports that another program changed the file and that its text is still to be merged. */
  outside(): void {
    this.#take({ type: 'outside' })
  }

  /** Reports that the text now contains the text of the file with this hash; `edited` if it has more. */
  merged(hash: string, edited: boolean): void {
    this.#hash = hash
    this.#take({ type: 'merged', edited })
  }

  /** Reports that the text of the other program could not be read. The next save tries again. */
  failed(fault: Fault): void {
    this.#take({ type: 'failed', fault })
  }

  /** Reports that the file is unchanged since the last read or save. */
  found(): void {
    this.#take({ type: 'found' })
  }

  /** Saves the editor's text over the file with this hash; an empty hash creates the file. */
  keepMine(hash: string): Promise<void> {
    this.#hash = hash
    this.#take({ type: 'keptMine' })
    return this.idle()
  }

  /** Reports that the editor now has the text of the file with this hash. */
  tookTheirs(hash: string): void {
    this.#hash = hash
    this.#take({ type: 'tookTheirs' })
  }

  /** Stops saving: the project of the manuscript is no longer open. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#waiting.splice(0).forEach((resolve) => resolve())
  }

  #take(event: SaveEvent): void {
    if (this.#stopped) return
    const [state, order] = step(this.#state, event)
    this.#state = state
    if (order) clearTimeout(this.#timer)
    if (order?.type === 'wait') this.#timer = setTimeout(() => this.#take({ type: 'paused' }), order.ms)
    if (order?.type === 'save') void this.#save()
    if (order?.type === 'follow') this.port.follow()
    this.onChange(state)
    if (!state.saving && !state.due) this.#waiting.splice(0).forEach((resolve) => resolve())
  }

  async #save(): Promise<void> {
    try {
      const saved = await this.port.save(this.port.read(), this.#hash)
      this.#hash = saved.hash
      this.#take({ type: 'saved' })
    } catch (error) {
      this.#take({ type: 'failed', fault: asFault(error) })
    }
  }
}
