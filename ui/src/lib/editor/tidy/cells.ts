// A line that patterns change one after the other, while each change remembers the text it stands for.

/** A stretch of the line: the offsets of the text as written, and the text as it is now. */
type Cell = { readonly from: number; readonly to: number; readonly text: string; readonly kind: string | null }

/** A change of a line: the offsets of the replaced text, the new text, and the rule that made it. */
export type CellChange<Kind extends string> = { readonly from: number; readonly to: number; readonly insert: string; readonly kind: Kind }

/** A line under change. */
export class Cells<Kind extends string> {
  #cells: Cell[]
  #text: string

  constructor(private readonly written: string) {
    let to = 0
    this.#cells = [...written].map((text) => ({ from: to, to: (to += text.length), text, kind: null }))
    this.#text = written
  }

  /** The line as it is now. */
  get text(): string {
    return this.#text
  }

  /** Replaces each match of a pattern. `insert` returns the new text, or `null` to leave the match as it is. */
  replace(kind: Kind, pattern: RegExp, insert: (match: RegExpExecArray) => string | null): void {
    const found = [...this.#text.matchAll(pattern)].flatMap((match) => {
      const text = insert(match as RegExpExecArray)
      return text === null || text === match[0] ? [] : [{ at: match.index, end: match.index + match[0].length, text }]
    })
    if (found.length === 0) return
    const cells: Cell[] = []
    let [at, next] = [0, 0]
    // An empty match is an insertion before the cell that begins there.
    for (let index = 0; index < this.#cells.length; ) {
      const cell = this.#cells[index]
      const match = found[next]
      if (!cell) break
      if (!match || at + cell.text.length <= match.at) {
        cells.push(cell)
        at += cell.text.length
        index++
        continue
      }
      // The cells of the match become one; what they have around the match stays.
      const begin = at
      if (match.at === match.end && match.at === at) {
        cells.push({ from: cell.from, to: cell.from, text: match.text, kind })
        next++
        continue
      }
      let [to, text] = [cell.to, '']
      for (let each = this.#cells[index]; each && at < match.end; each = this.#cells[index]) {
        text += each.text
        at += each.text.length
        to = each.to
        index++
      }
      cells.push({ from: cell.from, to, text: text.slice(0, match.at - begin) + match.text + text.slice(match.end - begin), kind })
      next++
    }
    this.#cells = cells
    this.#text = cells.map(({ text }) => text).join('')
  }

  /** The changes so far, in order and not overlapping. */
  get changes(): CellChange<Kind>[] {
    return this.#cells.flatMap(({ from, to, text, kind }) =>
      kind === null || this.written.slice(from, to) === text ? [] : [{ from, to, insert: text, kind: kind as Kind }],
    )
  }
}
