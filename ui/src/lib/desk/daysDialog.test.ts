import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Counting } from '$lib/host'
import { locale, type Locale } from '$lib/i18n'
import DaysDialog from './DaysDialog.svelte'
import { Session } from './session.svelte'

const day = (date: string, words: number) => {
  const length = { words, letters: 4 * words, characters: 5 * words }
  return { date, typed: length, total: { ...length, words: words + 1 } }
}

function show({ counting = 'words' as Counting, countPasted = false } = {}) {
  const session = new Session(() => ({ sessionTarget: 0, dayTarget: 0, countPasted, counting }))
  session.begin([day('2026-09-30', 5), day('2026-11-21', 1_200), day('2026-11-22', 300)], {}, null)
  render(DaysDialog, { session, countsPasted: countPasted, onclose: () => {} })
}

const cell = (number: string) => screen.getAllByRole('cell').find((each) => each.querySelector('.day')?.textContent === number)?.textContent?.trim()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 12) }))
afterEach(() => void vi.useRealTimers())

describe('the words by day', () => {
  it.each([
    ['en', 'November 2026', '1,500 words on 2 days', '2 days in a row', '1,200'],
    ['zh', '2026年11月', '2 天，共 1,500 字', '连续 2 天', '1,200'],
  ] as [Locale, string, string, string, string][])('show a month with its sum (%s)', (language, month, sum, row, written) => {
    locale.set(language)
    show()
    expect(screen.getByText(month)).toBeTruthy()
    expect(screen.getByText(sum, { exact: false })).toBeTruthy()
    expect(screen.getByText(row)).toBeTruthy()
    expect(cell('21')).toBe(`21 ${written}`)
    expect(cell('20')).toBe('20')
  })

  it('count as the writer chose, and pasted text where the setting says so', () => {
    show({ counting: 'characters' })
    expect(cell('22')).toBe('22 1,500')
    document.body.replaceChildren()
    show({ countPasted: true })
    expect(cell('22')).toBe('22 301')
  })

  it('go back to the first month with words, and forth to this month', async () => {
    show()
    const user = userEvent.setup()
    const earlier = screen.getByRole('button', { name: 'The month before' })
    const later = screen.getByRole('button', { name: 'The month after' })
    expect(later.getAttribute('aria-disabled')).toBe('true')
    await user.click(earlier)
    await user.click(earlier)
    expect(screen.getByText('September 2026')).toBeTruthy()
    expect(screen.getByText('5 words on 1 day', { exact: false })).toBeTruthy()
    expect(earlier.getAttribute('aria-disabled')).toBe('true')
    await user.click(earlier)
    expect(screen.getByText('September 2026')).toBeTruthy()
  })
})
