/** The kind of a line of the desk, by its annotation. Only the core knows whether the annotation is true. */
export type Mark = 'rule' | 'item' | 'entry'

/** A line of a memory file for reading. */
export type MemoryLine =
  | { kind: 'heading'; level: number; text: string }
  | {
      kind: 'bullet' | 'text'
      text: string
      /** The writer's own comment at the end of the line. */
      note: string | null
      /** Set if the line has an annotation of the desk, whose text is not shown. */
      mark: Mark | null
      /** The line as written in the file, for requesting its origin. */
      raw: string
    }

const NOTE = /\s*<!--\s*([\s\S]*?)\s*-->\s*$/u

/** Returns the non-empty lines of a memory file, with comments separated. */
export function readLines(markdown: string): MemoryLine[] {
  return markdown
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readLine)
}

const markOf = (note: string): Mark | null => (/^(rule|item|entry) /u.exec(note)?.[1] as Mark | undefined) ?? null

/** Parses one line. */
export function readLine(raw: string): MemoryLine {
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
