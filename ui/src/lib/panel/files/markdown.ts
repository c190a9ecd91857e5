/** Whose a line is by the look of its annotation; whether that is so, the core knows. */
export type Mark = 'rule' | 'item'

/** A line of a memory file as it is read, not edited. */
export type Line =
  | { kind: 'heading'; level: number; text: string }
  | {
      kind: 'bullet' | 'text'
      text: string
      /** What the writer noted behind it herself. */
      note: string | null
      /** What the desk noted behind it is not shown, only that it did. */
      mark: Mark | null
      /** The line as it stands in the file, to ask about it. */
      raw: string
    }

/** A comment at the end of a line. */
const NOTE = /\s*<!--\s*([\s\S]*?)\s*-->\s*$/u

/** Returns the lines of a memory file that are not empty, with the comments set apart. */
export function readLines(markdown: string): Line[] {
  return markdown
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readLine)
}

const markOf = (note: string): Mark | null => (/^(rule|item) /u.exec(note)?.[1] as Mark | undefined) ?? null

/** Returns one line as it is read. */
export function readLine(raw: string): Line {
  const note = NOTE.exec(raw)?.[1] ?? null
  const bare = raw.replace(NOTE, '').trim()
  const heading = /^(#{1,6})\s+(.*)$/u.exec(bare)
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' }
  const mark = note === null ? null : markOf(note)
  const rest = { note: mark ? null : note, mark, raw }
  const bullet = /^[-*+]\s+(.*)$/u.exec(bare)
  if (bullet) return { kind: 'bullet', text: bullet[1] ?? '', ...rest }
  return { kind: 'text', text: bare, ...rest }
}
