// Which key does what, and how that key is printed on this machine.

import type { SkillName } from '$lib/host'

const MAC = /Mac/.test(navigator.platform)

/** The key of each skill, as CodeMirror writes keys. */
export const SKILL_KEYS: Record<SkillName, string> = { polish: 'Mod-Enter', tighten: 'Mod-Shift-Enter' }

/** The key that takes the next change only; on a Mac the one with Ctrl turns to the next desktop. */
export const TAKE_NEXT = MAC ? 'Alt-ArrowRight' : 'Ctrl-ArrowRight'

const NAMES: Record<string, string> = { Mod: 'Ctrl', Escape: 'Esc', ArrowRight: '→' }
const MAC_NAMES: Record<string, string> = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↵', Escape: 'esc', ArrowRight: '→' }

/** Returns a key as it is printed on the keys of this machine. */
export function keyName(key: string, mac = MAC): string {
  const names = mac ? MAC_NAMES : NAMES
  return key
    .split('-')
    .map((part) => names[part] ?? part)
    .join(' ')
}
