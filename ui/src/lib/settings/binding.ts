// The writer's own keys as the settings keep them: only of commands that have others than the usual ones.

import type { Command, Commands, Keys } from '$lib/commands'

type Own = Record<string, string[]>

/** Returns the keys with a stroke given to a command, and taken from whichever had it. */
export function rebind(commands: Commands, own: Keys, command: Command, stroke: string): Own {
  const others = commands.all.filter((each) => each !== command && commands.keysOf(each).includes(stroke))
  const without = others.map((each) => [each.id, commands.keysOf(each).filter((key) => key !== stroke)] as const)
  return { ...copied(own), ...Object.fromEntries(without), [command.id]: [stroke] }
}

/** Returns the keys with none left to a command. */
export function unbind(own: Keys, command: Command): Own {
  return { ...copied(own), [command.id]: [] }
}

/** Returns the keys with the usual ones for a command. */
export function usual(own: Keys, { id }: Command): Own {
  return Object.fromEntries(Object.entries(copied(own)).filter(([name]) => name !== id))
}

function copied(own: Keys): Own {
  return Object.fromEntries(Object.entries(own).map(([id, keys]) => [id, [...keys]]))
}
