// Runs long work in short time slices, so that no key waits for it. WebKitGTK has no `requestIdleCallback`.

/** Length of a time slice in milliseconds: half a frame. */
const TURN = 8

/** Running work. */
export type Slices = {
  /** Cancels the work; its result is dropped. */
  readonly end: () => void
  /** Postpones the next time slice by at least `ms` milliseconds. */
  readonly rest: (ms: number) => void
}

/** Runs a generator that yields often, slice by slice, and passes its result to `done`. */
export function inSlices<T>(work: Generator<unknown, T>, done: (value: T) => void): Slices {
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = () => {
    timer = undefined
    const end = performance.now() + TURN
    do {
      const { done: over, value } = work.next()
      if (over) return done(value as T)
    } while (performance.now() < end)
    timer = setTimeout(turn)
  }
  turn()
  return {
    end: () => clearTimeout(timer),
    rest: (ms) => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = setTimeout(turn, ms)
    },
  }
}
