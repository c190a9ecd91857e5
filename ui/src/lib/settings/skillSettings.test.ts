import { cleanup, render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { skillCommands } from '$lib/candidates'
import { Commands } from '$lib/commands'
import { fakeHost } from '$lib/fake/fakeHost'
import { locale } from '$lib/i18n'
import { Preferences } from './preferences.svelte'
import SkillSettings from './SkillSettings.svelte'

beforeEach(() => locale.set('en'))
afterEach(cleanup)

function show() {
  const preferences = new Preferences(fakeHost(), () => {})
  const commands = new Commands(
    skillCommands.map(({ id, keys, skill }) => ({ id, keys, title: () => skill, run: () => {} })),
    () => preferences.settings.keys,
  )
  render(SkillSettings, { preferences, commands })
  return preferences
}

describe('the skills in the settings', () => {
  it.each([
    ['en', 'Polish', 'Cut the intensifiers', 'Take it and type on in it'],
    ['zh', '润色', '删减强调词', '采用并接着改'],
  ] as const)('are listed with their moves and the keys of an offer (%s)', (language, polish, move, key) => {
    locale.set(language)
    show()
    expect(screen.getByRole('heading', { name: polish })).toBeTruthy()
    expect(screen.getAllByText(move)).toHaveLength(2)
    expect(screen.getByText(key).nextElementSibling?.textContent).toBe('Shift Enter')
  })

  it('get another key', async () => {
    const preferences = show()
    await userEvent.click(screen.getByRole('button', { name: /^tighten: Ctrl Shift Enter/u }))
    await userEvent.keyboard('{F6}')
    expect(preferences.settings.keys).toEqual({ 'edit.tighten': ['F6'] })
    expect(screen.getByRole('button', { name: /^tighten: F6/u })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'tighten: the usual key again' }))
    expect(preferences.settings.keys).toEqual({})
  })

  it('refuse a key that types text', async () => {
    const preferences = show()
    await userEvent.click(screen.getByRole('button', { name: /^polish/u }))
    await userEvent.keyboard('x')
    expect(screen.getByRole('status').textContent).toMatch(/needs Ctrl or Alt/u)
    expect(preferences.settings.keys).toEqual({})
  })
})
