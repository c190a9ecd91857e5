// Markdown that depends on other lines: fenced blocks, front matter and headings. Read piece by piece from the lines
// that open or close a block.

import { StateField, type EditorState, type Text } from '@codemirror/state'
import { MOST_LINES } from '$lib/text/frontMatter'
import { once, pieces, placed, type Piece } from '../pieces'

/** An open fence: its sign and the number of signs. */
type Fence = { readonly sign: string; readonly size: number }

/** A line that affects other lines, at an offset in its piece. */
type BlockSignal =
  | ({ readonly kind: 'fence'; readonly at: number; readonly closes: boolean } & Fence)
  | { readonly kind: 'heading'; readonly at: number; readonly level: number; readonly written: string }

/** A heading of the text. */
export type Heading = {
  /** From 1. */
  readonly level: number
  /** The title without Markdown marks. */
  readonly title: string
  /** Offset of its line. */
  readonly from: number
}

const SIGNAL = /^(?: {0,3}(`{3,}|~{3,})([^\n]*)|(#{1,6})(?:[ \t]+([^\n]*))?)$/gm

const signals = once((text: string): readonly BlockSignal[] => {
  const found: BlockSignal[] = []
  for (const match of text.matchAll(SIGNAL)) {
    const [, fence, info = '', hashes, title = ''] = match
    const at = match.index
    if (hashes) found.push({ kind: 'heading', at, level: hashes.length, written: title })
    // Backticks inside the line make it inline code, not a fence.
    else if (fence && !(fence[0] === '`' && info.includes('`')))
      found.push({ kind: 'fence', at, sign: fence[0] ?? '', size: fence.length, closes: info.trim() === '' })
  }
  return found
})

/** The plain title of each heading. Computed only when needed, since each key reads the headings of its piece again. */
const titles = new WeakMap<BlockSignal, string>()

function titleOf(signal: BlockSignal & { kind: 'heading' }): string {
  let title = titles.get(signal)
  if (title === undefined) titles.set(signal, (title = plain(signal.written)))
  return title
}

/** Removes the marks from a title. */
function plain(title: string): string {
  return title
    .replace(/<!--.*?-->/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[\^[^\]\s]+\]|\^\[[^\]]*\]/g, '')
    .replace(/(?<!\\)(\*{1,3}|__|~~|`+)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/\s+#+\s*$/, '')
    .trim()
}

function after(open: Fence | null, signal: BlockSignal): Fence | null {
  if (signal.kind !== 'fence') return open
  if (!open) return signal
  return signal.sign === open.sign && signal.size >= open.size && signal.closes ? null : open
}

/** A fenced block, from the start of its first line to the end of its last line. */
export type Fenced = { readonly from: number; to: number }

/** The state of reading after a piece: the open fence, and the number of blocks that have begun. */
type Behind = { readonly piece: Piece; readonly to: number; readonly open: Fence | null; readonly begun: number }

/** The fenced blocks of a text, read as far as requested. */
class Fences {
  readonly blocks: Fenced[] = []
  readonly #behind: Behind[] = []
  readonly #body: number

  constructor(
    readonly pieces: readonly Piece[],
    readonly doc: Text,
    before: Fences | null,
  ) {
    this.#body = frontMatter(doc)?.to ?? -1
    if (!before || before.#body !== this.#body) return
    // Pieces before the first changed piece are the same objects at the same offsets, so their results are reused.
    let same = 0
    while (same < before.#behind.length && before.#behind[same]?.piece === pieces[same]) same += 1
    this.#behind = before.#behind.slice(0, same)
    this.blocks = before.blocks.slice(0, this.#behind.at(-1)?.begun ?? 0).map((block) => ({ ...block }))
    const last = this.blocks.at(-1)
    if (last && this.#behind.at(-1)?.open) last.to = doc.length
  }

  /** Reads up to an offset. */
  read(before: number): readonly Fenced[] {
    let { to: from, open } = this.#behind.at(-1) ?? { to: 0, open: null }
    for (let at = this.#behind.length; at < this.pieces.length && from < before; at += 1) {
      const piece = this.pieces[at]
      if (!piece) break
      const to = from + piece.length
      for (const signal of signals(this.doc, { piece, from, to })) {
        const start = from + signal.at
        const next: Fence | null = start > this.#body ? after(open, signal) : open
        if (next && !open) this.blocks.push({ from: start, to: this.doc.length })
        const last = this.blocks.at(-1)
        if (!next && open && last) last.to = this.doc.lineAt(start).to
        open = next
      }
      this.#behind.push({ piece, to, open, begun: this.blocks.length })
      from = to
    }
    return this.blocks
  }
}

/** The fenced blocks of the text. After an edit the results before the edit are reused. */
export const fences = StateField.define<Fences>({
  create: (state) => new Fences(state.field(pieces), state.doc, null),
  update: (value, { docChanged, state }) => (docChanged ? new Fences(state.field(pieces), state.doc, value) : value),
})

/**
 * Returns the fenced blocks that begin before an offset, in order. A block without an end reaches to the end of the
 * text.
 */
export function fenced(state: EditorState, before: number): readonly Fenced[] {
  return state.field(fences).read(before)
}

/** Returns the headings of the text in order; yields after each piece. */
export function* headings(state: EditorState): Generator<undefined, Heading[]> {
  const found: Heading[] = []
  const body = frontMatter(state.doc)?.to ?? -1
  let open: Fence | null = null
  for (const place of placed(state)) {
    for (const signal of signals(state.doc, place)) {
      const from = place.from + signal.at
      if (from <= body) continue
      open = after(open, signal)
      if (signal.kind === 'heading' && !open) found.push({ level: signal.level, title: titleOf(signal), from })
    }
    yield
  }
  return found
}

/** Front matter: a block of names and values at the beginning of a text. */
export type FrontMatter = {
  /** Offset of the end of its last line. */
  readonly to: number
  readonly keys: readonly string[]
}

const matters = new WeakMap<Text, FrontMatter | null>()

export function frontMatter(doc: Text): FrontMatter | null {
  let matter = matters.get(doc)
  if (matter === undefined) matters.set(doc, (matter = readFrontMatter(doc)))
  return matter
}

function readFrontMatter(doc: Text): FrontMatter | null {
  if (doc.line(1).text.trimEnd() !== '---') return null
  const keys: string[] = []
  for (let number = 2; number <= Math.min(doc.lines, MOST_LINES); number += 1) {
    const line = doc.line(number)
    if (/^(?:---|\.\.\.)\s*$/.test(line.text)) return { to: line.to, keys }
    const key = /^([^\s#:：-][^:：]*?)\s*(?::(?:\s|$)|：)/.exec(line.text)?.[1]
    if (key) keys.push(key)
  }
  return null
}
