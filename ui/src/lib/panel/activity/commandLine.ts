/** The acts on the memory that only the command line has, by name, with their arguments. Capitals are to be filled in. */
const ARGUMENTS = {
  importChoices: 'episodes import FILE',
  explain: 'distill --explain',
  confidence: 'rules edit ID --confidence 0.8',
  fade: 'decay',
  conversation: 'consolidate --messages FILE --replies FILE',
  day: 'day',
  archive: 'audit --archive',
  compact: 'audit --compact',
  expire: 'audit --ttl',
  safe: 'audit --apply-safe',
  index: 'index rebuild',
  tables: 'observe --markdown',
  keep: 'observe --tag NAME',
  compare: 'observe --against NAME',
} as const

export type CommandLineAct = keyof typeof ARGUMENTS

/** Returns the acts with their whole command lines for a project folder. */
export function commandLines(root: string): { act: CommandLineAct; line: string }[] {
  const folder = /[^\w@%+=:,./-]/u.test(root) ? `'${root.replaceAll("'", String.raw`'\''`)}'` : root
  return (Object.keys(ARGUMENTS) as CommandLineAct[]).map((act) => ({ act, line: `commonplace --project ${folder} ${ARGUMENTS[act]}` }))
}
