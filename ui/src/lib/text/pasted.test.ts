import { EditorState, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, it } from 'vitest'
import { pasted, pastes } from './pasted'

const read = (state: EditorState, from?: number, to?: number) => pastes(state, from, to).map(({ text }) => text)

/** Returns the pasted texts after some changes. */
function after(doc: string, ...changes: TransactionSpec[]): string[] {
  const opened = EditorState.create({ doc, extensions: [pasted] })
  return read(changes.reduce((state, change) => state.update(change).state, opened))
}

const paste = (at: number, insert: string): TransactionSpec => ({
  changes: { from: at, insert },
  userEvent: 'input.paste',
})
const type = (from: number, insert: string, to = from): TransactionSpec => ({
  changes: { from, to, insert },
  userEvent: 'input.type',
})

describe('pasted text', () => {
  it.each(['He ran. ', '他跑了。'])('is text from the clipboard, not typed text: %s', (text) => {
    expect(after('One. Two.', paste(5, text), type(0, 'Not '))).toEqual([text])
    expect(after('One. Two.', type(5, text))).toEqual([])
  })

  it('is text dropped from elsewhere, not text dragged within the editor', () => {
    const drop = (userEvent: string): TransactionSpec => ({ changes: { from: 0, insert: 'Zero. ' }, userEvent })
    expect(after('One.', drop('input.drop'))).toEqual(['Zero. '])
    expect(after('One.', drop('move.drop'))).toEqual([])
  })

  it('includes later edits, and is gone once it is deleted', () => {
    expect(after('One.', paste(4, ' He ran and ran.'), type(11, ',', 15))).toEqual([' He ran, ran.'])
    expect(after('One.', paste(4, ' Two.'), type(4, '', 9))).toEqual([])
  })

  it('is found for every range that touches it', () => {
    const opened = EditorState.create({ doc: 'One. Two. Three.', extensions: [pasted] })
    const state = opened.update(paste(0, 'Zero. ')).state.update(paste(22, ' Four.')).state
    expect(read(state)).toEqual(['Zero. ', ' Four.'])
    expect(read(state, 3, 8)).toEqual(['Zero. '])
    expect(read(state, 6, 22)).toEqual([])
    expect(pastes(state, 0, 3)[0]?.paste).not.toBe(pastes(state, 22, 24)[0]?.paste)
  })
})

describe('text that the writer cut or copied', () => {
  let views: EditorView[] = []
  afterEach(() => views.forEach((view) => view.destroy()))

  /** Opens a text with a range selected. */
  function open(doc: string, anchor = 0, head = anchor) {
    const view = new EditorView({ doc, parent: document.body, selection: { anchor, head }, extensions: [pasted] })
    views = [...views, view]
    return view
  }
  /** jsdom has no clipboard. */
  const clipboardData = { clearData() {}, setData() {} }
  const copy = (view: EditorView, how: 'copy' | 'cut') =>
    view.contentDOM.dispatchEvent(Object.assign(new Event(how), { clipboardData }))

  it.each([
    ['cut', 'He ran and ran. She did not.'],
    ['copy', '他跑了又跑。她没有。'],
  ] as const)('is not counted as pasted, also in another manuscript: %s', (how, text) => {
    const one = open(`One. ${text}`, 5, 5 + text.length)
    copy(one, how)
    const other = open('Other.')
    other.dispatch(paste(6, text))
    expect(read(other.state)).toEqual([])
    other.dispatch(paste(0, 'From elsewhere.'))
    expect(read(other.state)).toEqual(['From elsewhere.'])
  })

  it('is the line if there is no selection', () => {
    copy(open('One.\nTwo.\n', 6), 'copy')
    const other = open('Other.\n')
    other.dispatch(paste(0, 'Two.\n'))
    expect(read(other.state)).toEqual([])
  })

  it('counts as pasted if it was pasted from elsewhere before', () => {
    const one = open('One. ')
    one.dispatch(paste(5, 'Theirs.'))
    one.dispatch({ selection: { anchor: 3, head: 9 } })
    copy(one, 'cut')
    const other = open('Other.')
    other.dispatch(paste(6, one.state.sliceDoc(3, 9)))
    expect(read(other.state)).toEqual(['. Thei'])
  })
})
