// Every command of the desk with the keys it has now.

import { isComposed } from '$lib/ui/keys'
import { isEnabled, type Command } from './command'
import { isBindable, normalised, strokeOf } from './strokes'

/** The writer's own keys, by the id of a command; an empty list where it has none. */
export type Keys = Readonly<Record<string, readonly string[]>>

export class Commands {
  readonly all: readonly Command[]
  readonly #own: () => Keys
  /** The command of each stroke. The writer's own keys win over usual ones, and the first command over later ones. */
  readonly #strokes = $derived.by(() => {
    const strokes: Record<string, Command> = {}
    const own = this.#own()
    const isOwn = ({ id }: Command) => id in own
    for (const command of [...this.all.filter(isOwn), ...this.all.filter((each) => !isOwn(each))]) {
      for (const key of this.keysOf(command)) strokes[key] ??= command
    }
    return strokes
  })

  /** `own` are the writer's keys; a mistyped one counts as none. */
  constructor(all: readonly Command[], own: () => Keys) {
    this.all = all
    this.#own = own
  }

  /** Returns the keys of a command, the one that is shown first. */
  keysOf({ id, keys = [] }: Command): string[] {
    return (this.#own()[id] ?? keys).map(normalised).filter((key) => key !== null && isBindable(key)) as string[]
  }

  /** Returns the key of a command that does what it says, or `null`. */
  keyOf(command: Command): string | null {
    return this.keysOf(command).find((key) => this.#strokes[key] === command) ?? null
  }

  /** Returns the command that a stroke belongs to now. */
  ownerOf(stroke: string): Command | null {
    return this.#strokes[stroke] ?? null
  }

  /** Does what a key says, unless it belongs to an input method; returns whether it did. */
  take(event: KeyboardEvent, isInText: boolean): boolean {
    if (isComposed(event)) return false
    const stroke = strokeOf(event)
    const command = stroke === null ? null : this.ownerOf(stroke)
    if (!command || (command.inText && !isInText) || !isEnabled(command)) return false
    event.preventDefault()
    event.stopPropagation()
    // A key held down does once what is done by a stroke; what repeats, such as undo, is the text's own.
    if (!event.repeat || command.inText) command.run()
    return true
  }
}
