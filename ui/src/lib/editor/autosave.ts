// Saving without being asked. The rules are one pure step function; the class below only keeps its timer and promises.

import { asFault, type Fault, type Saved } from '$lib/host'

/** How long after the last key a save begins, in milliseconds: typed text is on the disk within a second of a pause. */
export const PAUSE = 700

/** The first wait after a failed save, in milliseconds; it doubles up to the last. */
const FIRST_RETRY = 1_000
const LAST_RETRY = 30_000

/** Where a manuscript stands between the editor and the disk. */
export type SaveState = {
  /** The editor holds text that was not handed to the disk. */
  readonly edited: boolean
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
  /** Another program changed the file under unsaved text: nothing is saved until the writer says which to keep. */
  readonly conflict: boolean
}

export type SaveEvent =
  | { readonly type: 'edited' | 'paused' | 'flush' | 'saved' | 'keptMine' | 'tookTheirs' }
  | { readonly type: 'composing'; readonly on: boolean }
  | { readonly type: 'failed'; readonly fault: Fault }

/** What has to be done: begin a save, or (re)start the one timer. */
export type SaveOrder = { readonly type: 'save' } | { readonly type: 'wait'; readonly ms: number }

/** The state of a manuscript as it was just read. */
export const CLEAN: SaveState = {
  edited: false,
  saving: false,
  composing: false,
  due: false,
  failures: 0,
  fault: null,
  conflict: false,
}

/** Returns the state after an event, and what to do about it. */
export function step(state: SaveState, event: SaveEvent): [SaveState, SaveOrder | null] {
  switch (event.type) {
    case 'edited':
      return wait({ ...state, edited: true }, PAUSE)
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
      const next = { ...state, saving: false, edited: true, due: false, fault: event.fault }
      if (event.fault.code === 'FILE_CHANGED') return [{ ...next, conflict: true }, null]
      return wait({ ...next, failures: state.failures + 1 }, Math.min(FIRST_RETRY * 2 ** state.failures, LAST_RETRY))
    }
    case 'keptMine':
      return begin({ ...state, conflict: false, edited: true, due: true, fault: null })
    case 'tookTheirs':
      return [{ ...CLEAN, composing: state.composing }, null]
  }
}

function wait(state: SaveState, ms: number): [SaveState, SaveOrder | null] {
  return [state, state.conflict ? null : { type: 'wait', ms }]
}

/** Begins the save that is due, unless it must wait for the one under way, the input method or the writer. */
function begin(state: SaveState): [SaveState, SaveOrder | null] {
  if (!state.edited || state.conflict) return [{ ...state, due: false }, null]
  if (state.saving || state.composing) return [state, null]
  return [{ ...state, edited: false, saving: true, due: false }, { type: 'save' }]
}

/** The text in the editor and the way to the disk. */
export type SavePort = {
  read(): string
  save(text: string, baseHash: string): Promise<Saved>
}

/** Keeps one manuscript saved. */
export class Autosave {
  #state = CLEAN
  #hash: string
  #timer: ReturnType<typeof setTimeout> | undefined
  #waiting: (() => void)[] = []

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
    this.#take({ type: 'edited' })
  }

  /** Says that an input method began or ended composing. */
  composing(on: boolean): void {
    if (on !== this.#state.composing) this.#take({ type: 'composing', on })
  }

  /** Saves at once what is unsaved; resolves when it is on the disk or the disk has refused it. */
  flush(): Promise<void> {
    this.#take({ type: 'flush' })
    return this.idle()
  }

  /** Resolves when no save is under way or due. */
  idle(): Promise<void> {
    const { saving, due } = this.#state
    return saving || due ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve()
  }

  /** Says that the disk would refuse the unsaved text, as it does once another program has changed the file. */
  refused(fault: Fault): void {
    this.#take({ type: 'failed', fault })
  }

  /** Saves the editor's text over the file that has this hash. */
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

  #take(event: SaveEvent): void {
    const [state, order] = step(this.#state, event)
    this.#state = state
    if (order) clearTimeout(this.#timer)
    if (order?.type === 'wait') this.#timer = setTimeout(() => this.#take({ type: 'paused' }), order.ms)
    if (order?.type === 'save') void this.#save()
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
