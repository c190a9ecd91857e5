import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import type { OpenOffer } from '$lib/host'
import { cycle, inScene, openChoice, outcome, shownDraft, takeNext } from './choice'
import { candidates, keptOffer, keyOfSkill, reopened } from './index'
import { begin, choose, openOffering } from './offering'
import { requestFor } from './ask'
import { chinese, english, offerFor } from './samples'

const extensions = candidates({
  host: { offer: () => Promise.reject(new Error('not asked')) },
  path: () => 'one.md',
  post: () => {},
  ruleText: () => null,
  keyOf: keyOfSkill,
})

/** Returns a manuscript with an open offer in which the second candidate was left for the first, one change taken. */
function offered(passage: string): EditorState {
  const doc = `Before.\n\n${passage} After.`
  const from = doc.indexOf(passage)
  const state = EditorState.create({ doc, selection: { anchor: from, head: from + passage.length }, extensions })
  const asked = requestFor(state, 'one.md', 'tighten')
  const choice = openChoice(offerFor(passage), passage)
  if (!asked || !choice) throw new Error('the passage has an offer')
  const stepped = inScene(takeNext(cycle(cycle(choice, 1), 1)), 'introspection')
  return state.update({ effects: begin.of(asked) }).state.update({ effects: choose.of(stepped) }).state
}

/** Opens a text as the next session does: the offer comes as JSON. */
function nextSession(text: string, kept: OpenOffer): EditorState {
  const state = EditorState.create({ doc: text, extensions })
  const effects = reopened(state, 'one.md', JSON.parse(JSON.stringify(kept)) as OpenOffer)
  return state.update({ effects }).state
}

function kept(state: EditorState): OpenOffer {
  const found = keptOffer(state)
  if (!found) throw new Error('an offer is open')
  return found
}

describe.each([english, chinese])('an open offer: %s', (passage) => {
  it('is the same in the next session, with the steps in it', () => {
    const before = offered(passage)
    const again = openOffering(nextSession(before.doc.toString(), kept(before)))
    const first = openOffering(before)
    expect(again).toMatchObject({ from: first?.from, to: first?.to, request: { ...first?.request, skill: 'tighten' } })
    expect(again?.choice.scene).toBe('introspection')
    expect(again && outcome(again.choice)).toEqual(first && outcome(first.choice))
    expect(again && shownDraft(again.choice)).toMatchObject({ picked: true, taken: [true, false] })
  })

  it('is gone if the passage was changed meanwhile', () => {
    const before = offered(passage)
    const text = before.doc.toString().replace(passage, `x${passage}`)
    expect(openOffering(nextSession(text, kept(before)))).toBeNull()
  })

  it('is opened without the decisions on changes that the offer does not have', () => {
    const before = offered(passage)
    const again = openOffering(nextSession(before.doc.toString(), { ...kept(before), shown: 9, taken: [[true], null] }))
    expect(again?.choice.shown).toBe(0)
    expect(again && shownDraft(again.choice).picked).toBe(false)
  })
})

it('is not kept if it is longer than the workspace holds', () => {
  const long = `${english} `.repeat(600).trim()
  expect(keptOffer(offered(long))).toBeNull()
})
