import { normalised, type Commands } from '$lib/commands'
import { keyName } from '$lib/ui/keys'

/**
 * Returns the guide with the keys that commands have now, as they are printed on this machine.
 *
 * The text has the usual keys of a board without ⌘. A key that is no command's, such as Enter, stays as it is written.
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
