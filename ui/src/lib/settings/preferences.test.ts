import { describe, expect, it } from 'vitest'
import { fakeHost, fault } from '$lib/fake/fakeHost'
import { locale } from '$lib/i18n'
import { DEFAULT_SETTINGS } from '$lib/host'
import { tokens } from './dress'
import { Preferences } from './preferences.svelte'

function open() {
  const host = fakeHost()
  const reported: unknown[] = []
  return { host, reported, preferences: new Preferences(host, (reason) => reported.push(reason)) }
}

const root = document.documentElement

describe('the preferences', () => {
  it('take effect as they are loaded', async () => {
    const { host, preferences } = open()
    Object.assign(host.world.settings, { language: 'zh', theme: 'ink' })
    await preferences.load()
    expect([locale.current, root.dataset.theme]).toEqual(['zh', 'ink'])
    expect(preferences.file).toMatch(/settings\.json$/)
  })

  it('say once where a broken file is kept', async () => {
    const host = fakeHost()
    const told: string[] = []
    const preferences = new Preferences(host, () => {}, (copy) => told.push(copy))
    await preferences.load()
    expect(told).toEqual([])
    for (const copy of ['/data/settings-broken.json', '/data/settings-broken.json', '/data/settings-broken-2.json']) {
      host.settings = () => Promise.resolve({ settings: host.world.settings, file: '/data/settings.json', unusable: [], setAside: copy })
      await preferences.load()
    }
    expect(told).toEqual(['/data/settings-broken.json', '/data/settings-broken-2.json'])
  })

  it('follow the system for the colours', async () => {
    const { host, preferences } = open()
    host.world.settings.theme = 'system'
    await preferences.load()
    expect(root.dataset.theme).toBeUndefined()
    expect(preferences.seenTheme).toBe('paper')
  })

  it('have a theme of high contrast, in light and dark', async () => {
    const { preferences } = open()
    await preferences.change({ theme: 'contrast' })
    expect([root.dataset.contrast, root.dataset.theme]).toEqual(['', undefined])
    await preferences.change({ theme: 'ink' })
    expect([root.dataset.contrast, root.dataset.theme]).toEqual([undefined, 'ink'])
  })

  it('are saved for the next start', async () => {
    const { host, preferences } = open()
    await preferences.change({ language: 'zh', page: { ...DEFAULT_SETTINGS.page, size: 24 } })
    expect(host.world.settings).toMatchObject({ language: 'zh', page: { size: 24 } })
    expect(root.style.getPropertyValue('--size-manuscript')).toBe('1.5rem')
  })

  it('show everything larger or smaller, and remember it', async () => {
    const { host, preferences } = open()
    host.world.settings.zoom = 125
    await preferences.load()
    expect(host.world.shownAt).toBe(1.25)
    await preferences.change({ zoom: 200 })
    expect([host.world.shownAt, host.world.settings.zoom]).toEqual([2, 200])
  })

  it('move the memory of all projects to the chosen folder, and leave it if the dialog was cancelled', async () => {
    const { host, reported, preferences } = open()
    host.world.picks = '/home/writer/Memory'
    await preferences.chooseGlobalMemory()
    expect(host.world.settings.globalMemory).toBe('/home/writer/Memory')
    host.world.picks = null
    await preferences.chooseGlobalMemory()
    expect(preferences.settings.globalMemory).toBe('/home/writer/Memory')
    host.failNext('pickProject', fault('IO'))
    await preferences.chooseGlobalMemory()
    expect(reported).toEqual([fault('IO')])
  })

  it('are saved one after the other, and the last change wins', async () => {
    const { host, preferences } = open()
    await preferences.load()
    const { writing } = preferences.settings
    const first = preferences.change({ writing: { ...writing, focus: 'paragraph' } })
    const second = preferences.change({ writing: { ...preferences.settings.writing, typewriter: true } })
    await first
    expect(preferences.settings.writing, 'nothing flickers back').toMatchObject({ focus: 'paragraph', typewriter: true })
    await second
    expect(host.world.settings.writing).toMatchObject({ focus: 'paragraph', typewriter: true })
  })

  it('are reverted with a notice if they cannot be saved', async () => {
    const { host, preferences, reported } = open()
    await preferences.load()
    host.failNext('updateSettings', fault('DISK_FULL'))
    await preferences.change({ theme: 'ink' })
    expect(root.dataset.theme).toBe('paper')
    host.failNext('updateSettings', fault('DISK_FULL'))
    await preferences.change({ language: 'zh' })
    expect(locale.current).toBe('en')
    expect(reported).toHaveLength(2)
  })

  it('follow the system if they cannot be read', async () => {
    const { host, preferences, reported } = open()
    host.failNext('settings', fault('IO'))
    expect(await preferences.load()).toEqual(DEFAULT_SETTINGS)
    expect(reported).toHaveLength(1)
  })
})

it('sets the chosen fonts, whose names cannot inject CSS', () => {
  const faces = tokens({ ...DEFAULT_SETTINGS.page, face: "Ga'ramond; } body {", hanFace: '霞鹜文楷' })['--faces-writer']
  expect(faces).toMatch(/^'Garamond {2}body', 'Literata Variable', '霞鹜文楷', /)
})
