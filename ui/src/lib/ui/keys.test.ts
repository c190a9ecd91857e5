import { expect, it } from 'vitest'
import { keyName } from './keys'

it.each([
  ['Mod-Enter', 'Ctrl Enter', '⌘ ↵'],
  ['Mod-Shift-Enter', 'Ctrl Shift Enter', '⌘ ⇧ ↵'],
  ['Ctrl-ArrowRight', 'Ctrl →', '⌃ →'],
  ['Mod-Shift-f', 'Ctrl Shift F', '⌘ ⇧ F'],
  ['Mod--', 'Ctrl -', '⌘ -'],
  ['Escape', 'Esc', 'esc'],
])('prints %s as %s, and on a Mac as %s', (key, other, mac) => {
  expect([keyName(key, false), keyName(key, true)]).toEqual([other, mac])
})
