// A comparison of a version with the current text, by paragraphs. Most paragraphs are equal.

import type { Hunk } from '$lib/host'

/** A piece of a paragraph: in both texts, only in the current text (`added`), or only in the version (`removed`). */
export type ComparisonPiece = {
  mark: 'same' | 'added' | 'removed'
  text: string
  /** The change that removes or adds the piece, by its index. */
  hunk?: number
}

/** A paragraph of one text or of both. */
export type Paragraph = { pieces: ComparisonPiece[]; changed: boolean }

/** A row of the comparison: a paragraph, or the number of skipped paragraphs. */
export type ComparisonRow = { kind: 'paragraph'; at: number; paragraph: Paragraph } | { kind: 'gap'; at: number; count: number }

/** The view: the version (`then`), the current text (`now`), or both with marks. */
export type ComparisonView = 'marked' | 'then' | 'now'

/** Number of equal paragraphs shown before and after a change. */
const AROUND = 1

/** Returns the pieces of both texts, in order. `hunks` turn the text of the version into the current text. */
export function pieces(then: string, hunks: readonly Hunk[]): ComparisonPiece[] {
  const all: ComparisonPiece[] = []
  const push = (mark: ComparisonPiece['mark'], text: string, hunk?: number) => text && all.push({ mark, text, ...(hunk !== undefined && { hunk }) })
  let end = 0
  for (const [index, { from, to, insert }] of hunks.entries()) {
    push('same', then.slice(end, from))
    push('removed', then.slice(from, to), index)
    push('added', insert, index)
    end = to
  }
  push('same', then.slice(end))
  return all
}

/** Draws the blanks of a change that has nothing else as signs. A line break still ends the paragraph. */
export function withSigns(all: readonly ComparisonPiece[]): ComparisonPiece[] {
  return all.flatMap((piece, index) => {
    if (piece.mark === 'same' || piece.text.trim() !== '') return [piece]
    const drawn = { ...piece, text: piece.text.replace(/\n/g, '↵').replace(/\u3000/g, '□').replace(/[^\S\n]/g, '·') }
    const isLast = all[index + 1]?.hunk !== piece.hunk
    const breaks = [all[index - 1], piece].some((each) => each !== undefined && each.hunk === piece.hunk && each.text.includes('\n'))
    return isLast && breaks ? [drawn, { mark: 'same', text: '\n' }] : [drawn]
  })
}

/** Returns the pieces with those of one change together. */
export function grouped(all: readonly ComparisonPiece[]): { hunk: number | undefined; pieces: ComparisonPiece[] }[] {
  const found: { hunk: number | undefined; pieces: ComparisonPiece[] }[] = []
  for (const piece of all) {
    const last = found.at(-1)
    if (last && last.hunk === piece.hunk) last.pieces.push(piece)
    else found.push({ hunk: piece.hunk, pieces: [piece] })
  }
  return found
}

/** Returns the paragraphs of one text, or of both for the marked view. */
export function paragraphs(all: readonly ComparisonPiece[], view: ComparisonView): Paragraph[] {
  const hidden = view === 'then' ? 'added' : view === 'now' ? 'removed' : null
  const found: Paragraph[] = [{ pieces: [], changed: false }]
  for (const piece of all) {
    const { mark, text } = piece
    const current = found.at(-1)
    // A removed or added piece may be invisible in this view. The paragraph is marked as changed anyway.
    if (current && mark !== 'same') current.changed = true
    if (mark === hidden) continue
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) found.push({ pieces: [], changed: mark !== 'same' })
      if (part) found.at(-1)?.pieces.push({ ...piece, text: part })
    }
  }
  return found.filter((paragraph) => paragraph.pieces.length > 0)
}

/** Returns the changed paragraphs and their neighbours. `open` has the gaps that are shown in full. */
export function rows(all: readonly Paragraph[], open: ReadonlySet<number>): ComparisonRow[] {
  const shown = all.map((_, at) => all.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ changed }) => changed))
  const found: ComparisonRow[] = []
  for (let at = 0; at < all.length; ) {
    const paragraph = all[at]
    if (!paragraph) break
    let end = at
    while (end < all.length && !shown[end]) end++
    if (end === at || open.has(at)) {
      for (const last = Math.max(end, at + 1); at < last; at++) {
        const each = all[at]
        if (each) found.push({ kind: 'paragraph', at, paragraph: each })
      }
    } else {
      found.push({ kind: 'gap', at, count: end - at })
      at = end
    }
  }
  return found
}
