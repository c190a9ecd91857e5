/** Whether this machine has a Mac keyboard. */
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

/** Returns a key as printed on this machine's keyboard. */
export function keyName(key: string, mac = MAC): string {
  const names = mac ? MAC_NAMES : NAMES
  return key
    .split(/-(?!$)/u)
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(' ')
}

/**
 * Returns whether a key event belongs to an input method.
 *
 * WebKit reports the end of a composition before it sends the Enter that ended it. This Enter has the `keyCode` 229,
 * like every key handled by an input method.
 */
export function isComposed(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}

/**
 * Returns whether a key event can answer a question: without a modifier and not repeated. A held key would answer the
 * next question too.
 */
export function isAnswer(event: KeyboardEvent): boolean {
  return !(isComposed(event) || event.repeat || event.ctrlKey || event.altKey || event.metaKey)
}
