// A version beside the text of today, as paragraphs of which most are the same.

import type { Hunk } from '$lib/host'

/** A stretch of a paragraph: in both texts, only in that of today, or only in the version. */
export type ExcerptPiece = { mark: 'same' | 'added' | 'removed'; text: string }

/** A paragraph of either text or both. */
export type Paragraph = { pieces: ExcerptPiece[]; changed: boolean }

/** What is shown of it: a paragraph, or how many are passed over. */
export type ExcerptRow = { kind: 'paragraph'; at: number; paragraph: Paragraph } | { kind: 'gap'; at: number; count: number }

/** Which of the two texts is shown; `marked` shows both. */
export type View = 'marked' | 'then' | 'now'

/** Paragraphs around a change that are shown with it. */
const AROUND = 1

/** Returns the pieces both texts are made of, in order. `hunks` make the text of today of that of the version. */
export function pieces(then: string, hunks: readonly Hunk[]): ExcerptPiece[] {
  const all: ExcerptPiece[] = []
  const push = (mark: ExcerptPiece['mark'], text: string) => text && all.push({ mark, text })
  let end = 0
  for (const { from, to, insert } of hunks) {
    push('same', then.slice(end, from))
    push('removed', then.slice(from, to))
    push('added', insert)
    end = to
  }
  push('same', then.slice(end))
  return all
}

/** Returns the pieces paragraph by paragraph, as one of the texts or both have them. */
export function paragraphs(all: readonly ExcerptPiece[], view: View): Paragraph[] {
  const hidden = view === 'then' ? 'added' : view === 'now' ? 'removed' : null
  const found: Paragraph[] = [{ pieces: [], changed: false }]
  for (const { mark, text } of all) {
    const current = found.at(-1)
    // Also a change that leaves nothing to see here says that something stood here.
    if (current && mark !== 'same') current.changed = true
    if (mark === hidden) continue
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) found.push({ pieces: [], changed: mark !== 'same' })
      if (part) found.at(-1)?.pieces.push({ mark, text: part })
    }
  }
  return found.filter((paragraph) => paragraph.pieces.length > 0)
}

/** Returns the paragraphs that changed with those around them; `open` names the gaps that are shown whole. */
export function rows(all: readonly Paragraph[], open: ReadonlySet<number>): ExcerptRow[] {
  const shown = all.map((_, at) => all.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ changed }) => changed))
  const found: ExcerptRow[] = []
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
