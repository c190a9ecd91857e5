// Saving without being asked. The rules are one pure step function; the class below only keeps its timer and promises.

import { asFault, type Fault, type Saved } from '$lib/host'

/** How long after the last key a save begins, in milliseconds: typed text is on the disk within a second of a pause. */
export const PAUSE = 700

/** How long text stays unsaved at most while the writer types without a pause, in milliseconds. */
export const DEADLINE = 5_000

/** The first wait after a failed save, in milliseconds; it doubles up to the last. */
const FIRST_RETRY = 1_000
const LAST_RETRY = 30_000

/** Where a manuscript stands between the editor and the disk. */
export type SaveState = {
  /** The editor holds text that was not handed to the disk. */
  readonly edited: boolean
  /** When the first of those edits was made, on the clock of the events; `null` without one since the last save began. */
  readonly since: number | null
  /** A save is under way; there is never a second one beside it. */
  readonly saving: boolean
  /** An input method is composing: its half-typed text is not the writer's yet. */
  readonly composing: boolean
  /** A save is wanted as soon as nothing stands in its way. */
  readonly due: boolean
  /** Failures since the last success. */
  readonly failures: number
  /** Why the last save failed. */
  readonly fault: Fault | null
  /** Another program changed the file, or took it away: nothing is saved until the writer says what to keep. */
  readonly conflict: boolean
  /** Another program changed the file: nothing is saved until what it wrote is merged. */
  readonly merging: boolean
}

export type SaveEvent =
  | { readonly type: 'edited'; readonly at: number }
  | { readonly type: 'paused' | 'flush' | 'saved' | 'found' | 'keptMine' | 'tookTheirs' | 'outside' }
  | { readonly type: 'merged'; readonly edited: boolean }
  | { readonly type: 'composing'; readonly on: boolean }
  | { readonly type: 'failed' | 'refused'; readonly fault: Fault }

/** What has to be done: begin a save, follow the file that another program changed, or (re)start the one timer. */
export type SaveOrder = { readonly type: 'save' | 'follow' } | { readonly type: 'wait'; readonly ms: number }

/** The state of a manuscript as it was just read. */
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

/** Returns the state after an event, and what to do about it. */
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
      // Another program caused it: what it wrote is looked at first, and only the writer can tell a file that is gone.
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
      // A file that was away for a moment, as while another program replaces it, is no question to the writer.
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

/** Begins the save that is due, unless it must wait for the one under way, the input method, a merge or the writer. */
function begin(state: SaveState): [SaveState, SaveOrder | null] {
  if (!state.edited || state.conflict || state.merging) return [{ ...state, due: false }, null]
  if (state.saving || state.composing) return [state, null]
  return [{ ...state, edited: false, since: null, saving: true, due: false }, { type: 'save' }]
}

/** The text in the editor and the way to the disk. */
export type SavePort = {
  read(): string
  save(text: string, baseHash: string): Promise<Saved>
  /** Another program changed the file that was to be saved over. */
  follow(): void
}

/** Keeps one manuscript saved. */
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

  /** The hash of the file as last read or saved. */
  get hash(): string {
    return this.#hash
  }

  /** Says that the writer changed the text. */
  edited(): void {
    this.#take({ type: 'edited', at: performance.now() })
  }

  /** Says that an input method began or ended composing. */
  composing(on: boolean): void {
    if (on !== this.#state.composing) this.#take({ type: 'composing', on })
  }

  /** Saves at once what is unsaved, and what is typed meanwhile; resolves when the disk has all of it or has refused. */
  async flush(): Promise<void> {
    do {
      this.#take({ type: 'flush' })
      await this.idle()
    } while (this.#state.edited && !this.#state.fault && !this.#state.merging && !this.#stopped)
  }

  /** Resolves when no save is under way or due. */
  idle(): Promise<void> {
    const { saving, due } = this.#state
    return (saving || due) && !this.#stopped ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve()
  }

  /** Says that another program has changed the file, or taken it away. */
  refused(fault: Fault): void {
    this.#take({ type: 'refused', fault })
  }

  /** Says that another program has changed the file, and that what it wrote is still to be merged. */
  outside(): void {
    this.#take({ type: 'outside' })
  }

  /** Says that the text now holds what is in the file that has this hash, and perhaps more. */
  merged(hash: string, edited: boolean): void {
    this.#hash = hash
    this.#take({ type: 'merged', edited })
  }

  /** Says that what another program wrote could not be had; it is tried again with the next save. */
  failed(fault: Fault): void {
    this.#take({ type: 'failed', fault })
  }

  /** Says that the file was found as it was last read or saved. */
  found(): void {
    this.#take({ type: 'found' })
  }

  /** Saves the editor's text over the file that has this hash; without one, as a new file. */
  keepMine(hash: string): Promise<void> {
    this.#hash = hash
    this.#take({ type: 'keptMine' })
    return this.idle()
  }

  /** Says that the editor now holds the file that has this hash. */
  tookTheirs(hash: string): void {
    this.#hash = hash
    this.#take({ type: 'tookTheirs' })
  }

  /** Saves nothing from now on: the project of the manuscript is no longer the open one. */
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
