// Divides a text into pieces of whole lines. Results about a piece are cached until the piece is edited. So a
// computation over a book costs only as much as the changed pieces.

import { StateField, type ChangeSet, type EditorState, type Text } from '@codemirror/state'

/** Some lines of a text. Its object identity is the cache key: edited lines get a new piece. */
export type Piece = {
  /** In UTF-16 code units, including the line break at its end. */
  readonly length: number
}

/** A piece with its offsets. */
export type Placed = { readonly piece: Piece; readonly from: number; readonly to: number }

/** Smallest size of a piece in code units. Reading one takes less than a millisecond. */
const SIZE = 8_192

/** All pieces of the text, in order, without gaps or overlaps. */
export const pieces = StateField.define<readonly Piece[]>({
  create: (state) => cut(state.doc, 0, state.doc.length),
  update: (value, { docChanged, changes, newDoc }) => (docChanged ? recut(value, changes, newDoc) : value),
})

function cut(doc: Text, from: number, to: number): Piece[] {
  const found: Piece[] = []
  for (let at = from; at < to; ) {
    const end = at + SIZE >= to ? to : Math.min(to, doc.lineAt(at + SIZE).to + 1)
    found.push({ length: end - at })
    at = end
  }
  return found
}

/** Reuses the pieces before the first change and after the last, and divides the text between them again. */
function recut(old: readonly Piece[], changes: ChangeSet, doc: Text): readonly Piece[] {
  let [first, last] = [changes.length, 0]
  changes.iterChangedRanges((from, to) => {
    first = Math.min(first, from)
    last = Math.max(last, to)
  })
  let [before, from] = [0, 0]
  for (; before < old.length; before += 1) {
    const to = from + (old[before]?.length ?? 0)
    // The last piece is not reused: text appended at the end goes into it.
    if (to > first || to === changes.length) break
    from = to
  }
  let [behind, to] = [old.length, changes.length]
  for (; behind > before; behind -= 1) {
    const start = to - (old[behind - 1]?.length ?? 0)
    // A change that ends where the piece begins may have removed the line break before it.
    if (start <= last) break
    to = start
  }
  const fresh = cut(doc, from, doc.length - (changes.length - to))
  return [...old.slice(0, before), ...fresh, ...old.slice(behind)]
}

export function* placed(state: EditorState): Generator<Placed> {
  let from = 0
  for (const piece of state.field(pieces)) {
    const to = from + piece.length
    yield { piece, from, to }
    from = to
  }
}

/** Returns a function that caches the result of `read` for each piece. */
export function once<T>(read: (text: string) => T): (doc: Text, place: Placed) => T {
  const known = new WeakMap<Piece, { value: T }>()
  return (doc, { piece, from, to }) => {
    let entry = known.get(piece)
    if (!entry) known.set(piece, (entry = { value: read(doc.sliceString(from, to)) }))
    return entry.value
  }
}
