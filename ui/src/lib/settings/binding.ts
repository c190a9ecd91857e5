// Changes the writer's own keys. The settings store only commands whose keys differ from the defaults.

import type { Command, Commands, Keys } from '$lib/commands'
import type { Settings } from '$lib/host'

type StoredKeys = Settings['keys']

/** Returns the keys with a stroke bound to a command and removed from all others. */
export function rebind(commands: Commands, own: Keys, command: Command, stroke: string): StoredKeys {
  const others = commands.all.filter((each) => each !== command && commands.keysOf(each).includes(stroke))
  const without = others.map((each) => [each.id, commands.keysOf(each).filter((key) => key !== stroke)] as const)
  return { ...copied(own), ...Object.fromEntries(without), [command.id]: [stroke] }
}

/** Returns the keys with no key for a command. */
export function unbind(own: Keys, command: Command): StoredKeys {
  return { ...copied(own), [command.id]: [] }
}

/** Returns the keys with the default keys for a command. */
export function usual(own: Keys, { id }: Command): StoredKeys {
  return Object.fromEntries(Object.entries(copied(own)).filter(([name]) => name !== id))
}

function copied(own: Keys): StoredKeys {
  return Object.fromEntries(Object.entries(own).map(([id, keys]) => [id, [...keys]]))
}
