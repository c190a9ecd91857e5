import { ChangeSet, Text } from '@codemirror/state'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fault } from '$lib/fake/fakeHost'
import type { Keystrokes } from '$lib/host'
import { BATCH, CrashJournal } from './crashJournal'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns a text to type in, with the batches that its journal receives. */
function typing(start = 'It rained. 下雨了。', seq = 0) {
  let text = Text.of(start.split('\n'))
  const sent: Keystrokes[] = []
  const faults: unknown[] = []
  const journal = { journalKeystrokes: vi.fn(async (batch: Keystrokes) => (sent.push(structuredClone(batch)), null)) }
  const keystrokes = new CrashJournal(() => 'a.md', journal, (reason) => faults.push(reason), 'hash-0', seq)
  return {
    keystrokes,
    sent,
    faults,
    journal,
    change(from: number, to: number, insert: string, fromDisk = false) {
      const changes = ChangeSet.of({ from, to, insert: Text.of(insert.split('\n')) }, text.length)
      text = changes.apply(text)
      keystrokes.typed(changes, fromDisk)
    },
    text: () => text.toString(),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** The text that results from replaying the batches. */
    replayed: () =>
      sent.reduce(
        (before, { changes, length }) => {
          expect(before.length).toBe(length)
          return changes.reduceRight((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), before)
        },
        start,
      ),
  }
}

describe('the crash journal', () => {
  it('receives the keystrokes of a batch interval as one batch', async () => {
    const it = typing()
    for (const [at, key] of [...'小雪 '].entries()) it.change(11 + at, 11 + at, key)
    await it.pass(BATCH - 1)
    expect(it.sent).toEqual([])
    await it.pass(1)
    expect(it.sent).toEqual([
      { path: 'a.md', base: 'hash-0', since: 0, seq: 1, length: 15, changes: [{ from: 11, to: 11, insert: '小雪 ' }] },
    ])
    expect(it.replayed()).toBe(it.text())
  })

  it('receives batches while the writer types without a pause', async () => {
    const it = typing('')
    for (let key = 0; key < 40; key++) {
      it.change(key, key, 'x')
      await it.pass(30)
    }
    expect(it.sent.length).toBeGreaterThanOrEqual(6)
    await it.pass(BATCH)
    expect(it.sent.map(({ seq }) => seq)).toEqual(it.sent.map((_, index) => index + 1))
    expect(it.replayed()).toBe(it.text())
  })

  it('receives one batch at a time, and text typed meanwhile with the next', async () => {
    const it = typing('')
    let arrive = () => {}
    it.journal.journalKeystrokes.mockImplementationOnce(async (batch) => {
      await new Promise<void>((resolve) => (arrive = resolve))
      it.sent.push(batch)
      return null
    })
    it.change(0, 0, 'a')
    await it.pass(BATCH)
    it.change(1, 1, '二')
    await it.pass(BATCH)
    expect(it.journal.journalKeystrokes).toHaveBeenCalledTimes(1)
    arrive()
    await it.pass(0)
    expect(it.sent.map(({ seq }) => seq)).toEqual([1, 2])
    expect(it.replayed()).toBe('a二')
  })

  it('receives no text of an open composition, and the final text at once when it ends', async () => {
    const it = typing('')
    it.keystrokes.composing(true)
    it.change(0, 0, 'n')
    it.change(0, 1, 'ni')
    await it.pass(10 * BATCH)
    expect(it.sent).toEqual([])
    it.change(0, 2, '你')
    it.keystrokes.composing(false)
    await it.pass(0)
    expect(it.replayed()).toBe('你')
    expect(it.sent.flatMap(({ changes }) => changes)).toEqual([{ from: 0, to: 0, insert: '你' }])
  })

  it('receives the text before a composition at once when it begins', async () => {
    const it = typing('')
    it.change(0, 0, 'before')
    it.keystrokes.composing(true)
    it.change(6, 6, 'n')
    await it.pass(2 * BATCH)
    expect(it.replayed()).toBe('before')
    it.change(6, 7, '你')
    it.keystrokes.composing(false)
    await it.pass(0)
    expect(it.replayed()).toBe('before你')
  })

  it('receives a failed batch again, and reports the fault until it is written', async () => {
    const it = typing('')
    it.journal.journalKeystrokes.mockRejectedValueOnce(fault('DISK_FULL'))
    it.change(0, 0, 'a')
    await it.pass(BATCH)
    expect(it.faults).toMatchObject([{ code: 'DISK_FULL' }])
    it.change(1, 1, 'b')
    await it.pass(BATCH)
    expect(it.sent.map(({ seq }) => seq)).toEqual([1, 2])
    expect(it.faults.at(-1)).toBeNull()
    expect(it.replayed()).toBe('ab')
  })

  it('names the base file of a batch, which changes with a save', async () => {
    const it = typing('')
    it.change(0, 0, 'a')
    const saved = it.keystrokes.cut()
    await it.keystrokes.sent()
    it.change(1, 1, 'b')
    it.keystrokes.stood('hash-1', saved)
    await it.pass(BATCH)
    expect(it.sent.map(({ base, since, seq }) => [base, since, seq])).toEqual([
      ['hash-0', 0, 1],
      ['hash-1', 1, 2],
    ])
  })

  it('does not receive a failed batch again after a save', async () => {
    const it = typing('')
    it.journal.journalKeystrokes.mockRejectedValueOnce(fault('DISK_FULL'))
    it.change(0, 0, 'a')
    await it.pass(BATCH)
    it.keystrokes.stood('hash-1', 1)
    it.change(1, 1, 'b')
    await it.pass(BATCH)
    expect(it.sent.map(({ seq, since }) => [seq, since])).toEqual([[2, 1]])
  })

  it('numbers its batches after the batches of an earlier session', async () => {
    const it = typing('back', 1)
    it.change(4, 4, '!')
    await it.pass(BATCH)
    expect(it.sent.map(({ seq, since }) => [seq, since])).toEqual([[2, 0]])
  })

  it('does not receive another program’s text if nothing was typed', async () => {
    const it = typing('old')
    it.change(0, 3, 'theirs', true)
    it.keystrokes.stood('hash-1', it.keystrokes.cut())
    await it.pass(BATCH)
    expect(it.sent).toEqual([])
    it.change(6, 6, ' mine')
    await it.pass(BATCH)
    it.change(0, 6, 'others', true)
    await it.pass(BATCH)
    expect(it.sent.map(({ base, since, seq }) => [base, since, seq])).toEqual([
      ['hash-1', 0, 1],
      ['hash-1', 0, 2],
    ])
  })

  it('receives nothing after the project was closed', async () => {
    const it = typing('')
    it.change(0, 0, 'a')
    it.keystrokes.stop()
    await it.pass(BATCH)
    it.change(1, 1, 'b')
    await it.pass(BATCH)
    expect(it.sent).toEqual([])
  })

  it('delays a save only briefly if the disk does not answer', async () => {
    const it = typing('')
    it.journal.journalKeystrokes.mockReturnValueOnce(new Promise(() => {}))
    it.change(0, 0, 'a')
    it.keystrokes.cut()
    let waited = false
    void it.keystrokes.sent().then(() => (waited = true))
    await it.pass(2_000)
    expect(waited).toBe(true)
  })
})
