/** The groups of commands, in the order of the menu. */
export const COMMAND_GROUPS = ['file', 'go', 'edit', 'format', 'view', 'memory', 'desk', 'help'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/** A command of the desk, run from the palette, from the menu or by its keys. */
export type Command = {
  /** The id in the settings, such as `file.new`: the group, then the name. */
  readonly id: `${CommandGroup}.${string}`
  /** Returns the title in the language of the interface. */
  readonly title: () => string
  /** Other words that a writer may look for, in both languages. */
  readonly others?: readonly string[]
  /** Tells it from a command with the same title, such as the folder of a project. */
  readonly note?: string
  /** The default keys, as CodeMirror writes them. The first is shown. */
  readonly keys?: readonly string[]
  /** Whether its keys work only while the focus is in the text. */
  readonly inText?: boolean
  /** Whether the command can run now; always, if absent. */
  readonly enabled?: () => boolean
  /** For a toggle: whether it is on. */
  readonly checked?: () => boolean
  readonly run: () => unknown
}

export function groupOf({ id }: Command): CommandGroup {
  return id.slice(0, id.indexOf('.')) as CommandGroup
}

/** Returns whether a command can run now. */
export function isEnabled({ enabled }: Command): boolean {
  return enabled?.() ?? true
}
