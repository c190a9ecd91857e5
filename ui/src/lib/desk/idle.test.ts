import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Idle, IDLE } from './idle'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('an idle writer', () => {
  it('is reported once, five minutes after the last change', () => {
    const onIdle = vi.fn()
    const idle = new Idle(onIdle)
    vi.advanceTimersByTime(2 * IDLE)
    expect(onIdle, 'before any change').not.toHaveBeenCalled()
    idle.awake()
    vi.advanceTimersByTime(IDLE - 1)
    idle.awake()
    vi.advanceTimersByTime(IDLE - 1)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onIdle).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(2 * IDLE)
    expect(onIdle, 'until the next change').toHaveBeenCalledOnce()
    idle.awake()
    vi.advanceTimersByTime(IDLE)
    expect(onIdle).toHaveBeenCalledTimes(2)
  })
})
