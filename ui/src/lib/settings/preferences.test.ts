import { describe, expect, it } from 'vitest'
import { fakeHost, fault } from '$lib/host/fake'
import { locale } from '$lib/i18n'
import { Preferences } from './preferences.svelte'

function open() {
  const host = fakeHost()
  const reported: unknown[] = []
  return { host, reported, preferences: new Preferences(host, (reason) => reported.push(reason)) }
}

const theme = () => document.documentElement.dataset.theme

describe('the preferences', () => {
  it('take effect as they are loaded', async () => {
    const { host, preferences } = open()
    Object.assign(host.world.settings, { language: 'zh', theme: 'ink' })
    await preferences.load()
    expect([locale.current, theme()]).toEqual(['zh', 'ink'])
  })

  it('leave the colours to the system', async () => {
    const { host, preferences } = open()
    host.world.settings.theme = 'system'
    await preferences.load()
    expect(theme()).toBeUndefined()
    expect(preferences.seenTheme).toBe('paper')
  })

  it('are kept for the next start', async () => {
    const { host, preferences } = open()
    await preferences.setLanguage('zh')
    await preferences.setTheme('ink')
    expect(host.world.settings).toMatchObject({ language: 'zh', theme: 'ink' })
    expect([locale.current, theme()]).toEqual(['zh', 'ink'])
  })

  it('snap back and say so where they cannot be kept', async () => {
    const { host, preferences, reported } = open()
    await preferences.load()
    host.failNext('updateSettings', fault('DISK_FULL'))
    await preferences.setTheme('ink')
    expect(theme()).toBe('paper')
    host.failNext('updateSettings', fault('DISK_FULL'))
    await preferences.setLanguage('zh')
    expect(locale.current).toBe('en')
    expect(reported).toHaveLength(2)
  })

  it('fall back to the system where they cannot be read', async () => {
    const { host, preferences, reported } = open()
    host.failNext('settings', fault('IO'))
    expect(await preferences.load()).toBeNull()
    expect(reported).toHaveLength(1)
  })
})
