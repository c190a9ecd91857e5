import { describe, expect, it } from 'vitest'
import { isBindable, normalised, strokeOf } from './strokes'

const event = (key: string, keyCode: number, held: Partial<KeyboardEvent> = {}) =>
  ({ key, keyCode, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }) as KeyboardEvent

const ctrl = { ctrlKey: true }

describe('a stroke', () => {
  it.each([
    ['a letter', event('f', 70, ctrl), 'Mod-f'],
    ['a letter with the shift', event('F', 70, { ...ctrl, shiftKey: true }), 'Mod-Shift-f'],
    ['a sign the shift made', event('+', 187, { ...ctrl, shiftKey: true }), 'Mod-Shift-='],
    ['the minus', event('-', 189, ctrl), 'Mod--'],
    ['a letter of a board without Latin ones', event('а', 70, ctrl), 'Mod-f'],
    ['a key with a name', event('PageDown', 34, ctrl), 'Mod-PageDown'],
    ['the space', event(' ', 32, ctrl), 'Mod-Space'],
    ['a function key', event('F11', 122), 'F11'],
    ['a modifier alone', event('Control', 17, ctrl), null],
    ['a key an input method has', event('Process', 229), null],
  ])('of %s', (_, given, expected) => {
    expect(strokeOf(given, false)).toBe(expected)
  })

  it('maps Mod to Cmd on a Mac, where Ctrl is a modifier of its own', () => {
    expect(strokeOf(event('p', 80, { metaKey: true }), true)).toBe('Mod-p')
    expect(strokeOf(event('p', 80, ctrl), true)).toBe('Ctrl-p')
  })

  it.each([
    ['Shift-Mod-F', 'Mod-Shift-f'],
    ['Mod--', 'Mod--'],
    ['F2', 'F2'],
    ['Hyper-x', null],
    ['', null],
  ])('written as %s is normalised to %s', (written, expected) => {
    expect(normalised(written)).toBe(expected)
  })

  it.each([
    ['Mod-b', true],
    ['Alt-1', true],
    ['F8', true],
    ['b', false],
    ['Shift-b', false],
    ['Enter', false],
    ['Shift-Tab', false],
  ])('%s may be bound: %s', (stroke, may) => {
    expect(isBindable(stroke)).toBe(may)
  })
})
