import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { asFault, type Saved } from '$lib/host'
import { fault } from '$lib/fake/fakeHost'
import { Autosave, CLEAN, DEADLINE, PAUSE, step, type SaveEvent, type SaveState } from './autosave'

/** Sets up an autosave whose saves the test ends by hand. */
function setUp() {
  let text = ''
  const saves: { text: string; baseHash: string; done: (saved: Saved) => void; fail: (reason: unknown) => void }[] = []
  const states: SaveState[] = []
  const follow = vi.fn()
  const autosave = new Autosave(
    {
      read: () => text,
      save: (text, baseHash) => new Promise((done, fail) => void saves.push({ text, baseHash, done, fail })),
      follow,
    },
    'hash-0',
    (state) => void states.push(state),
  )
  return {
    autosave,
    saves,
    follow,
    type(next: string) {
      text = next
      autosave.edited()
    },
    /** Ends the newest save with success. */
    async done() {
      saves.at(-1)?.done({ hash: `hash-${saves.length}`, unkept: null })
      await vi.advanceTimersByTimeAsync(0)
    },
    async fail(code: Parameters<typeof fault>[0]) {
      saves.at(-1)?.fail(fault(code))
      await vi.advanceTimersByTimeAsync(0)
    },
    texts: () => saves.map(({ text }) => text),
  }
}

describe('autosave', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('saves nothing without an edit', async () => {
    const { autosave, saves } = setUp()
    await autosave.flush()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saves).toEqual([])
  })

  it('saves within a second of a pause, and not before', async () => {
    const { type, texts, saves } = setUp()
    type('雨')
    await vi.advanceTimersByTimeAsync(PAUSE - 1)
    type('雨停')
    await vi.advanceTimersByTimeAsync(PAUSE - 1)
    expect(texts()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(texts()).toEqual(['雨停'])
    expect(saves[0]?.baseHash).toBe('hash-0')
    expect(PAUSE).toBeLessThan(1_000)
  })

  it('saves within the deadline while the writer never pauses, and again after the next deadline', async () => {
    const { type, texts, done } = setUp()
    const typeFor = async (ms: number) => {
      for (let at = 0; at < ms; at += PAUSE / 2) {
        type(`${texts().length} 雨`)
        await vi.advanceTimersByTimeAsync(PAUSE / 2)
      }
    }
    await typeFor(DEADLINE + PAUSE)
    expect(texts()).toHaveLength(1)
    await done()
    await typeFor(DEADLINE + PAUSE)
    expect(texts()).toHaveLength(2)
  })

  it('does not save text of an open composition at the deadline', async () => {
    const { autosave, type, texts } = setUp()
    autosave.composing(true)
    for (let at = 0; at < DEADLINE * 2; at += PAUSE / 2) {
      type('yu')
      await vi.advanceTimersByTimeAsync(PAUSE / 2)
    }
    expect(texts()).toEqual([])
  })

  it('runs one save at a time and saves later edits after it', async () => {
    const { type, texts, done, saves } = setUp()
    type('one')
    await vi.advanceTimersByTimeAsync(PAUSE)
    type('one two')
    await vi.advanceTimersByTimeAsync(PAUSE * 3)
    expect(texts()).toEqual(['one'])
    await done()
    expect(texts()).toEqual(['one', 'one two'])
    expect(saves[1]?.baseHash, 'the second builds on the first').toBe('hash-1')
    await done()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(texts()).toHaveLength(2)
  })

  it('flushes at once and resolves when the last edit is on the disk', async () => {
    const { autosave, type, texts, done } = setUp()
    type('one')
    const first = autosave.flush()
    type('two')
    let flushed = false
    const second = autosave.flush().then(() => (flushed = true))
    await done()
    expect(texts()).toEqual(['one', 'two'])
    expect(flushed).toBe(false)
    await done()
    await Promise.all([first, second])
    expect(flushed).toBe(true)
  })

  it('resolves a flush only when text typed during its save is on the disk too', async () => {
    const { autosave, type, texts, done } = setUp()
    type('one')
    let flushed = false
    const flushing = autosave.flush().then(() => (flushed = true))
    type('one two')
    await done()
    expect(flushed).toBe(false)
    expect(texts()).toEqual(['one', 'one two'])
    await done()
    await flushing
    expect(autosave.state).toEqual(CLEAN)
  })

  it('saves nothing after stop(), and resolves pending flushes', async () => {
    const { autosave, type, texts, fail } = setUp()
    type('one')
    const flushing = autosave.flush()
    autosave.stop()
    await flushing
    await fail('IO')
    type('two')
    await autosave.flush()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(texts()).toEqual(['one'])
  })

  it('never saves while an input method is composing', async () => {
    const { autosave, type, texts, done } = setUp()
    autosave.composing(true)
    type('yu')
    await vi.advanceTimersByTimeAsync(PAUSE * 5)
    const flushed = autosave.flush()
    expect(texts()).toEqual([])
    type('雨')
    autosave.composing(false)
    expect(texts()).toEqual(['雨'])
    await done()
    await flushed
  })

  it('handles the events of WebKitGTK at the end of a composition: an end, the text, and a second end without a start', async () => {
    const { autosave, type, texts } = setUp()
    autosave.composing(true)
    type('yi')
    autosave.composing(false)
    type('一')
    autosave.composing(false)
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(texts()).toEqual(['一'])
  })

  it('keeps the text after a fault, reports it, and retries with growing waits', async () => {
    const { autosave, type, texts, fail, done } = setUp()
    type('one')
    await vi.advanceTimersByTimeAsync(PAUSE)
    await fail('DISK_FULL')
    expect(autosave.state).toMatchObject({ edited: true, fault: { code: 'DISK_FULL' } })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(texts()).toHaveLength(2)
    await fail('DISK_FULL')
    await vi.advanceTimersByTimeAsync(1_999)
    expect(texts()).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(texts()).toEqual(['one', 'one', 'one'])
    await done()
    expect(autosave.state).toEqual(CLEAN)
  })

  it('retries on the next edit, sooner than the wait', async () => {
    const { type, texts, fail } = setUp()
    type('one')
    for (const wait of [PAUSE, 1_000, 2_000]) {
      await vi.advanceTimersByTimeAsync(wait)
      await fail('WRITE_DENIED')
    }
    type('two')
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(texts().at(-1)).toBe('two')
  })

  it('resolves a flush that fails, with the text still unsaved', async () => {
    const { autosave, type, fail } = setUp()
    type('one')
    const flushed = autosave.flush()
    await fail('IO')
    await flushed
    expect(autosave.state.edited).toBe(true)
  })

  describe('after another program changed the file', () => {
    async function conflict() {
      const desk = setUp()
      desk.type('mine')
      await vi.advanceTimersByTimeAsync(PAUSE)
      await desk.fail('FILE_CHANGED')
      return desk
    }

    it('follows the file and saves nothing until its text is merged', async () => {
      const { autosave, type, texts, saves, follow, done } = await conflict()
      expect(follow).toHaveBeenCalledOnce()
      type('mine too')
      await autosave.flush()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(texts()).toEqual(['mine'])
      expect(autosave.state).toMatchObject({ merging: true, conflict: false, fault: null, edited: true })
      type('mine and theirs')
      autosave.merged('hash-theirs', true)
      expect(saves.at(-1)).toMatchObject({ text: 'mine and theirs', baseHash: 'hash-theirs' })
      await done()
      expect(autosave.state).toEqual(CLEAN)
    })

    it('is saved if the file already has the whole text', async () => {
      const { autosave, texts } = await conflict()
      autosave.merged('hash-theirs', false)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(texts()).toEqual(['mine'])
      expect(autosave).toMatchObject({ hash: 'hash-theirs', state: CLEAN })
    })

    it('retries if the text of the file could not be read', async () => {
      const { autosave, texts } = await conflict()
      autosave.failed(asFault(fault('IO')))
      expect(autosave.state).toMatchObject({ merging: false, fault: { code: 'IO' } })
      await vi.advanceTimersByTimeAsync(1_000)
      expect(texts()).toEqual(['mine', 'mine'])
    })

    it('saves nothing until the writer decides, if the texts cannot be merged', async () => {
      const { autosave, type, texts } = await conflict()
      autosave.refused(asFault(fault('FILE_CHANGED')))
      type('mine too')
      await autosave.flush()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(texts()).toEqual(['mine'])
      expect(autosave.state).toMatchObject({ merging: false, conflict: true })
    })

    it('keeps mine: saves the text over the changed file', async () => {
      const { autosave, saves, done } = await conflict()
      const kept = autosave.keepMine('hash-theirs')
      expect(saves.at(-1)).toMatchObject({ text: 'mine', baseHash: 'hash-theirs' })
      await done()
      await kept
      expect(autosave.state).toEqual(CLEAN)
    })

    it('takes theirs: has nothing to save', async () => {
      const { autosave, texts } = await conflict()
      autosave.tookTheirs('hash-theirs')
      await vi.advanceTimersByTimeAsync(60_000)
      expect(texts()).toEqual(['mine'])
      expect(autosave).toMatchObject({ hash: 'hash-theirs', state: CLEAN })
    })
  })

  it('waits for a decision before it writes a deleted file again, and continues when the file is back', async () => {
    const { autosave, type, texts, fail } = setUp()
    type('one')
    await vi.advanceTimersByTimeAsync(PAUSE)
    await fail('NOT_FOUND')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(autosave.state).toMatchObject({ conflict: true, edited: true })
    expect(texts()).toEqual(['one'])
    autosave.found()
    expect(texts()).toEqual(['one', 'one'])
  })

  it('keeps its invariants under any order of events', () => {
    const events: SaveEvent[] = [
      { type: 'edited', at: 0 },
      { type: 'paused' },
      { type: 'flush' },
      { type: 'saved' },
      { type: 'failed', fault: asFault(fault('IO')) },
      { type: 'failed', fault: asFault(fault('FILE_CHANGED')) },
      { type: 'composing', on: true },
      { type: 'composing', on: false },
      { type: 'refused', fault: asFault(fault('NOT_FOUND')) },
      { type: 'found' },
      { type: 'keptMine' },
      { type: 'outside' },
      { type: 'merged', edited: true },
      { type: 'merged', edited: false },
    ]
    // Exhaustive: all states within six events of `CLEAN`.
    const seen = new Map<string, SaveState>([[JSON.stringify(CLEAN), CLEAN]])
    for (let round = 0; round < 6; round++) {
      for (const state of [...seen.values()]) {
        for (const event of events) {
          const ends = event.type === 'saved' || event.type === 'failed'
          if (ends && !state.saving) continue
          // A merge is never answered during a save or a composition.
          if (event.type === 'merged' && (state.saving || state.composing)) continue
          const [next, order] = step(state, event)
          if (order?.type === 'save') {
            expect(state.saving && !ends, 'never a second save').toBe(false)
            expect(next.composing || next.conflict || next.merging, 'never while composing or in conflict').toBe(false)
          }
          if (state.edited && !next.edited && event.type !== 'merged') expect(order?.type, 'edits leave only with a save').toBe('save')
          if (next.failures < 8) seen.set(JSON.stringify(next), next)
        }
      }
    }
    expect(seen.size).toBeGreaterThan(20)
  })
})
