import { describe, expect, it } from 'vitest'
import { Commands, type Command, type Keys } from '$lib/commands'
import { rebind, unbind, usual } from './binding'

const save: Command = { id: 'file.save', title: () => 'Save', keys: ['Mod-s'], run: () => {} }
const redo: Command = { id: 'edit.redo', title: () => 'Redo', keys: ['Mod-Shift-z', 'Mod-y'], run: () => {} }

const made = (own: Keys = {}) => new Commands([save, redo], () => own)

describe('a key of the writer’s own', () => {
  it('replaces the default keys', () => {
    expect(rebind(made(), {}, save, 'F2')).toEqual({ 'file.save': ['F2'] })
  })

  it('is removed from the command that had it, which keeps its other keys', () => {
    const own = rebind(made(), {}, save, 'Mod-y')
    expect(own).toEqual({ 'file.save': ['Mod-y'], 'edit.redo': ['Mod-Shift-z'] })
    expect(made(own).keyOf(redo)).toBe('Mod-Shift-z')
  })

  it('can be removed', () => {
    expect(unbind({ 'file.save': ['F2'] }, save)).toEqual({ 'file.save': [] })
  })

  it('can be reset to the default key', () => {
    expect(usual({ 'file.save': [], 'edit.redo': ['F3'] }, save)).toEqual({ 'edit.redo': ['F3'] })
  })
})
