import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EpisodeInput } from '$lib/host'
import { fault } from '$lib/fake/fakeHost'
import { Outbox } from './outbox'

const episode = (id: string): EpisodeInput => ({
  id,
  kind: 'choice',
  chapterId: '一.md',
  sceneType: 'action',
  skillUsed: 'polish',
  inputContext: '',
  candidates: ['雨停了。'],
  selectedIndex: 0,
  finalText: '雨停了。',
  language: 'zh',
  targetEpisodeId: null,
  undoAfterAccept: false,
  undoneAfter: null,
})

describe('the outbox', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A journal that fails with the given reasons in order, then accepts every episode. */
  function journal(...failures: unknown[]) {
    const received: string[] = []
    const onFault = vi.fn()
    const outbox = new Outbox(async ({ id }) => {
      if (failures.length > 0) throw failures.shift()
      received.push(id ?? '')
    }, onFault)
    return { outbox, received, onFault }
  }

  it('sends episodes in the order of posting, one at a time', async () => {
    const { outbox, received } = journal()
    outbox.post(episode('1'))
    outbox.post(episode('2'))
    await outbox.flush()
    expect(received).toEqual(['1', '2'])
    expect(outbox.size).toBe(0)
  })

  it('keeps an episode the journal could not write and tries again', async () => {
    const { outbox, received, onFault } = journal(fault('MEMORY_EPISODE_WRITE_FAILED'), fault('DISK_FULL'))
    outbox.post(episode('1'))
    outbox.post(episode('2'))
    await vi.advanceTimersByTimeAsync(0)
    expect(outbox.size).toBe(2)
    expect(onFault).toHaveBeenLastCalledWith(expect.objectContaining({ code: 'MEMORY_EPISODE_WRITE_FAILED' }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(onFault).toHaveBeenLastCalledWith(expect.objectContaining({ code: 'DISK_FULL' }))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(received, 'an amendment never overtakes').toEqual(['1', '2'])
    expect(onFault).toHaveBeenLastCalledWith(null)
  })

  it('waits at most half a minute between tries', async () => {
    const { outbox, received } = journal(...Array.from({ length: 9 }, () => fault('IO')))
    outbox.post(episode('1'))
    await vi.advanceTimersByTimeAsync((1 + 2 + 4 + 8 + 16 + 30 * 4) * 1_000 - 1)
    expect(received).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(received).toEqual(['1'])
  })

  it('sends nothing after stop()', async () => {
    const { outbox, received } = journal(fault('IO'))
    outbox.post(episode('1'))
    await vi.advanceTimersByTimeAsync(0)
    outbox.stop()
    outbox.post(episode('2'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(received).toEqual([])
  })

  it('reports an episode that the journal rejects for good and goes on with the next', async () => {
    const { outbox, received, onFault } = journal(fault('NOT_FOUND'))
    outbox.post(episode('1'))
    outbox.post(episode('2'))
    await outbox.flush()
    expect(onFault).toHaveBeenCalledWith(expect.objectContaining({ code: 'NOT_FOUND' }))
    expect(received).toEqual(['2'])
    expect(onFault).toHaveBeenLastCalledWith(null)
  })
})
