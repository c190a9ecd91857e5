// Footnotes: `[^1]` with its note on a line `[^1]: …`, and `^[an inline note]`. A command jumps to the note and back.

import { type EditorState, type Extension } from '@codemirror/state'
import { EditorView, hoverTooltip, type Command } from '@codemirror/view'
import { once, placed } from '../pieces'
import { words } from './words'

/** An occurrence of a footnote label: a reference, or the start of the note (`defines`). */
type Naming = { readonly id: string; readonly from: number; readonly to: number; readonly defines: boolean }

const namings = once((text: string): readonly Naming[] =>
  [...text.matchAll(/(?<!\\)\[\^([^\]\s]+)\](:?)/g)].map(({ 0: whole, 1: id = '', 2: colon, index }) => ({
    id,
    from: index,
    to: index + whole.length,
    defines: colon === ':' && (index === 0 || text[index - 1] === '\n'),
  })),
)

/** Returns the label at an offset, or `null`. */
function namingAt(state: EditorState, at: number): Naming | null {
  const line = state.doc.lineAt(at)
  for (const { piece, from, to } of placed(state)) {
    if (to < line.from) continue
    if (from > at) return null
    const found = namings(state.doc, { piece, from, to }).find((each) => from + each.from <= at && at <= from + each.to)
    if (found) return { ...found, from: from + found.from, to: from + found.to }
  }
  return null
}

/** Returns the note of a reference, or the first reference of a note; `null` if there is none. */
function counterpart(state: EditorState, { id, defines }: Naming): Naming | null {
  for (const place of placed(state)) {
    const found = namings(state.doc, place).find((each) => each.id === id && each.defines !== defines)
    if (found) return { ...found, from: place.from + found.from, to: place.from + found.to }
  }
  return null
}

/** Jumps from a reference to its note, and from anywhere in the note back. */
export const jumpFootnote: Command = (view) => {
  const { state } = view
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  // The whole line of a note belongs to the note.
  const naming = namingAt(state, head) ?? namingAt(state, line.from)
  if (!naming || (naming.from > head && !naming.defines)) return false
  const there = counterpart(state, naming)
  if (!there) {
    view.dispatch({ effects: EditorView.announce.of(words.noNote) })
    return true
  }
  view.dispatch({
    selection: { anchor: there.to + (there.defines && state.sliceDoc(there.to, there.to + 1) === ' ' ? 1 : 0) },
    effects: EditorView.scrollIntoView(there.from, { y: 'center' }),
    userEvent: 'select.jump',
  })
  return true
}

/** Returns the text of the note for the reference at an offset, or `null` if there is no reference. */
export function noteAt(state: EditorState, at: number): { from: number; to: number; text: string } | null {
  const naming = namingAt(state, at)
  if (naming?.defines) return null
  if (naming) {
    const there = counterpart(state, naming)
    if (!there) return { ...naming, text: words.noNote }
    return { from: naming.from, to: naming.to, text: state.sliceDoc(there.to, state.doc.lineAt(there.to).to).trim() }
  }
  return null
}

/** Shows a note above its reference while the pointer rests on it. */
export const footnotes: Extension = hoverTooltip((view, at) => {
  const note = noteAt(view.state, at)
  if (!note || note.text === '') return null
  return {
    pos: note.from,
    end: note.to,
    above: true,
    create() {
      const dom = document.createElement('div')
      dom.className = 'md-note-shown'
      dom.textContent = note.text
      return { dom }
    },
  }
})
