import { EditorState, type TransactionSpec } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { pasted, pastedStretches } from './pasted'

/** Returns what counts as pasted after some changes of a text. */
function after(doc: string, ...changes: TransactionSpec[]): string[] {
  const opened = EditorState.create({ doc, extensions: [pasted] })
  return pastedStretches(changes.reduce((state, change) => state.update(change).state, opened))
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
  it.each(['He ran. ', '他跑了。'])('is what came through the clipboard, not what is typed: %s', (text) => {
    expect(after('One. Two.', paste(5, text), type(0, 'Not '))).toEqual([text])
    expect(after('One. Two.', type(5, text))).toEqual([])
  })

  it('is what was dropped from elsewhere, not what was dragged along', () => {
    const drop = (userEvent: string): TransactionSpec => ({ changes: { from: 0, insert: 'Zero. ' }, userEvent })
    expect(after('One.', drop('input.drop'))).toEqual(['Zero. '])
    expect(after('One.', drop('move.drop'))).toEqual([])
  })

  it('is known as it reads after it was edited, and no more once it is gone', () => {
    expect(after('One.', paste(4, ' He ran and ran.'), type(11, ',', 15))).toEqual([' He ran, ran.'])
    expect(after('One.', paste(4, ' Two.'), type(4, '', 9))).toEqual([])
  })
})
