import { describe, expect, it } from 'vitest'
import { cover, isUndone, moved, settle, uncover, withdrawal, type MapOffset, type Take } from './takes'

const passage = 'ran very fast'
const accepted = 'ran fast'

/** A take at the start of the text “ran fast, then”. */
const take: Take = {
  episode: {
    id: 'episode-1',
    kind: 'choice',
    chapterId: 'one.md',
    sceneType: 'action',
    skillUsed: 'polish',
    inputContext: '',
    candidates: [accepted],
    selectedIndex: 0,
    finalText: accepted,
    language: 'en',
    targetEpisodeId: null,
    undoAfterAccept: false,
    undoneAfter: null,
  },
  passage,
  from: 0,
  to: accepted.length,
  settled: accepted,
  undone: false,
  editing: false,
  wasEdited: false,
  removed: null,
  at: null,
  undoneAfter: null,
  covered: [],
}

/** Maps offsets through an insertion of `length` code units. */
const inserting =
  (at: number, length: number): MapOffset =>
  (offset, assoc) =>
    offset > at || (offset === at && assoc > 0) ? offset + length : offset

const slice = (text: string) => (from: number, to: number) => text.slice(from, to)

describe('a take', () => {
  it('moves when text is inserted before it', () => {
    expect(moved({ ...take, from: 4, to: 12 }, inserting(0, 3))).toMatchObject({ from: 7, to: 15 })
  })

  it('grows with text typed inside it, not with text typed at its edges', () => {
    expect(moved(take, inserting(3, 5))).toMatchObject({ from: 0, to: 13 })
    expect(moved(take, inserting(0, 5))).toMatchObject({ from: 5, to: 13 })
    expect(moved(take, inserting(8, 5))).toMatchObject({ from: 0, to: 8 })
  })

  it('is undone when the original passage comes back', () => {
    const map = inserting(3, ' very'.length)
    expect(isUndone(take, map, slice(`${accepted}, then`), slice(`${passage}, then`))).toBe(true)
  })

  it('is not undone by the undo of a later edit in it', () => {
    const edited = { ...take, to: 'ran very fast'.length }
    const same: MapOffset = (offset) => offset
    expect(isUndone(edited, same, slice('ran quite fst'), slice('ran quite fast'))).toBe(false)
  })

  it('is withdrawn by an amendment of its episode', () => {
    expect(withdrawal(take)).toEqual({
      ...take.episode,
      id: null,
      targetEpisodeId: 'episode-1',
      finalText: passage,
      undoAfterAccept: true,
      undoneAfter: null,
    })
  })

  it('is withdrawn when it is settled after an undo, and is no longer watched', () => {
    expect(settle({ ...take, undone: true }, passage)).toEqual({ take: null, amendment: withdrawal(take) })
  })

  it('is restored when a later take over it is undone, at the current offsets of its text', () => {
    const under = { ...take, covered: [cover({ ...take, from: 3, to: 11 }, 3, accepted)] }
    expect(uncover(under, 5, slice(`12345${accepted}`))).toEqual([{ ...take, from: 5, to: 13 }])
    expect(uncover(under, 5, slice(`12345${passage}`))).toEqual([])
  })

  it('reports a revision once', () => {
    const first = settle(take, 'ran')
    expect(first?.amendment).toMatchObject({
      id: null,
      targetEpisodeId: 'episode-1',
      finalText: 'ran',
      undoAfterAccept: false,
    })
    expect(first?.take && settle(first.take, 'ran')).toBeNull()
    expect(first?.take && settle(first.take, 'ran off')?.amendment.finalText).toBe('ran off')
  })

  it.each([accepted, '', '  \n'])('reports nothing for the text %j', (text) => {
    expect(settle(take, text)).toBeNull()
  })
})
