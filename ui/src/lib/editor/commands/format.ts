// Commands that add or remove Markdown marks. Each is one undo step and changes only the marks.

import { EditorSelection, type ChangeSpec, type EditorState, type SelectionRange } from '@codemirror/state'
import type { Command } from '@codemirror/view'
import { lineKind } from '../markdown'
import type { TextRange } from '../range'

/** Adds a mark around the selection or the word at the caret, or removes it. */
export function toggleMark(mark: string, close = mark): Command {
  return ({ state, dispatch }) => {
    const spec = state.changeByRange((range) => {
      const word = range.empty ? state.wordAt(range.head) : range
      if (!word) return around(state, range, mark, close)
      const parts = lines(state, word)
      if (parts.length === 0) return { range }
      const marked = parts.map((part) => markedPart(state, part, mark, close))
      const off = marked.every((part) => part !== null)
      const changes = off
        ? marked.flatMap(({ from, to }) => [
            { from, to: from + mark.length },
            { from: to - close.length, to },
          ])
        : parts.flatMap(({ from, to }) => [
            { from, insert: mark },
            { from: to, insert: close },
          ])
      const set = state.changes(changes)
      // The selected text stays selected, without the marks around it.
      const moved = (at: number, side: -1 | 1) => set.mapPos(at, side)
      const { anchor, head } = range
      const to = range.empty
        ? EditorSelection.cursor(moved(head, head === word.to ? -1 : 1))
        : EditorSelection.range(moved(anchor, anchor < head ? 1 : -1), moved(head, anchor < head ? -1 : 1))
      return { changes, range: to }
    })
    dispatch(state.update(spec, { userEvent: 'input.format', scrollIntoView: true }))
    return true
  }
}

/** Inserts an empty pair of marks with the caret between, or removes such a pair around the caret. */
function around(state: EditorState, range: SelectionRange, mark: string, close: string) {
  const { head } = range
  const between = state.sliceDoc(head - mark.length, head) === mark && state.sliceDoc(head, head + close.length) === close
  return between
    ? {
        changes: [{ from: head - mark.length, to: head + close.length }],
        range: EditorSelection.cursor(head - mark.length),
      }
    : { changes: [{ from: head, insert: mark + close }], range: EditorSelection.cursor(head + mark.length) }
}

/** Splits a range by line and trims white space at the edges: Markdown ignores a mark next to white space. */
function lines(state: EditorState, { from, to }: TextRange): TextRange[] {
  const parts: TextRange[] = []
  for (let line = state.doc.lineAt(from); ; line = state.doc.lineAt(line.to + 1)) {
    const lead = line.from + (parts.length === 0 && line.from < from ? 0 : lineKind(line.text).lead)
    const text = state.sliceDoc(Math.max(from, lead), Math.min(to, line.to))
    const start = Math.max(from, lead) + text.length - text.trimStart().length
    if (text.trim() !== '') parts.push({ from: start, to: start + text.trim().length })
    if (line.to >= to) return parts
  }
}

/**
 * Returns the range including its marks, which stand inside or directly outside of it. Returns `null` without marks.
 * The `*` of `**` does not count.
 */
function markedPart(state: EditorState, { from, to }: TextRange, mark: string, close: string): TextRange | null {
  const { doc } = state
  const inside = state.sliceDoc(from, to)
  if (inside.length > mark.length + close.length && inside.startsWith(mark) && inside.endsWith(close) && fits(mark, inside))
    return { from, to }
  const line = doc.lineAt(from)
  const before = state.sliceDoc(line.from, from)
  const after = state.sliceDoc(to, line.to)
  const has = before.endsWith(mark) && after.startsWith(close) && fits(mark, [...before].reverse().join(''))
  return has ? { from: from - mark.length, to: to + close.length } : null
}

/**
 * Returns whether a text starts with this mark. An odd number of stars contains `*`: one star, or three (`**` and `*`).
 */
function fits(mark: string, text: string): boolean {
  if (mark !== '*') return true
  let length = 0
  while (text[length] === '*') length += 1
  return length % 2 === 1
}

/**
 * Changes the beginning of all selected lines that are not blank, or of the caret's line. `change` gets all texts at
 * once.
 */
function onLines(change: (texts: readonly string[]) => readonly { drop: number; insert: string }[]): Command {
  return ({ state, dispatch }) => {
    const touched = [
      ...new Set(
        state.selection.ranges.flatMap(({ from, to }) => {
          const numbers: number[] = []
          for (let number = state.doc.lineAt(from).number; number <= state.doc.lineAt(to).number; number++) numbers.push(number)
          return numbers
        }),
      ),
    ].map((number) => state.doc.line(number))
    const full = touched.filter(({ text }) => text.trim() !== '')
    const chosen = full.length > 0 ? full : touched.slice(0, 1)
    const made = change(chosen.map(({ text }) => text))
    const changes: ChangeSpec[] = chosen.map(({ from }, at) => ({ from, to: from + (made[at]?.drop ?? 0), insert: made[at]?.insert ?? '' }))
    dispatch(state.update({ changes, userEvent: 'input.format', scrollIntoView: true }))
    return true
  }
}

const leadOf = (text: string) => lineKind(text).lead

/** Turns the lines into headings of a level, or headings of this level into prose. */
export function toggleHeading(level: number): Command {
  const is = (text: string) => {
    const kind = lineKind(text)
    return kind.kind === 'heading' && kind.level === level
  }
  return onLines((texts) => {
    const insert = texts.every(is) ? '' : `${'#'.repeat(level)} `
    return texts.map((text) => ({ drop: lineKind(text).kind === 'heading' ? leadOf(text) : 0, insert }))
  })
}

/** Adds a level of quoting to the lines, or removes one. */
export const toggleQuote: Command = onLines((texts) => {
  const off = texts.every((text) => /^>/.test(text))
  return texts.map((text) => ({ drop: off ? (/^> ?/.exec(text)?.[0].length ?? 0) : 0, insert: off ? '' : '> ' }))
})

/** Turns the lines into items of a bulleted or numbered list, or these items into prose. */
export function toggleList(numbered: boolean): Command {
  const is = (text: string) => {
    const kind = lineKind(text)
    return kind.kind === 'item' && /^\d/.test(kind.mark) === numbered
  }
  return onLines((texts) => {
    const off = texts.every(is)
    return texts.map((text, at) => {
      const indent = /^\s*/.exec(text)?.[0] ?? ''
      const drop = lineKind(text).kind === 'item' ? leadOf(text) : indent.length
      return { drop, insert: indent + (off ? '' : numbered ? `${at + 1}. ` : '- ') }
    })
  })
}

/** Turns the selection into a link and puts the caret at the position of its target. */
export const insertLink: Command = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  dispatch(
    state.update({
      changes: [
        { from, insert: '[' },
        { from: to, insert: ']()' },
      ],
      selection: { anchor: from === to ? from + 1 : to + 3 },
      userEvent: 'input.format',
      scrollIntoView: true,
    }),
  )
  return true
}
