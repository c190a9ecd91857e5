import { normalised, type Commands } from '$lib/commands'
import { keyName } from '$lib/ui/keys'

/**
 * Replaces the default keys in the guide by the current keys, as printed on this keyboard.
 *
 * The Markdown has the keys of a PC keyboard. A key that belongs to no command, such as Enter, stays unchanged.
 */
export function withKeys(html: string, commands: Pick<Commands, 'all' | 'keyOf'>, noKey: string): string {
  return html.replace(/<kbd>([^<]+)<\/kbd>/gu, (written, name: string) => {
    const command = commands.all.find(({ keys = [] }) => keys[0] !== undefined && keyName(normalised(keys[0]) ?? '', false) === name)
    if (!command) return written
    const key = commands.keyOf(command)
    return `<kbd>${key === null ? noKey : escaped(keyName(key))}</kbd>`
  })
}

/** A key may be `<` or `&`. */
function escaped(text: string): string {
  return text.replace(/[<&]/gu, (sign) => `&#${sign.charCodeAt(0)};`)
}
