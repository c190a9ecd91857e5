export { groupOf, COMMAND_GROUPS, isEnabled, type Command, type CommandGroup } from './command'
export { Commands, type Keys } from './commands.svelte'
export { isBindable, normalised, strokeOf } from './strokes'
