// Long work in short turns, so that no key waits for it. WebKitGTK has no `requestIdleCallback`.

/** One turn may take this long, in milliseconds: half a frame. */
const TURN = 8

/** Runs work that yields often, turn by turn, and hands on what it returns; the returned function ends it early. */
export function inSlices<T>(work: Generator<unknown, T>, done: (value: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = () => {
    const end = performance.now() + TURN
    do {
      const { done: over, value } = work.next()
      if (over) return done(value as T)
    } while (performance.now() < end)
    timer = setTimeout(turn)
  }
  turn()
  return () => clearTimeout(timer)
}
