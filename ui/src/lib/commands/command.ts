/** The kinds of commands, in the order in which the menu has them. */
export const GROUPS = ['file', 'go', 'edit', 'format', 'view', 'memory', 'desk', 'help'] as const
export type Group = (typeof GROUPS)[number]

/** Something the writer can have the desk do: by the palette, by the menu or by its keys. */
export type Command = {
  /** Its name in the settings, such as `file.new`; the group comes first. */
  readonly id: `${Group}.${string}`
  /** What it does, in the language of the interface. */
  readonly title: () => string
  /** Its usual keys, as CodeMirror writes them; the first is shown. */
  readonly keys?: readonly string[]
  /** Whether its keys are its own only while the caret is in the text. */
  readonly inText?: boolean
  /** Whether it can be done now; always, unless said otherwise. */
  readonly enabled?: () => boolean
  /** For a switch: whether it is on. */
  readonly checked?: () => boolean
  readonly run: () => unknown
}

/** Returns the group of a command. */
export function groupOf({ id }: Command): Group {
  return id.slice(0, id.indexOf('.')) as Group
}

/** Returns whether a command can be done now. */
export function isEnabled({ enabled }: Command): boolean {
  return enabled?.() ?? true
}
