import { history, isolateHistory, redo, undo } from '@codemirror/commands'
import { EditorSelection, type SelectionRange, type StateEffect, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EpisodeInput, Offer, OfferRequest, SkillName } from '$lib/host'
import { fault } from '$lib/fake/fakeHost'
import { locale } from '$lib/i18n'
import { pasted } from '$lib/text/pasted'
import { candidates, keyOfSkill, saidScenes, settleTakes, skillCommands } from './index'
import { openChoice } from './choice'
import { begin, openOffering } from './offering'
import { candidate, chinese, english, offerFor } from './samples'

const KEY_CODES: Record<string, number> = { Enter: 13, Escape: 27, Tab: 9, ArrowRight: 39, ArrowDown: 40, ' ': 32 }

/** Sentences of the rules in the samples, except a rule that has been deleted. */
const texts: Record<string, string> = { r1: 'Action scenes: prefers short sentences', r0: '动作场景偏好短句' }

/** The type of the effect that scrolls, and its value. */
const scrolls = (EditorView.scrollIntoView(0) as unknown as { type: Parameters<StateEffect<unknown>['is']>[0] }).type
type Scroll = { range: SelectionRange; yMargin: number }

let view: EditorView

afterEach(() => view.destroy())

/** Opens a manuscript and selects a passage in it. */
function open(passage: string, answer: (request: OfferRequest) => Promise<Offer> = async () => offerFor(passage)) {
  const doc = `# 一\n\nBefore. ${passage} After.\n\nThe end.\n`
  const from = doc.indexOf(passage)
  const posted: EpisodeInput[] = []
  const offer = vi.fn(answer)
  view = new EditorView({
    doc,
    parent: document.body,
    selection: EditorSelection.single(from, from + passage.length),
    extensions: [
      history(),
      pasted,
      candidates({ host: { offer }, path: () => 'one.md', post: (episode) => void posted.push(episode), ruleText: (id) => texts[id] ?? null, keyOf: keyOfSkill }),
    ],
  })
  view.focus()
  return { doc, from, to: from + passage.length, posted, offer, text: () => view.state.doc.toString() }
}

function press(key: string, modifiers: KeyboardEventInit = {}, target: Element | null = view.contentDOM) {
  const event = new KeyboardEvent('keydown', {
    key,
    keyCode: KEY_CODES[key] ?? key.toUpperCase().charCodeAt(0),
    bubbles: true,
    cancelable: true,
    ...modifiers,
  })
  target?.dispatchEvent(event)
  return event
}

/** Runs a skill as its command does. */
const askFor = (skill: SkillName) => skillCommands.find((each) => each.skill === skill)?.run(view)

const turn = () => new Promise((resolve) => setTimeout(resolve))

async function run(skill: SkillName = 'polish') {
  askFor(skill)
  await turn()
}

const shown = () => view.contentDOM.querySelector('[aria-selected="true"]')?.textContent
const spoken = () => view.dom.querySelector('.cm-announced')?.textContent
const cut = english.replace(' very', '').replace(' really', '')

describe('asking', () => {
  it.each(['polish', 'tighten'] as const)(
    'runs %s on the passage, with its surroundings',
    async (skill) => {
      const { offer, doc, from, to } = open(english)
      await run(skill)
      expect(offer).toHaveBeenCalledExactlyOnceWith({
        path: 'one.md',
        skill,
        passage: english,
        above: doc.slice(0, from),
        before: doc.slice(0, from),
        after: doc.slice(to),
        sceneType: null,
        pasted: [],
      })
    },
  )

  it('leaves the blanks at the ends of a selection out of the passage', async () => {
    const { offer, from, to } = open(chinese)
    view.dispatch({ selection: EditorSelection.single(from - 1, to + 1) })
    await run()
    expect(offer.mock.calls[0]?.[0].passage).toBe(chinese)
  })

  it('sends at most 600 code units of context on each side and no half character', async () => {
    const { offer } = open(english)
    const long = '𠮷'.repeat(301) + 'x'
    view.dispatch({
      changes: [
        { from: 0, insert: long },
        { from: view.state.doc.length, insert: long },
      ],
    })
    view.dispatch({
      selection: EditorSelection.single(
        view.state.doc.toString().indexOf(english),
        view.state.doc.toString().indexOf(english) + english.length,
      ),
    })
    await run()
    const { before = '', after = '' } = offer.mock.calls[0]?.[0] ?? {}
    expect(before.length <= 600 && after.length <= 600).toBe(true)
    expect(before.isWellFormed() && after.isWellFormed()).toBe(true)
  })

  it('asks for a selection first', async () => {
    const { offer, from } = open(english)
    view.dispatch({ selection: { anchor: from } })
    await run()
    expect(offer).not.toHaveBeenCalled()
    expect(spoken()).toBe('Select a passage first.')
  })

  it.each(['Enter', 'Escape'])('sends the pasted parts of the passage and the origin of the words with the outcome: %s', async (key) => {
    const { offer, posted, from } = open(english, async () => ({ ...offerFor(english), origin: 'pasted' }))
    const theirs = english.slice(4, 12)
    const paste = { changes: { from: from + 4, to: from + 12, insert: theirs }, userEvent: 'input.paste' }
    view.dispatch(paste, { changes: { from: 0, insert: 'Elsewhere. ' }, userEvent: 'input.paste' })
    await run()
    expect(offer.mock.lastCall?.[0].pasted).toEqual([theirs])
    press(key)
    expect(posted).toMatchObject([{ origin: 'pasted' }])
  })

  it.each([
    ['too_long', '选中的文字超过 20,000 个字符。', 'The passage has more than 20,000 characters.'],
    ['no_words', '选中的部分没有文字。', 'The selection has no words.'],
    ['no_move', '没有适合这段文字的改法。', 'no change of this kind fits the passage.'],
  ] as const)('shows a note why there is no candidate, until the next key: %s', async (nothing, inChinese, inEnglish) => {
    const { posted } = open(chinese, async () => ({ ...offerFor(chinese), candidates: [], nothing }))
    await run()
    expect(view.dom.querySelector('.offer-note')?.textContent).toContain(inEnglish)
    press('Shift')
    locale.set('zh')
    await run()
    expect(view.dom.querySelector('.offer-note')?.textContent).toContain(inChinese)
    press('Shift')
    expect(view.dom.querySelector('.offer-note')).toBeNull()
    expect(posted, 'nothing was chosen').toEqual([])
  })

  it('leaves room for the note below the passage, which it would cover otherwise', async () => {
    const { to } = open(english, async () => ({ ...offerFor(english), candidates: [] }))
    const dispatch = vi.spyOn(view, 'dispatch')
    await run()
    const effects = dispatch.mock.calls.flatMap((specs) => specs.flatMap((spec) => (spec as TransactionSpec).effects ?? []).flat())
    const { range, yMargin } = effects.find((effect) => (effect as StateEffect<unknown>).is(scrolls))?.value as Scroll
    expect(range.head).toBe(to)
    expect(yMargin).toBeGreaterThan(view.defaultLineHeight)
  })

  it('shows why the request failed', async () => {
    open(english, () => Promise.reject(fault('PROJECT_NOT_OPEN')))
    await run()
    expect(view.dom.querySelector('.offer-note')?.textContent).toContain('No project is open')
  })

  it('drops an answer for a passage that was edited meanwhile', async () => {
    let answer: (offer: Offer) => void = () => {}
    const { from } = open(english, () => new Promise((resolve) => (answer = resolve)))
    await run()
    view.dispatch({ changes: { from: from + 3, insert: '!' } })
    answer(offerFor(english))
    await turn()
    expect(openOffering(view.state)).toBeNull()
  })
})

describe('an offer', () => {
  it.each([english, chinese])('shows candidates and leaves the text untouched: %s', async (passage) => {
    const { text, doc } = open(passage)
    await run()
    expect(text()).toBe(doc)
    expect(view.contentDOM.querySelectorAll('[role="option"]')).toHaveLength(2)
    expect([...view.contentDOM.querySelectorAll('del')].map((del) => del.textContent)).toEqual(
      passage === english ? [' very', ' really'] : ['非常', '真的'],
    )
  })

  it('keeps the focus in the text and is announced to a screen reader', async () => {
    open(english)
    await run()
    expect(view.hasFocus).toBe(true)
    expect(spoken()).toBe(
      '2 candidates. Scene: action. 1 of 2: Cut, 10\u00a0% changed, length −18\u00a0%. Enter takes it, Escape leaves the text as it was.',
    )
    expect(view.contentDOM.getAttribute('aria-activedescendant')).toBe('offer-option-0')
    press('2')
    expect(spoken()).toBe(
      '2 of 2: Split, 11\u00a0% changed, length −6\u00a0%, 2 rules agree. Change 1 of 1, taken: remove “, and she”, write “. She”.',
    )
    press('ArrowDown')
    expect(spoken(), 'where there is no other change').toMatch(/^Change 1 of 1/)
    expect(view.contentDOM.getAttribute('aria-activedescendant')).toBe('offer-option-1')
  })

  it.each([
    ['en', english, '2 rules'],
    ['zh', chinese, '2 条规则'],
  ] as const)('shows which rules a candidate follows (%s), and no rules of another kind of scene', async (language, passage, count) => {
    locale.set(language)
    const marks = () => [...view.contentDOM.querySelectorAll<HTMLElement>('.rules')].map((mark) => [mark.textContent, mark.title])
    const offer = offerFor(passage)
    const [, split] = offer.candidates
    if (split) split.rules = ['r1', 'r0']
    open(passage, async () => offer)
    await run()
    expect(marks()).toEqual([['', ''], [count, `${texts.r1}\n${texts.r0}`]])
    const scene = view.contentDOM.querySelector<HTMLSelectElement>('#offer-scene')
    for (const [said, mark] of [['dialogue', ''], ['action', count]] as const) {
      if (scene) scene.value = said
      scene?.dispatchEvent(new Event('change', { bubbles: true }))
      await turn()
      expect(marks()[1]?.[0], said).toBe(mark)
    }
    if (scene) scene.value = 'dialogue'
    scene?.dispatchEvent(new Event('change', { bubbles: true }))
    press('2')
    expect(spoken()).not.toMatch(/agree|支持/u)
  })

  it('counts a rule that was deleted since, and shows no sentence for it', async () => {
    open(english)
    await run()
    const mark = view.contentDOM.querySelectorAll<HTMLElement>('.rules')[1]
    expect([mark?.textContent, mark?.title]).toEqual(['2 rules', texts.r1])
  })

  it.each([
    ['en', 'Your rules left out', /One offer in ten leaves your rules out/],
    ['zh', '这次不看规则', /每十次候选有一次不看规则/],
  ] as const)('shows when it was made without rules, and why (%s)', async (language, shown, why) => {
    locale.set(language)
    const heldOut = () => view.contentDOM.querySelector('.hints')?.textContent?.includes(shown)
    open(english)
    await run()
    expect(heldOut()).toBe(false)
    view.destroy()
    const { posted } = open(english, async () => ({ ...offerFor(english), shapedBy: [], heldOut: ['r3'] }))
    await run()
    expect(heldOut()).toBe(true)
    expect(spoken()).toMatch(why)
    press('Enter')
    expect(posted[0]).toMatchObject({ shapedBy: [], heldOut: ['r3'] })
  })

  it.each([
    ['en', 'Your rule finds nothing here'],
    ['zh', '规则在这里用不上'],
  ] as const)('says when a rule holds that no candidate follows (%s)', async (language, shown) => {
    locale.set(language)
    const plain = (inForce: string[]) => async () => {
      const offer = offerFor(english)
      return { ...offer, shapedBy: [], inForce, candidates: offer.candidates.map((each) => ({ ...each, rules: [] })) }
    }
    const label = () => view.contentDOM.querySelector<HTMLElement>('.unshaped')
    open(english, plain([]))
    await run()
    expect(label()).toBeNull()
    view.destroy()
    open(english, plain(['r1']))
    await run()
    expect(label()?.textContent).toBe(shown)
    expect(label()?.title).toContain(texts.r1)
    expect(spoken()).toContain(shown)
    const scene = view.contentDOM.querySelector<HTMLSelectElement>('#offer-scene')
    if (scene) scene.value = 'dialogue'
    scene?.dispatchEvent(new Event('change', { bubbles: true }))
    await turn()
    expect(label(), 'other rules hold in another scene').toBeNull()
  })

  it('sets the caret once more when the marks move the text', async () => {
    open(english)
    await run()
    const again = vi.spyOn(Selection.prototype, 'addRange')
    press('Tab')
    await vi.waitFor(() => expect(again).toHaveBeenCalled())
    expect(again.mock.lastCall?.[0].collapsed).toBe(true)
    again.mockRestore()
  })

  it('is in the language of the interface', async () => {
    locale.set('zh')
    open(english)
    await run()
    press('2')
    await turn()
    expect(shown()).toContain('Split（中）')
    expect(shown()).toContain('2 条规则')
  })

  it('previews by number and by Tab', async () => {
    open(english)
    await run()
    press('2')
    await turn()
    expect(shown()).toContain('Split')
    expect(view.contentDOM.querySelector('ins')?.textContent).toBe('. She')
    press('Tab')
    await turn()
    expect(shown()).toContain('Cut')
    press('Tab', { shiftKey: true })
    await turn()
    expect(shown()).toContain('Split')
  })

  it('shows the result only and the original only', async () => {
    const { from, to } = open(english)
    await run()
    const line = () => view.domAtPos(from).node.parentElement?.closest('.cm-line')?.textContent
    press('1')
    press('v')
    expect(line()).toBe(`Before. ${cut} After.`)
    press('v')
    expect(line()).toBe(`Before. ${english} After.`)
    expect(to - from).toBe(english.length)
  })

  it('leaves keys alone once the caret is elsewhere', async () => {
    const { doc, posted } = open(english)
    await run()
    view.dispatch({ selection: { anchor: doc.length } })
    expect(press('1').defaultPrevented).toBe(false)
    expect(press('Enter').defaultPrevented).toBe(false)
    expect(posted).toEqual([])
    expect(openOffering(view.state)).not.toBeNull()
  })

  it('ends with Escape from elsewhere, and the caret stays there', async () => {
    const { doc } = open(chinese)
    await run()
    view.dispatch({ selection: { anchor: doc.length } })
    press('Escape')
    expect(openOffering(view.state)).toBeNull()
    expect(view.state.selection.main.head).toBe(doc.length)
  })

  it('keeps its passage when text is typed elsewhere', async () => {
    const { text } = open(english)
    await run()
    view.dispatch({ changes: { from: 0, insert: '新的开头。\n' } })
    view.dispatch({ selection: { anchor: view.state.doc.toString().indexOf(english) } })
    press('Enter')
    expect(text()).toBe(`新的开头。\n# 一\n\nBefore. ${cut} After.\n\nThe end.\n`)
  })
})

it.each([
  ['en', 'another view', 'changes', 'in or outSpace'],
  ['zh', '换种显示', '逐处查看', '采用或不采用空格'],
] as const)('an offer lists its keys in %s as they take effect', async (language, look, changes, inOrOut) => {
  locale.set(language)
  open(english)
  await run()
  const hints = () => view.contentDOM.querySelector('.hints')?.textContent
  const waiting = () =>
    [...view.contentDOM.querySelectorAll<HTMLElement>('.hints *')]
      .filter(({ style }) => style.visibility === 'hidden')
      .map(({ textContent }) => textContent)
  const before = hints()
  expect(before).toContain(look)
  expect(before).toContain(changes)
  expect(waiting(), 'letters of the manuscript till the writer looks around').toEqual(['V', inOrOut, 'S'])
  expect(before, 'no gap before its words').toContain(`Esc${look}V`)
  press('Tab')
  await turn()
  expect(waiting(), 'of a single change').toEqual([`${changes}↑ ↓`, inOrOut])
  press('Tab')
  await turn()
  expect(waiting()).toEqual([])
  expect(hints(), 'in its place from the first').toBe(before)
  const button = [...view.contentDOM.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(look))
  button?.click()
  expect(openOffering(view.state)?.choice.look).toBe('result')
})

describe('the kind of scene', () => {
  const menu = () => view.contentDOM.querySelector<HTMLSelectElement>('#offer-scene')

  function say(scene: string, by: 'pointer' | 'keys') {
    const select = menu()
    if (by === 'pointer') select?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
    select?.focus()
    if (select) select.value = scene
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  }

  it.each([
    ['en', english, 'Scene:', ['action', 'dialogue']],
    ['zh', chinese, '场景：', ['动作', '对白']],
  ] as const)('is shown in %s as guessed by the desk, and all others can be chosen', async (language, passage, name, first) => {
    locale.set(language)
    open(passage)
    await run()
    expect(view.contentDOM.querySelector('#offer-scene-label')?.textContent).toBe(name)
    expect(menu()?.getAttribute('aria-labelledby')).toBe('offer-scene-label')
    expect(menu()?.value).toBe('action')
    const options = [...(menu()?.options ?? [])].map(({ label }) => label)
    expect(options).toHaveLength(7)
    expect(options.slice(0, 2)).toEqual(first)
  })

  it.each(['Enter', 'Escape'])('is recorded as the writer chose it, whether the offer is taken or refused: %s', async (outcome) => {
    const { posted } = open(english)
    await run()
    say('dialogue', 'pointer')
    expect(view.hasFocus, 'one choice by a pointer is all').toBe(true)
    expect(spoken()).toBe('Scene: dialogue, on your word.')
    press(outcome)
    expect(posted).toMatchObject([{ sceneType: 'dialogue', selectedIndex: outcome === 'Enter' ? 0 : -1 }])
  })

  it('is reached and left by keys, which take no candidate meanwhile', async () => {
    const { posted } = open(chinese)
    await run()
    expect(press('s').defaultPrevented, 'a letter of the manuscript till the writer looks around').toBe(false)
    press('Tab')
    press('s')
    expect(document.activeElement).toBe(menu())
    for (const scene of ['dialogue', 'description']) say(scene, 'keys')
    await turn()
    expect(document.activeElement, 'arrow keys choose on the way past').toBe(menu())
    for (const key of ['ArrowDown', '2', 'Enter']) press(key, {}, menu())
    expect(view.hasFocus).toBe(true)
    expect(posted).toEqual([])
    press('Enter')
    expect(posted).toMatchObject([{ sceneType: 'description' }])
  })

  it('has the width of its choice', async () => {
    open(english)
    await run()
    const chosen = () => view.contentDOM.querySelector('#offer-scene')?.previousElementSibling?.textContent
    for (const scene of ['introspection', 'action'] as const) {
      say(scene, 'pointer')
      await turn()
      expect(chosen()).toBe(scene)
    }
  })

  it('returns the focus to the text when the pointer opened the menu and chose nothing', async () => {
    const { posted } = open(english)
    await run()
    menu()?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
    menu()?.focus()
    expect(press('d', {}, menu()).defaultPrevented, 'the key is the manuscript’s').toBe(false)
    expect(view.hasFocus).toBe(true)
    expect(posted).toEqual([])
  })

  it('is sent with the next request for the same passage and with no other request', async () => {
    const { offer, from, to, doc } = open(english)
    await run()
    say('introspection', 'pointer')
    press('Escape')
    view.dispatch({ changes: { from: 0, insert: '新的开头。\n' } })
    await run('tighten')
    expect(offer.mock.lastCall?.[0]).toMatchObject({ passage: english, sceneType: 'introspection' })
    const said = saidScenes(view.state).map(({ from, to, sceneType }) => [view.state.sliceDoc(from, to), sceneType])
    expect(said).toEqual([[english, 'introspection']])
    press('Escape')
    const moved = view.state.doc.length - doc.length
    view.dispatch({ selection: EditorSelection.single(from + moved, to + moved + ' After.'.length) })
    await run()
    expect(offer.mock.lastCall?.[0], 'more than she spoke of').toMatchObject({ sceneType: null })
  })
})

describe('taking', () => {
  it.each([english, chinese])('takes the whole candidate in one undo step: %s', async (passage) => {
    const { text, doc, posted } = open(passage)
    await run()
    press('2')
    press('Enter')
    const offered = offerFor(passage).candidates
    expect(text()).toBe(doc.replace(passage, offered[1]?.text ?? ''))
    expect(posted).toEqual([
      {
        id: 'episode-1',
        kind: 'choice',
        chapterId: 'one.md',
        sceneType: 'action',
        origin: 'own',
        skillUsed: 'polish',
        inputContext: '# 一\n\nBefore.\n\nAfter.\n\nThe end.',
        candidates: offered.map((candidate) => candidate.text),
        selectedIndex: 1,
        finalText: offered[1]?.text,
        language: passage === english ? 'en' : 'zh',
        targetEpisodeId: null,
        undoAfterAccept: false,
        undoneAfter: null,
        shapedBy: ['r1'],
        heldOut: [],
      },
    ])
    undo(view)
    expect(text()).toBe(doc)
  })

  it('does not overwrite a passage that differs from the passage on offer', async () => {
    const { text, doc, posted, from } = open(english)
    const request = { path: 'one.md', skill: 'polish' as const, passage: english, above: '', before: '', after: '', sceneType: null, pasted: [] }
    const choice = openChoice(offerFor(english), english)
    view.dispatch({ effects: begin.of({ request, from: from + 1, to: from + 1 + english.length, choice }) })
    view.dispatch({ selection: { anchor: from + 1 } })
    press('Enter')
    expect(text()).toBe(doc)
    expect(posted, 'that was not the writer’s choice').toEqual([])
    expect(spoken()).toContain('no longer the one on offer')
  })

  it('takes one change and records which candidate it came from', async () => {
    const { text, doc, posted } = open(english)
    await run()
    press('ArrowRight', { ctrlKey: true })
    expect(text(), 'nothing is written before Enter').toBe(doc)
    press('Enter')
    expect(text()).toBe(doc.replace(' very', ''))
    expect(posted).toMatchObject([{ selectedIndex: 0, finalText: english.replace(' very', '') }])
  })

  it('leaves out a change that is clicked', async () => {
    const { text, doc } = open(english)
    await run()
    const del = view.contentDOM.querySelector('del')
    del?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
    press('Enter')
    expect(text()).toBe(doc.replace(' really', ''))
  })

  it('moves through the changes and toggles the current change', async () => {
    const { text, doc } = open(chinese)
    await run()
    press('ArrowDown')
    press(' ')
    press('Enter')
    expect(text()).toBe(doc.replace('非常', ''))
  })

  it('inserts no line break when Enter is held', async () => {
    open(english)
    await run()
    press('Enter')
    expect(press('Enter', { repeat: true }).defaultPrevented).toBe(true)
    expect(press('Enter').defaultPrevented, 'a new press is the writer’s').toBe(false)
  })

  it('works with the mouse and leaves the focus in the text', async () => {
    const { text, doc } = open(english)
    await run()
    const options = view.contentDOM.querySelectorAll<HTMLElement>('[role="option"]')
    const pressed = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
    options[1]?.dispatchEvent(pressed)
    expect(pressed.defaultPrevented).toBe(true)
    options[1]?.click()
    view.contentDOM.querySelector<HTMLElement>('button')?.click()
    expect(text()).toBe(doc.replace(', and she', '. She'))
    expect(view.hasFocus).toBe(true)
  })
})

describe('refusing', () => {
  it.each([english, chinese])('leaves the text byte-identical and the passage selected: %s', async (passage) => {
    const { text, doc, posted, from, to } = open(passage)
    await run()
    press('2')
    press('ArrowRight', { ctrlKey: true })
    press('Escape')
    expect(text()).toBe(doc)
    expect(view.state.selection.main).toMatchObject({ from, to })
    expect(posted).toMatchObject([{ selectedIndex: -1, finalText: passage, targetEpisodeId: null }])
  })

  it('is recorded when every change is left out', async () => {
    const { text, doc, posted } = open(english)
    await run()
    press('2')
    press(' ')
    press('Enter')
    expect(text()).toBe(doc)
    expect(posted).toMatchObject([{ selectedIndex: -1 }])
  })

  it('is recorded when the writer types in the passage, and the typed text stays', async () => {
    const { text, doc, posted, from } = open(english)
    await run()
    view.dispatch({ changes: { from: from + 3, insert: 'dy' }, userEvent: 'input.type' })
    expect(openOffering(view.state)).toBeNull()
    expect(text()).toBe(doc.replace('Wen', 'Wendy'))
    expect(posted).toMatchObject([{ selectedIndex: -1, finalText: english }])
  })

  it.each([' ', 'n', 'p', 'v', 'a'])('is recorded when the writer types on with %j, and the key is inserted', async (key) => {
    const { posted, to, text, doc } = open(english)
    await run()
    expect(press(key).defaultPrevented, 'the key is the manuscript’s').toBe(false)
    view.dispatch({ changes: { from: to, insert: key }, userEvent: 'input.type' })
    expect(text()).toBe(doc.replace(english, `${english}${key}`))
    expect(posted).toMatchObject([{ selectedIndex: -1, finalText: english }])
  })

  it.each(['1', 'Tab', 'ArrowDown', 'ArrowUp'])('is not recorded for a letter after %s', async (key) => {
    const { posted } = open(english)
    await run()
    press(key)
    for (const letter of [' ', 'n', 'p', 'v']) expect(press(letter).defaultPrevented, letter).toBe(true)
    expect(posted).toEqual([])
  })

  it('is not recorded for a named key that an input method only passes on', async () => {
    const { posted } = open(chinese)
    await run()
    for (const key of ['Shift', 'ArrowDown', 'Enter']) {
      expect(press(key, { keyCode: 229 }).defaultPrevented, key).toBe(false)
    }
    expect(openOffering(view.state)).not.toBeNull()
    expect(posted).toEqual([])
  })

  it('follows the keys of an offer while an input method is on and composes nothing', async () => {
    const { posted, doc, text } = open(chinese)
    await run()
    const through = (code: string) => press('Process', { keyCode: 229, code }).defaultPrevented
    expect(through('Digit2')).toBe(true)
    expect(openOffering(view.state)?.choice.shown).toBe(1)
    // The input method may type the digit all the same.
    const inserted = () => view.state.facet(EditorView.inputHandler).some((handler) => handler(view, 0, 0, '2', () => view.state.update({})))
    expect(inserted(), 'the digit is not typed').toBe(true)
    expect(through('Tab') && through('ArrowDown')).toBe(true)
    expect([text(), posted]).toEqual([doc, []])
    expect(through('Escape')).toBe(true)
    expect(posted).toMatchObject([{ selectedIndex: -1 }])
  })

  it('takes a candidate by Enter while an input method is on, but not during a composition', async () => {
    const composing = open(chinese)
    await run()
    press('Process', { keyCode: 229, code: 'Enter', isComposing: true })
    expect(composing.posted, 'the composition ends the offer').toMatchObject([{ selectedIndex: -1 }])
    const { posted } = open(chinese)
    await run()
    press('Process', { keyCode: 229, code: 'Enter' })
    expect(posted).toMatchObject([{ selectedIndex: 0 }])
  })

  it('is recorded for a composition that no key event announced', async () => {
    const { posted } = open(chinese)
    await run()
    view.contentDOM.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    expect(posted).toMatchObject([{ selectedIndex: -1 }])
  })

  it('is recorded before an input method starts a composition in the passage', async () => {
    const { posted } = open(chinese)
    await run()
    press('Process', { keyCode: 229 })
    expect(view.contentDOM.querySelector('.offer-passage')).toBeNull()
    expect(posted).toMatchObject([{ selectedIndex: -1 }])
  })

  it('is recorded when another skill is asked for the same passage', async () => {
    const { posted, offer } = open(english)
    await run('polish')
    await run('tighten')
    expect(posted).toMatchObject([{ selectedIndex: -1, skillUsed: 'polish' }])
    expect(offer.mock.calls.map(([{ skill, passage }]) => [skill, passage])).toEqual([
      ['polish', english],
      ['tighten', english],
    ])
  })

  it('is not recorded for a change from the disk', async () => {
    const { posted, from } = open(english)
    await run()
    view.dispatch({ changes: { from: from + 3, insert: 'dy' }, userEvent: 'input.disk' })
    expect(openOffering(view.state)).toBeNull()
    expect(posted).toEqual([])
  })
})

describe('after a take', () => {
  async function taken(passage = english) {
    const desk = open(passage)
    await run()
    press('Enter')
    desk.posted.length = 0
    return desk
  }

  const type = (at: number, insert: string) =>
    view.dispatch({ changes: { from: at, insert }, selection: { anchor: at + insert.length }, userEvent: 'input.type' })

  const leave = () => view.dispatch({ selection: { anchor: 0 } })

  it('reports the undo once the caret has left the passage', async () => {
    const { posted } = await taken()
    undo(view)
    expect(posted, 'a redo may still come').toEqual([])
    leave()
    expect(posted).toMatchObject([
      { id: null, targetEpisodeId: 'episode-1', undoAfterAccept: true, finalText: english },
    ])
    redo(view)
    leave()
    expect(posted, 'the contract has no word for a later redo').toHaveLength(1)
  })

  it.each([english, chinese])('says how long after the take it was undone: %s', async (passage) => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
    const { posted } = await taken(passage)
    clock.mockReturnValue(1_031_999)
    undo(view)
    clock.mockReturnValue(9_000_000)
    leave()
    expect(posted).toMatchObject([{ undoAfterAccept: true, undoneAfter: 31 }])
    clock.mockRestore()
  })

  it.each([english, chinese])('does not report an undo that was redone: %s', async (passage) => {
    const { posted } = await taken(passage)
    undo(view)
    redo(view)
    leave()
    expect(posted).toEqual([])
    undo(view)
    leave()
    expect(posted).toMatchObject([{ undoAfterAccept: true }])
  })

  it('distinguishes an undo of a later edit from an undo of the take', async () => {
    const { posted, from } = await taken(chinese)
    view.dispatch({
      changes: { from: from + 2, insert: '儿' },
      annotations: isolateHistory.of('full'),
      userEvent: 'input.type',
    })
    undo(view)
    settleTakes(view, (episode) => void posted.push(episode))
    expect(posted).toEqual([])
    undo(view)
    leave()
    expect(posted).toMatchObject([{ undoAfterAccept: true, finalText: chinese }])
  })

  describe('over another', () => {
    /** Takes one cut, then a second cut in the result of the first. */
    async function chain() {
      let count = 0
      const desk = open(english, async ({ passage }) => {
        count += 1
        const cut: [string, string] = count === 1 ? [' very', ''] : [' rail.', ' rope.']
        return { ...offerFor(english, `episode-${count}`), candidates: [candidate(passage, 'Cut', [cut])] }
      })
      await run()
      press('Enter')
      view.dispatch({ selection: EditorSelection.single(desk.from + 4, desk.to - ' very'.length) })
      await run('tighten')
      press('Enter')
      desk.posted.length = 0
      return desk
    }

    it('withdraws both when both are undone', async () => {
      const { posted, text, doc } = await chain()
      undo(view)
      undo(view)
      expect(text()).toBe(doc)
      leave()
      expect(posted.map(({ targetEpisodeId, undoAfterAccept }) => [targetEpisodeId, undoAfterAccept])).toEqual([
        ['episode-1', true],
        ['episode-2', true],
      ])
    })

    it('keeps the first in force when only the second is undone', async () => {
      const { posted } = await chain()
      undo(view)
      leave()
      expect(posted).toMatchObject([{ targetEpisodeId: 'episode-2', undoAfterAccept: true }])
    })

    it('reports neither when both are undone and redone', async () => {
      const { posted } = await chain()
      undo(view)
      undo(view)
      redo(view)
      redo(view)
      leave()
      expect(posted).toEqual([])
    })
  })

  it('reports the revised text once the caret has left the passage', async () => {
    const { posted, from, text } = await taken()
    type(from + 3, 'dy')
    type(from + 5, ' Li')
    expect(posted, 'not while it is being worked on').toEqual([])
    view.dispatch({ selection: { anchor: text().length } })
    expect(posted).toMatchObject([
      { id: null, targetEpisodeId: 'episode-1', undoAfterAccept: false, finalText: cut.replace('Wen', 'Wendy Li') },
    ])
    view.dispatch({ selection: { anchor: from } })
    view.dispatch({ selection: { anchor: 0 } })
    expect(posted, 'once for each change').toHaveLength(1)
  })

  it('reports the revised text when the file is left with the caret still in the passage', async () => {
    const { posted, from } = await taken(chinese)
    type(from + 2, '儿')
    settleTakes(view, (episode) => void posted.push(episode))
    expect(posted).toMatchObject([{ targetEpisodeId: 'episode-1', undoAfterAccept: false }])
    settleTakes(view, (episode) => void posted.push(episode))
    expect(posted).toHaveLength(1)
  })

  it('does not report text typed beside the passage', async () => {
    const { posted, from, text } = await taken()
    type(from, 'Then ')
    type(from + 5 + cut.length, ' And on.')
    view.dispatch({ selection: { anchor: text().length } })
    expect(posted).toEqual([])
  })
})
