/** A line of a memory file as it is read, not edited. */
export type Line =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'bullet'; text: string; note: string | null }
  | { kind: 'text'; text: string; note: string | null }

/** An annotation at the end of a line: what the machine knows about the bullet, readable in any editor. */
const NOTE = /\s*<!--\s*([\s\S]*?)\s*-->\s*$/u

/** Returns the lines of a memory file that are not empty, with the annotations set apart. */
export function readLines(markdown: string): Line[] {
  return markdown
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readLine)
}

function readLine(line: string): Line {
  const note = NOTE.exec(line)?.[1] ?? null
  const bare = line.replace(NOTE, '').trim()
  const heading = /^(#{1,6})\s+(.*)$/u.exec(bare)
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' }
  const bullet = /^[-*+]\s+(.*)$/u.exec(bare)
  if (bullet) return { kind: 'bullet', text: bullet[1] ?? '', note }
  return { kind: 'text', text: bare, note }
}
