// Key strokes as CodeMirror writes them: "Mod-Shift-f". Mod is Ctrl, and Cmd on a Mac.

import { base } from 'w3c-keyname'
import { MAC } from '$lib/ui/keys'

/** The modifiers, in the order in which a stroke lists them. */
const MODIFIERS = ['Mod', 'Ctrl', 'Meta', 'Alt', 'Shift'] as const

const HELD = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified'])

/** Returns the stroke of a key event, or `null` for a modifier alone. */
export function strokeOf(event: KeyboardEvent, mac = MAC): string | null {
  const key = keyOf(event)
  if (key === null) return null
  const held: Record<(typeof MODIFIERS)[number], boolean> = {
    Mod: mac ? event.metaKey : event.ctrlKey,
    Ctrl: mac && event.ctrlKey,
    Meta: !mac && event.metaKey,
    Alt: event.altKey,
    Shift: event.shiftKey,
  }
  return [...MODIFIERS.filter((modifier) => held[modifier]), key].join('-')
}

/**
 * The key without modifiers. The position on the keyboard counts where the layout has no Latin letter or Shift changes
 * the sign.
 */
function keyOf({ key, keyCode }: KeyboardEvent): string | null {
  if (HELD.has(key)) return null
  if (key === ' ') return 'Space'
  if (key.length > 1) return key
  const latin = key.toLowerCase()
  return /[a-z]/u.test(latin) ? latin : (base[keyCode] ?? latin)
}

/** Returns a stroke in normal form for comparison, or `null` if it cannot be parsed. */
export function normalised(stroke: string): string | null {
  const parts = stroke.split(/-(?!$)/u)
  const key = parts.pop()
  if (!key || parts.some((part) => !(MODIFIERS as readonly string[]).includes(part))) return null
  const held = MODIFIERS.filter((modifier) => parts.includes(modifier))
  return [...held, key.length === 1 ? key.toLowerCase() : key].join('-')
}

/** Returns whether a stroke may be bound. A key that types text or moves the caret may not. */
export function isBindable(stroke: string): boolean {
  const key = stroke.split(/-(?!$)/u).at(-1) ?? ''
  return /^F\d+$/u.test(key) || /^(?:Mod|Ctrl|Meta|Alt)-/u.test(stroke)
}
