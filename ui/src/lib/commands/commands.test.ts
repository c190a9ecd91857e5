import { describe, expect, it, vi } from 'vitest'
import type { Command } from './command'
import { Commands, type Keys } from './commands.svelte'
import { findTexts } from './match'

const command = (id: Command['id'], keys: string[], more: Partial<Omit<Command, 'run'>> = {}) => ({
  id,
  title: () => id,
  keys,
  ...more,
  run: vi.fn(),
})

function made(own: Keys = {}) {
  const save = command('file.save', ['Mod-s'])
  const find = command('edit.find', ['Mod-f'], { inText: true })
  const gone = command('file.close', ['Mod-w'], { enabled: () => false })
  return { save, find, gone, commands: new Commands([save, find, gone], () => own) }
}

const press = (key: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true, ...more })

describe('the keys of commands', () => {
  it('run their commands and reach no other listener', () => {
    const { save, commands } = made()
    const event = press('s')
    expect(commands.take(event, false)).toBe(true)
    expect(save.run).toHaveBeenCalledOnce()
    expect(event.defaultPrevented).toBe(true)
  })

  it('are ignored during a composition, outside of the text, and for disabled commands', () => {
    const { save, find, commands } = made()
    expect(commands.take(press('s', { isComposing: true }), true)).toBe(false)
    expect(commands.take(press('s', { keyCode: 229 }), true)).toBe(false)
    expect(commands.take(press('f'), false)).toBe(false)
    expect(commands.take(press('w'), true)).toBe(false)
    expect(save.run).not.toHaveBeenCalled()
    expect(commands.take(press('f'), true)).toBe(true)
    expect(find.run).toHaveBeenCalledOnce()
  })

  it('run a command of the desk once while held, and a command of the text repeatedly', () => {
    const { save, find, commands } = made()
    commands.take(press('s', { repeat: true }), false)
    commands.take(press('f', { repeat: true }), true)
    expect([save.run.mock.calls.length, find.run.mock.calls.length]).toEqual([0, 1])
  })

  it('are the writer’s own keys first, which no longer run the command with the same default key', () => {
    const { save, find, commands } = made({ 'edit.find': ['Mod-s'] })
    expect([commands.keyOf(find), commands.keyOf(save)]).toEqual(['Mod-s', null])
    expect(commands.ownerOf('Mod-s')).toBe(find)
  })

  it('may be removed, and a key that cannot be parsed is ignored', () => {
    const { save, find, commands } = made({ 'file.save': [], 'edit.find': ['Hyper-q', 'x'] })
    expect([commands.keyOf(save), commands.keyOf(find)]).toEqual([null, null])
  })
})

describe('finding', () => {
  const all = ['Open a folder…', 'Find…', 'Focus mode', '打开文件夹…', '03 The ferry Part One']

  it.each([
    ['find', ['Find…']],
    ['fo', ['Focus mode', 'Open a folder…']],
    ['文件', ['打开文件夹…']],
    ['ferry', ['03 The ferry Part One']],
    ['ferry one', ['03 The ferry Part One']],
    ['opf', ['Open a folder…']],
    ['zzz', []],
  ])('%s finds %j', (query, expected) => {
    const found = findTexts(all, query, (each) => each).map(({ each }) => each)
    expect(found.slice(0, Math.max(1, expected.length))).toEqual(expected)
  })

  it('returns all entries in their order for an empty query', () => {
    expect(findTexts(all, '  ', (each) => each).map(({ each }) => each)).toEqual(all)
  })

  it('ranks the shorter of two equal matches first', () => {
    expect(findTexts(['Find in the project', 'Find'], 'fi', (each) => each).map(({ each }) => each)).toEqual(['Find', 'Find in the project'])
  })
})
