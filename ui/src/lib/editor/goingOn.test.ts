import { redo, undo } from '@codemirror/commands'
import { EditorSelection } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undoHistory } from './undo'
import type { EpisodeInput } from '$lib/host'
import { candidates, isOffering, keyOfSkill, settleTakes, skillCommands } from '$lib/candidates'
import { chinese, english, offerFor } from '$lib/candidates/samples'

const KEY_CODES: Record<string, number> = { Enter: 13, Backspace: 8 }

/** A passage in its text, what the first candidate makes of it, and words that the writer adds. */
const TEXTS = [
  { passage: english, cut: english.replace(' very', '').replace(' really', ''), more: 'at once ', also: 'iron ' },
  { passage: chinese, cut: chinese.replace('非常', '').replace('真的', ''), more: '立刻', also: '铁' },
]

let view: EditorView
let posted: EpisodeInput[]
let doc: string
let from: number

/** Opens an offer for a passage in a manuscript. */
async function open(passage: string) {
  doc = `Before. ${passage} After.\n`
  from = doc.indexOf(passage)
  view = new EditorView({
    doc,
    parent: document.body,
    selection: EditorSelection.single(from, from + passage.length),
    extensions: [
      undoHistory,
      candidates({ host: { offer: async () => offerFor(passage) }, path: () => 'one.md', post: (episode) => void posted.push(episode), ruleText: () => null, keyOf: keyOfSkill }),
    ],
  })
  view.focus()
  skillCommands[0].run(view)
  await new Promise((resolve) => setTimeout(resolve))
}

function press(key: string, modifiers: KeyboardEventInit = {}) {
  view.contentDOM.dispatchEvent(
    new KeyboardEvent('keydown', { key, keyCode: KEY_CODES[key] ?? key.toUpperCase().charCodeAt(0), bubbles: true, cancelable: true, ...modifiers }),
  )
}

/** Types as the editor does: a handler takes the text, or it is inserted. */
function type(text: string) {
  const { from: at, to } = view.state.selection.main
  const insert = () => view.state.update({ ...view.state.replaceSelection(text), userEvent: 'input.type' })
  const handled = view.state.facet(EditorView.inputHandler).some((handler) => handler(view, at, to, text, insert))
  if (!handled) view.dispatch(insert())
}

const goOn = () => press('Enter', { shiftKey: true })
const text = () => view.state.doc.toString()
const caretTo = (offset: number) => view.dispatch({ selection: { anchor: offset }, userEvent: 'select' })

beforeEach(() => (posted = []))
afterEach(() => view.destroy())

describe.each(TEXTS)('going on in a candidate: $passage', ({ passage, cut, more, also }) => {
  it('is one undo step with the take, wherever she types in the passage and moves the caret', async () => {
    await open(passage)
    goOn()
    expect(text()).toBe(doc.replace(passage, cut))
    expect(isOffering(view.state)).toBe(false)
    expect(view.contentDOM.querySelector('.offer-passage')?.textContent).toBe(cut)
    caretTo(from + cut.length)
    type(also)
    caretTo(from)
    type(more)
    expect(text()).toBe(doc.replace(passage, more + cut + also))
    undo(view)
    expect(text()).toBe(doc)
    redo(view)
    expect(text()).toBe(doc.replace(passage, more + cut + also))
    caretTo(text().length)
    expect(posted.map(({ finalText, undoAfterAccept }) => [finalText, undoAfterAccept])).toEqual([
      [cut, false],
      [more + cut + also, false],
    ])
  })

  it('stays hers after an undo and a redo of changes that were reported before', async () => {
    await open(passage)
    goOn()
    type(also)
    settleTakes(view, (episode) => posted.push(episode))
    undo(view)
    redo(view)
    caretTo(text().length)
    expect(posted.map(({ finalText, undoAfterAccept }) => [finalText, undoAfterAccept])).toEqual([
      [cut, false],
      [cut + also, false],
    ])
  })

  it('records the candidate and her text once the caret has left the passage', async () => {
    await open(passage)
    goOn()
    caretTo(from)
    type(more)
    caretTo(0)
    expect(view.contentDOM.querySelector('.offer-passage')).toBeNull()
    expect(posted).toMatchObject([
      { id: 'episode-1', selectedIndex: 0, finalText: cut },
      { id: null, targetEpisodeId: 'episode-1', selectedIndex: 0, finalText: more + cut, undoAfterAccept: false },
    ])
    expect(posted[1]?.candidates[0], 'the chosen text').toBe(cut)
  })

  it('is withdrawn as a whole by the undo', async () => {
    await open(passage)
    goOn()
    type(also)
    undo(view)
    settleTakes(view, (episode) => posted.push(episode))
    expect(posted.at(-1)).toMatchObject({ targetEpisodeId: 'episode-1', finalText: passage, undoAfterAccept: true })
  })

  it('leaves what she types after it a step of its own', async () => {
    await open(passage)
    goOn()
    type(also)
    caretTo(text().length)
    type(more)
    undo(view)
    expect(text()).toBe(doc.replace(passage, cut + also))
  })

  it('begins with typing in the text in view, once she uses the keys of the offer', async () => {
    await open(passage)
    press('Tab')
    press('1')
    caretTo(from)
    type(more)
    expect(text()).toBe(doc.replace(passage, more + cut))
    undo(view)
    expect(text()).toBe(doc)
  })
})

it('leaves the passage to a writer who types on without a look at the offer', async () => {
  await open(english)
  type('B')
  expect(text()).toBe(doc.replace(english, `${english}B`))
  expect(posted).toMatchObject([{ selectedIndex: -1, finalText: english }])
})

it('begins with a deletion, in the text in view', async () => {
  await open(english)
  press('Tab')
  press('Backspace')
  expect(isOffering(view.state)).toBe(false)
  expect(text()).toContain('. She')
})

it('keeps the place of the caret in the text', async () => {
  await open(english)
  press('Tab')
  press('1')
  caretTo(from + english.indexOf(' down'))
  goOn()
  expect(view.state.sliceDoc(view.state.selection.main.head, view.state.selection.main.head + 5)).toBe(' down')
})
