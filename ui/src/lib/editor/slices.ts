// Long work in short turns, so that no key waits for it. WebKitGTK has no `requestIdleCallback`.

/** One turn may take this long, in milliseconds: half a frame. */
const TURN = 8

/** Work that is under way. */
export type Slices = {
  /** Ends it early; nothing is handed on. */
  readonly end: () => void
  /** Has its next turn, if there is one, no sooner than after so many milliseconds. */
  readonly rest: (ms: number) => void
}

/** Runs work that yields often, turn by turn, and hands on what it returns. */
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
