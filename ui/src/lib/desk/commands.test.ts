import { EditorView } from '@codemirror/view'
import { describe, expect, it, vi } from 'vitest'
import { Commands, isEnabled } from '$lib/commands'
import { fakeHost } from '$lib/fake/fakeHost'
import { sampleWorld } from '$lib/fake/sample'
import { locale } from '$lib/i18n'
import { deskCommands } from './commands'
import { Desk } from './desk.svelte'

const CAST = 'Notes/Cast.md'
const MEMORY = 'memory/MEMORY.md'

/** Starts a desk; `keys` are the writer's own keys. */
async function start(keys: Record<string, string[]> = {}) {
  const world = sampleWorld()
  world.settings.keys = keys
  const host = fakeHost({ world })
  const desk = new Desk(host)
  await desk.start()
  const view = new EditorView({ parent: document.body })
  const all = deskCommands({ desk, perform: (command) => void command(view), focus: () => {}, inList: () => {} })
  const find = (id: string) => {
    const command = all.find((each) => each.id === id)
    if (!command) throw new Error(`there is ${id}`)
    return command
  }
  return { host, desk, view, all, find, commands: new Commands(all, () => desk.preferences.settings.keys) }
}

describe('the commands of the desk', () => {
  it.each(['en', 'zh'] as const)('have distinct titles in %s', async (language) => {
    const { all } = await start()
    locale.set(language)
    const titles = all.map(({ title }) => title())
    expect(titles).not.toContain('')
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })

  it('have distinct ids and distinct default keys', async () => {
    const { all } = await start()
    const ids = all.map(({ id }) => id)
    const keys = all.flatMap(({ keys = [] }) => keys)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  it('request candidates by the writer’s own key of a skill, in a manuscript and with suggestions on', async () => {
    const { host, desk, view, find, commands } = await start({ 'edit.polish': ['F6'] })
    const offer = vi.spyOn(host, 'offer')
    const key = () => commands.take(new KeyboardEvent('keydown', { key: 'F6', cancelable: true }), true)
    await desk.openFile(CAST)
    desk.pages.current?.show(view)
    view.dispatch({ selection: { anchor: 0, head: 12 } })
    expect(key()).toBe(true)
    expect(offer.mock.lastCall?.[0]).toMatchObject({ path: CAST, skill: 'polish' })
    desk.pages.current?.hide()

    await desk.openFile(MEMORY)
    expect(isEnabled(find('edit.polish')), 'a memory file is no prose').toBe(false)
    await desk.openFile(CAST)
    expect(isEnabled(find('edit.tighten'))).toBe(true)
    await desk.preferences.change({ ai: false })
    expect(isEnabled(find('edit.tighten'))).toBe(false)
    expect(key()).toBe(false)
    view.destroy()
  })
})
