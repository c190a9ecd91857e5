import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CALM, Keeping } from './keeping'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('writes once for several changes', async () => {
  const keep = vi.fn(() => Promise.resolve())
  const keeping = new Keeping(keep)
  for (let change = 0; change < 5; change++) keeping.changed()
  await vi.advanceTimersByTimeAsync(CALM)
  expect(keep).toHaveBeenCalledOnce()
})

it('waits for a write that runs already, as the closing of the window needs', async () => {
  let finish = () => {}
  const keeping = new Keeping(() => new Promise<void>((resolve) => (finish = resolve)))
  keeping.changed()
  await vi.advanceTimersByTimeAsync(CALM)
  const closed = vi.fn()
  const closing = keeping.now().then(closed)
  await vi.advanceTimersByTimeAsync(CALM)
  expect(closed).not.toHaveBeenCalled()
  finish()
  await closing
  expect(closed).toHaveBeenCalledOnce()
})

it('resolves after a failed write, and writes again', async () => {
  const keep = vi.fn(() => Promise.reject(new Error('the disk is full')))
  const keeping = new Keeping(keep)
  for (let time = 0; time < 2; time++) {
    keeping.changed()
    await keeping.now()
  }
  expect(keep).toHaveBeenCalledTimes(2)
})
