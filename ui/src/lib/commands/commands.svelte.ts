// All commands of the desk with their current keys.

import { isComposed } from '$lib/ui/keys'
import { isEnabled, type Command } from './command'
import { isBindable, normalised, strokeOf } from './strokes'

/** The writer's own keys by command id. An empty list means that she removed the key. */
export type Keys = Readonly<Record<string, readonly string[]>>

export class Commands {
  readonly all: readonly Command[]
  readonly #own: () => Keys
  readonly #below: (id: Command['id']) => readonly Command[]
  /**
   * The command of each key stroke. The writer's own keys win over default keys. Among equals the earlier command wins.
   */
  readonly #strokes = $derived.by(() => {
    const strokes: Record<string, Command> = {}
    const own = this.#own()
    const isOwn = ({ id }: Command) => id in own
    for (const command of [...this.all.filter(isOwn), ...this.all.filter((each) => !isOwn(each))]) {
      for (const key of this.keysOf(command)) strokes[key] ??= command
    }
    return strokes
  })

  /**
   * @param own Returns the writer's own keys; a key that cannot be parsed is ignored.
   * @param below Returns the commands that are listed below a command, and that come and go, so that they have no key.
   */
  constructor(all: readonly Command[], own: () => Keys, below: (id: Command['id']) => readonly Command[] = () => []) {
    this.all = all
    this.#own = own
    this.#below = below
  }

  /** All commands for a menu, with those that come and go. */
  get listed(): Command[] {
    return this.all.flatMap((command) => [command, ...this.#below(command.id)])
  }

  /** Returns the keys of a command; the first is shown. */
  keysOf({ id, keys = [] }: Command): string[] {
    return (this.#own()[id] ?? keys).map(normalised).filter((key) => key !== null && isBindable(key)) as string[]
  }

  /** Returns the first key that runs this command and not another one, or `null`. */
  keyOf(command: Command): string | null {
    return this.keysOf(command).find((key) => this.#strokes[key] === command) ?? null
  }

  /** Returns the command that a key stroke runs, or `null`. */
  ownerOf(stroke: string): Command | null {
    return this.#strokes[stroke] ?? null
  }

  /** Runs the command of a key event, except during a composition. Returns whether a command ran. */
  take(event: KeyboardEvent, isInText: boolean): boolean {
    if (isComposed(event)) return false
    const stroke = strokeOf(event)
    const command = stroke === null ? null : this.ownerOf(stroke)
    if (!command || (command.inText && !isInText) || !isEnabled(command)) return false
    event.preventDefault()
    event.stopPropagation()
    // A held key repeats only commands of the text, such as undo. All other commands run once.
    if (!event.repeat || command.inText) command.run()
    return true
  }
}
