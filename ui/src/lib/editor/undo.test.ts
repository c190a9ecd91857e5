import { isolateHistory, redo, undoDepth } from '@codemirror/commands'
import { EditorState, type StateCommand, type Transaction } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { bringTo, undoOfDisk } from './outside'
import { LONGEST, resumed, stoppedAt, undoToLine, written } from './undo'
import { verbatim } from './verbatim'

const AT = '2026-11-20T21:40:00Z'
const EXTENSIONS = [verbatim(), undoOfDisk]

/** An editor without a view. */
function session(state: EditorState) {
  const dispatch = (transaction: Transaction) => (state = transaction.state)
  return {
    get state() {
      return state
    },
    get text() {
      return state.doc.toString()
    },
    type(insert: string, at = state.doc.length) {
      dispatch(state.update({ changes: { from: at, insert }, userEvent: 'input.type', annotations: isolateHistory.of('full') }))
    },
    run: (command: StateCommand) => command({ state, dispatch }),
    undo: () => undoToLine({ state, dispatch }),
    bring(text: string) {
      const change = bringTo(state, text)
      if (change) dispatch(state.update(change))
    },
  }
}

const fresh = (text: string) => session(resumed(text, EXTENSIONS, null))

/** Closes the editor and opens it again with the same text. */
function again(before: ReturnType<typeof session>) {
  const history = written(before.state)
  return session(resumed(before.text, EXTENSIONS, history === null ? null : { hash: '', at: AT, history }))
}

describe('undo after a restart', () => {
  it('stops once at the start of the session, reports it, and continues', () => {
    const first = fresh('一。')
    first.type('二。')
    first.type('Zero. ', 0)
    const second = again(first)
    second.type('Three.')

    second.undo()
    expect(second.text).toBe('Zero. 一。二。')
    expect(stoppedAt(second.state)).toBeNull()
    second.undo()
    expect(second.text).toBe('Zero. 一。二。')
    expect(stoppedAt(second.state)).toBe(AT)
    second.undo()
    expect(second.text).toBe('一。二。')
    expect(stoppedAt(second.state)).toBeNull()
    second.undo()
    expect(second.text).toBe('一。')
    expect(second.undo()).toBe(false)

    for (let step = 0; step < 3; step++) second.run(redo)
    expect(second.text).toBe('Zero. 一。二。Three.')
  })

  it('stops again after further typing', () => {
    const first = fresh('')
    first.type('一')
    const second = again(first)
    second.undo()
    second.type('二')
    expect(stoppedAt(second.state)).toBeNull()
    second.undo()
    second.undo()
    expect([second.text, stoppedAt(second.state)]).toEqual(['一', AT])
  })

  it('survives two restarts and stops at the last one', () => {
    const first = fresh('')
    first.type('一')
    const second = again(first)
    second.type('。Two')
    const third = again(second)
    third.undo()
    expect([third.text, stoppedAt(third.state)]).toEqual(['一。Two', AT])
    third.undo()
    third.undo()
    expect(third.text).toBe('')
  })

  it('does not stop in a first session, nor without stored steps', () => {
    const only = fresh('text')
    expect(written(only.state)).toBeNull()
    only.type('!')
    only.undo()
    expect([only.text, stoppedAt(only.state)]).toEqual(['text', null])
  })

  it('keeps the newest steps of a long history', () => {
    const first = fresh('')
    for (let paste = 0; paste < 12; paste++) {
      first.type(`${paste}${'字'.repeat(LONGEST / 10)}\n`)
      first.run(undoToLine)
      first.run(redo)
      // An undo step stores the deleted text, so deletions make the history long.
      first.run(({ state, dispatch }) => (dispatch(state.update({ changes: { from: 0, to: state.doc.length } })), true))
    }
    first.type('end')
    const history = written(first.state) ?? ''
    expect(history.length).toBeLessThanOrEqual(LONGEST + 100)
    const second = again(first)
    expect(undoDepth(second.state)).toBeGreaterThan(1)
    second.undo()
    second.undo()
    expect(second.text).toBe('')
  })

  it('does not revert another program’s change', () => {
    const first = fresh('hers')
    first.type(', edited')
    first.bring('theirs')
    first.type('!')
    const second = again(first)
    expect(undoDepth(second.state)).toBe(1)
    second.undo()
    second.undo()
    expect(second.text).toBe('theirs')
    expect(second.undo()).toBe(false)
  })

  it.each([
    ['no JSON', '{'],
    ['another shape', '{"done":[{}],"undone":null}'],
    ['another text', '{"done":[{"changes":[99,[1]],"selectionsAfter":[]}],"undone":[]}'],
    ['nothing', '{"done":[],"undone":[]}'],
  ])('starts without history for %s', (_, history) => {
    const state = resumed('the text', EXTENSIONS, { hash: '', at: AT, history })
    expect(state.doc.toString()).toBe('the text')
    expect(undoDepth(state)).toBe(0)
  })
})
