export { groupOf, GROUPS, isEnabled, type Command, type Group } from './command'
export { Commands, type Keys } from './commands.svelte'
export { isBindable, normalised, strokeOf } from './strokes'
