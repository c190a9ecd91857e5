import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fault } from '$lib/fake/fakeHost'
import { locale } from '$lib/i18n'
import NoticeLine from './NoticeLine.svelte'
import { Notices } from './notices.svelte'

it('shows the newest notice and the number of waiting ones', () => {
  const notices = new Notices()
  notices.report(fault('DISK_FULL'))
  notices.report(fault('NOT_FOUND'))
  expect(notices.sentence).toMatch(/no longer there/)
  expect(notices.waiting).toBe(1)
  notices.dismiss()
  expect(notices.sentence).toMatch(/disk is full/)
})

it('shows equal notices once', () => {
  const notices = new Notices()
  notices.report(fault('DISK_FULL'))
  notices.report(fault('DISK_FULL'))
  notices.dismiss()
  expect(notices.sentence).toBeNull()
})

it('takes back what no longer holds, wherever it stands', () => {
  const notices = new Notices()
  for (const name of ['One.', 'Two.', 'Three.']) notices.tell(() => name)
  notices.withdraw(() => 'Two.')
  expect([notices.sentence, notices.waiting]).toEqual(['Three.', 1])
  notices.withdraw(() => 'Three.')
  expect(notices.sentence).toBe('One.')
})

it('follows the language of the interface', () => {
  const notices = new Notices()
  notices.report(fault('DISK_FULL'))
  locale.set('zh')
  expect(notices.sentence).toMatch(/^磁盘已满/)
})

it('keeps the last five notices', () => {
  const notices = new Notices()
  for (let at = 0; at < 9; at += 1) notices.tell(() => `Notice ${at}.`)
  expect(notices.waiting).toBe(4)
})

describe('a passing notice', () => {
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it.each([
    ['Copied.', 4_500],
    ['This is the last chapter.', 6_500],
    ['这是最后一章。', 7_000],
  ])('leaves once it can be read: %s', (sentence, after) => {
    vi.useFakeTimers()
    const notices = new Notices()
    notices.mention(() => sentence)
    vi.advanceTimersByTime(after - 1)
    expect(notices.sentence).toBe(sentence)
    vi.advanceTimersByTime(1)
    expect(notices.sentence).toBeNull()
  })

  it('starts again when it is told again, and does not come back from behind another', () => {
    vi.useFakeTimers()
    const notices = new Notices()
    notices.mention(() => 'Copied.')
    vi.advanceTimersByTime(4_000)
    notices.mention(() => 'Copied.')
    vi.advanceTimersByTime(4_000)
    expect(notices.sentence).toBe('Copied.')
    notices.report(fault('DISK_FULL'))
    expect(notices.waiting).toBe(0)
    vi.advanceTimersByTime(60_000)
    expect(notices.sentence).toMatch(/disk is full/)
  })

  it('leaves an error and an offer to undo where they are', () => {
    vi.useFakeTimers()
    const notices = new Notices()
    notices.report(fault('DISK_FULL'))
    notices.tell(() => 'Moved.', { label: () => 'Undo', run: () => {} })
    notices.mention(() => 'Copied.')
    vi.advanceTimersByTime(600_000)
    expect([notices.sentence, notices.waiting]).toEqual(['Moved.', 1])
  })

  it('stays under the mouse, with the focus, and while the window is hidden', async () => {
    vi.useFakeTimers()
    const notices = new Notices()
    render(NoticeLine, { notices })
    notices.mention(() => 'Copied.')
    await vi.advanceTimersByTimeAsync(0)
    const line = screen.getByRole('status')
    const hidden = vi.spyOn(document, 'hidden', 'get')
    const away = async (isAway: boolean) => {
      hidden.mockReturnValue(isAway)
      await fireEvent(document, new Event('visibilitychange'))
    }
    for (const [come, go] of [
      [() => fireEvent.pointerEnter(line), () => fireEvent.pointerLeave(line)],
      [() => fireEvent.focusIn(line), () => fireEvent.focusOut(line)],
      [() => away(true), () => away(false)],
    ] as const) {
      await come()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(notices.sentence).toBe('Copied.')
      await go()
      await vi.advanceTimersByTimeAsync(4_000)
      expect(notices.sentence, 'the time starts again').toBe('Copied.')
    }
    await vi.advanceTimersByTimeAsync(500)
    expect(notices.sentence).toBeNull()
    hidden.mockRestore()
  })
})
