import { describe, expect, it } from 'vitest'
import {
  changedBy,
  cycle,
  moveHunk,
  nextLook,
  openChoice,
  outcome,
  preview,
  refusal,
  sentencesOf,
  shownDraft,
  takeNext,
  takeSentence,
  toggle,
  type Choice,
} from './choice'
import { candidate, chinese, english, offerFor } from './samples'

const open = (passage: string): Choice => {
  const choice = openChoice(offerFor(passage), passage)
  if (!choice) throw new Error('the sample offers something')
  return choice
}

const cutOnce = english.replace(' very', '')
const cutTwice = cutOnce.replace(' really', '')

describe('a choice', () => {
  it('does not open on an offer without candidates', () => {
    expect(openChoice({ ...offerFor(english), candidates: [] }, english)).toBeNull()
  })

  it.each([english, chinese])('opens with the whole first candidate: %s', (passage) => {
    const choice = open(passage)
    expect(outcome(choice)).toEqual({ selectedIndex: 0, finalText: choice.offer.candidates[0]?.text })
  })

  it('previews by number and does not move for a number without a candidate', () => {
    const choice = preview(open(english), 1)
    expect(choice.shown).toBe(1)
    expect(preview(choice, 2)).toBe(choice)
  })

  it('cycles through the candidates in both directions', () => {
    const choice = open(english)
    expect(cycle(choice, 1).shown).toBe(1)
    expect(cycle(cycle(choice, 1), 1).shown).toBe(0)
    expect(cycle(choice, -1).shown).toBe(1)
  })

  it('leaves out a change and takes it again', () => {
    const without = toggle(open(english), 0)
    expect(outcome(without).finalText).toBe(english.replace(' really', ''))
    expect(outcome(toggle(without, 0)).finalText).toBe(cutTwice)
  })

  it('ignores an index without a change', () => {
    const choice = open(english)
    expect(toggle(choice, 2)).toBe(choice)
    expect(toggle(choice, -1)).toBe(choice)
  })

  it('takes one change at a time and moves on', () => {
    const first = takeNext(open(english))
    expect(outcome(first)).toEqual({ selectedIndex: 0, finalText: cutOnce })
    expect(shownDraft(first).at).toBe(1)
    const second = takeNext(first)
    expect(outcome(second).finalText).toBe(cutTwice)
    expect(takeNext(second), 'a held key does nothing more').toBe(second)
  })

  it('takes the change that was moved to, not the first', () => {
    const choice = takeNext(moveHunk(open(chinese), 1))
    expect(outcome(choice).finalText).toBe(chinese.replace('真的', ''))
  })

  it('stops at the first and the last change', () => {
    const choice = open(english)
    expect(moveHunk(choice, -1)).toBe(choice)
    const last = moveHunk(choice, 1)
    expect(moveHunk(last, 1)).toBe(last)
  })

  it('keeps the decisions in one candidate while another is in view', () => {
    const picked = takeNext(open(english))
    expect(outcome(cycle(cycle(picked, 1), 1)).finalText).toBe(cutOnce)
  })

  it('is a refusal when every change is left out', () => {
    const none = toggle(preview(open(english), 1), 0)
    expect(outcome(none)).toEqual({ selectedIndex: -1, finalText: english })
  })

  it('refuses with the passage as it was, whatever is shown', () => {
    expect(refusal(takeNext(open(chinese)))).toEqual({ selectedIndex: -1, finalText: chinese })
  })

  it('cycles through the three ways to draw the passage', () => {
    const looks = [open(english)]
    for (let turn = 0; turn < 3; turn++) looks.push(nextLook(looks.at(-1) as Choice))
    expect(looks.map(({ look }) => look)).toEqual(['marked', 'result', 'original', 'marked'])
  })

  it.each([
    ['She was very cold, really. He was very late. It was really dark.', [[' very', ''], [', really', ''], ['was really', 'was']]],
    ['她非常冷，真的。他非常晚。天真的黑。', [['非常', ''], ['，真的', ''], ['天真的', '天']]],
  ] as [string, [string, string][]][])('takes the changes of one sentence after the other: %s', (passage, changes) => {
    const offer = { ...offerFor(passage), candidates: [candidate(passage, 'Cut', changes)] }
    const choice = openChoice(offer, passage)
    if (!choice) throw new Error('the offer has a candidate')
    expect(sentencesOf(choice, shownDraft(choice))).toBe(2)
    const first = takeSentence(choice)
    expect(shownDraft(first).taken).toEqual([true, true, false])
    expect(shownDraft(first).at).toBe(2)
    const both = takeSentence(first)
    expect(shownDraft(both).taken).toEqual([true, true, true])
    expect(takeSentence(both)).toBe(both)
  })

  it('knows the share of the text that the taken changes change', () => {
    const choice = open(english)
    const all = changedBy(choice, shownDraft(choice))
    const one = takeNext(choice)
    expect(all).toBeCloseTo(' very really'.length / (english.length + cutTwice.length))
    expect(changedBy(one, shownDraft(one))).toBeCloseTo(' very'.length / (english.length + cutOnce.length))
  })
})
