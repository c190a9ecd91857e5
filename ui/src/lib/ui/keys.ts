/** Whether this machine has the keys of a Mac. */
export const MAC = /Mac/.test(navigator.platform)

const NAMES: Record<string, string> = {
  Mod: 'Ctrl',
  Escape: 'Esc',
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}
const MAC_NAMES: Record<string, string> = {
  ...NAMES,
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↵',
  Escape: 'esc',
}

/** Returns a key as it is printed on the keys of this machine. */
export function keyName(key: string, mac = MAC): string {
  const names = mac ? MAC_NAMES : NAMES
  return key
    .split(/-(?!$)/u)
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(' ')
}

/**
 * Returns whether a key belongs to an input method.
 *
 * WebKit reports the end of a composition before it sends the Enter that ended it. That Enter is recognised by the code
 * 229, which every key taken by an input method has.
 */
export function isComposed(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}

/**
 * Returns whether a key answers what stands there: pressed once and by itself.
 *
 * A key held down would answer what comes next as well.
 */
export function isAnswer(event: KeyboardEvent): boolean {
  return !(isComposed(event) || event.repeat || event.ctrlKey || event.altKey || event.metaKey)
}
