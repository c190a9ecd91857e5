import { render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Notices } from '$lib/notices/notices.svelte'
import { fakeHost, fault, type FakeHost } from '$lib/fake/fakeHost'
import { sampleQuestions, sampleWorld } from '$lib/fake/sample'
import { locale } from '$lib/i18n'
import { Memory } from '../memory.svelte'
import Panel from '../Panel.svelte'

async function open(prepare: (host: FakeHost) => void = () => {}) {
  const host = fakeHost({ world: sampleWorld() })
  prepare(host)
  const notices = new Notices()
  const memory = new Memory(host, notices)
  await host.onMemoryChanged((change) => void memory.refresh(change))
  render(Panel, { memory, root: '/home/writer/The Salt Road', onEdit: () => {} })
  await memory.load()
  return { host, memory, notices, user: userEvent.setup() }
}

const tab = (name: RegExp) => screen.getByRole('tab', { name })

/** Returns a function that puts these questions into the world. The first is forward, unless another one is. */
const ask =
  (...ids: string[]) =>
  ({ world }: FakeHost) => {
    const all = [...sampleQuestions, ...world.questions]
    world.questions = ids.map((id, index) => {
      const question = all.find((each) => each.id === id)
      if (!question) throw new Error(`no question ${id}`)
      return structuredClone({ ...question, forward: index === 0 && question.state === 'pending' })
    })
  }

const card = () => screen.getByRole('group')

describe('a question', () => {
  it.each([
    ['en', /Questions/, 'Which is more like you?', 'question-contradiction', '“He hit the door. It held. He hit it again.”', '35 for, 4 against'],
    ['zh', /提问/, '哪一种更像你？', 'question-contradiction-zh', '「船荡了出去。缆绳擦过她的指间。」', '支持 35 · 反对 5'],
  ] as const)('shows in %s two of her own sentences, each with its rule and its evidence', async (language, name, asks, id, ...words) => {
    locale.set(language)
    const { user } = await open(ask(id))
    await user.click(tab(name))
    expect(screen.getByRole('group', { name: asks })).toBeTruthy()
    for (const text of words) expect(within(card()).getByText(text)).toBeTruthy()
    expect(card().querySelectorAll('blockquote')).toHaveLength(2)
  })

  it.each([
    ['en', /Questions/, 'Do your new words mean the same?', 'question-rewording', 'One breath, one blow', 'It was “Action scenes: prefers short sentences”.', 'A rule of your own now. What was learned before is forgotten.'],
    ['zh', /提问/, '改写后还是原来的意思吗？', 'question-rewording-zh', '一口气，一记拳', '原来是「动作场景偏好短句」。', '已成为你自己的规则，原来学到的内容已忘掉。'],
  ] as const)('about a rewording shows in %s the new words over the old claim, and takes yes and no', async (language, name, asks, id, text, before, follows) => {
    locale.set(language)
    const { host, user } = await open(ask(id))
    const answered = vi.spyOn(host, 'answerQuestion')
    await user.click(tab(name))
    expect(screen.getByRole('group', { name: asks })).toBeTruthy()
    for (const shown of [text, before]) expect(within(card()).getByText(shown)).toBeTruthy()
    await user.tab()
    await user.keyboard('n')
    expect(answered).toHaveBeenCalledExactlyOnceWith({ questionId: id, answer: 'neither' })
    expect(await screen.findByText(follows)).toBeTruthy()
  })

  it.each([
    ['a', 'a'],
    ['A', 'a'],
    ['1', 'a'],
    ['b', 'b'],
    ['2', 'b'],
    ['s', 'both_by_scene'],
    ['p', 'both_by_project'],
    ['n', 'neither'],
    ['l', 'later'],
  ] as const)('takes the key %s for %s', async (key, answer) => {
    const { host, user } = await open(ask('question-contradiction'))
    const answered = vi.spyOn(host, 'answerQuestion')
    await user.click(tab(/Questions/))
    await user.tab()
    expect(document.activeElement, 'one Tab away from its tab').toBe(card())
    await user.keyboard(key)
    expect(answered).toHaveBeenCalledExactlyOnceWith({ questionId: 'question-contradiction', answer })
  })

  it.each([
    ['y', 'a'],
    ['1', 'a'],
    ['n', 'neither'],
    ['2', 'neither'],
    ['l', 'later'],
  ] as const)('that is a proposal takes the key %s for %s', async (key, answer) => {
    const { host, user } = await open()
    const answered = vi.spyOn(host, 'answerQuestion')
    await user.click(tab(/Questions/))
    await user.tab()
    await user.keyboard(key)
    expect(answered).toHaveBeenCalledExactlyOnceWith({ questionId: 'question-proposal', answer })
  })

  it('ignores all other keys: with Ctrl, held down, or of an input method', async () => {
    const { host, user } = await open(ask('question-contradiction'))
    const answered = vi.spyOn(host, 'answerQuestion')
    await user.click(tab(/Questions/))
    for (const given of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }, { isComposing: true }, { keyCode: 229 }]) {
      const event = new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true, ...given })
      card().dispatchEvent(event)
      expect(event.defaultPrevented, JSON.stringify(given)).toBe(false)
    }
    await user.keyboard('x')
    expect(answered).not.toHaveBeenCalled()
  })

  it.each([
    ['A: Action scenes: prefers short sentences', 'Kept “Action scenes: prefers short sentences”. The other has left MEMORY.md.'],
    ['B: Action scenes: prefers long sentences', 'Kept “Action scenes: prefers long sentences”. The other has left MEMORY.md.'],
    ['Both, by scene', 'Both kept, each in its own kind of scene.'],
    ['Both, by project', 'Both kept: A everywhere, B in this project only.'],
    ['Neither', 'Neither kept. Both have left MEMORY.md.'],
  ])('answered with “%s” shows the effect in one line, which has the focus', async (name, line) => {
    const { user } = await open(ask('question-contradiction'))
    await user.click(tab(/Questions/))
    await user.click(screen.getByRole('button', { name }))
    expect((await screen.findByText(line)).closest('[role=status]')).toBe(document.activeElement)
    expect(screen.queryByRole('group')).toBeNull()
    expect(screen.getByText('No questions.')).toBeTruthy()
  })

  it('shows the effect of an answer in Chinese', async () => {
    locale.set('zh')
    const { user } = await open(ask('question-contradiction-zh'))
    await user.click(tab(/提问/))
    await user.tab()
    await user.keyboard('a')
    expect(await screen.findByText('已保留「动作场景偏好短句」，另一条已从 MEMORY.md 移出。')).toBeTruthy()
  })

  it('becomes a rule on yes', async () => {
    const { user } = await open()
    await user.click(tab(/Questions/))
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    expect(await screen.findByText(/^A rule now, confirmed by you/)).toBeTruthy()
    await user.click(tab(/Rules/))
    expect(screen.getByText(/^Introspection/).closest('article')?.textContent).toContain('confirmed')
  })

  it('is dropped on no', async () => {
    const { host, user } = await open()
    await user.click(tab(/Questions/))
    await user.click(screen.getByRole('button', { name: 'No' }))
    expect(await screen.findByText(/^Forgotten/)).toBeTruthy()
    expect(host.world.rules.some(({ id }) => id === 'rule-questions')).toBe(false)
  })

  it('that is postponed goes below the others and no longer counts', async () => {
    const { user } = await open(ask('question-contradiction', 'question-shift'))
    await user.click(tab(/2 questions wait/))
    await user.tab()
    await user.keyboard('l')
    expect(await screen.findByText(/^Put off/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '2 questions wait' }))
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toMatch(/Cuts intensifiers/)
    expect(rows[1]).toMatch(/put off.*Action scenes/su)
    expect(tab(/1 question waits/)).toBeTruthy()
  })

  it('shows the effect of an answer until the next visit or the next question', async () => {
    const { user } = await open(ask('question-contradiction', 'question-shift'))
    const putOff = async () => {
      await user.keyboard('l')
      expect(await screen.findByText(/^Put off/)).toBeTruthy()
    }
    await user.click(tab(/2 questions wait/))
    await user.tab()
    await putOff()
    await user.click(tab(/Rules/))
    await user.click(tab(/Questions/))
    expect(screen.queryByText(/^Put off/)).toBeNull()

    await user.click(screen.getByRole('button', { name: '2 questions wait' }))
    await user.click(screen.getByRole('button', { name: /Cuts intensifiers/ }))
    await putOff()
    await user.click(screen.getByRole('button', { name: /Action scenes/ }))
    expect(screen.queryByText(/^Put off/)).toBeNull()
  })

  it.each([
    ['en', /Questions/, /Activity/, 'You put a question off', 'You answered a question'],
    ['zh', /提问/, /动态/, '你搁置了一个提问', '你回答了一个提问'],
  ] as const)('that is postponed is not reported in %s as answered', async (language, questions, activity, putOff, answered) => {
    locale.set(language)
    const { user } = await open()
    await user.click(tab(questions))
    await user.tab()
    await user.keyboard('l')
    await user.click(tab(activity))
    expect(await screen.findByText(putOff)).toBeTruthy()
    expect(screen.queryByText(answered)).toBeNull()
  })

  it('that was postponed in an earlier session counts again once it comes forward', async () => {
    const { user } = await open(({ world }) => {
      for (const question of world.questions) Object.assign(question, { state: 'later', forward: true })
    })
    await user.click(tab(/1 question waits/))
    expect(screen.getByRole('group', { name: 'Is this a habit of yours?' })).toBeTruthy()
  })

  it('is answered once by a double click, and the next question is not answered', async () => {
    const { host, user } = await open(ask('question-contradiction', 'question-shift'))
    const answered = vi.spyOn(host, 'answerQuestion')
    await user.click(tab(/Questions/))
    const button = screen.getByRole('button', { name: 'Neither' })
    for (const detail of [1, 1, 2]) button.dispatchEvent(new MouseEvent('click', { detail, bubbles: true }))
    expect(await screen.findByText(/^Neither kept/)).toBeTruthy()
    expect(answered).toHaveBeenCalledOnce()
  })

  it('is unchanged when it cannot be answered, and the desk reports why', async () => {
    const { host, notices, user } = await open(ask('question-contradiction'))
    host.failNext('answerQuestion', fault('DISK_FULL'))
    await user.click(tab(/Questions/))
    await user.tab()
    await user.keyboard('a')
    await expect.poll(() => notices.sentence).toMatch(/disk is full/)
    expect(document.activeElement).toBe(card())
    await user.keyboard('a')
    expect(await screen.findByText(/^Kept/)).toBeTruthy()
  })

  it('states that a hand-written rule has no quoted sentence yet', async () => {
    const { user } = await open(ask('question-written'))
    await user.click(tab(/Questions/))
    await user.click(screen.getByRole('button', { name: '1 question waits' }))
    await user.click(screen.getByRole('button', { name: /Dialogue carries no adverbs/ }))
    expect(within(card()).getAllByText('Written by you; no choice of yours shows it yet.')).toHaveLength(2)
  })
})

describe('the questions', () => {
  it('are open one at a time; the others are folded until the writer opens one', async () => {
    const { user } = await open(ask('question-contradiction', 'question-shift', 'question-contradiction-zh'))
    await user.click(tab(/3 questions wait/))
    expect(screen.getAllByRole('group')).toHaveLength(1)
    const fold = screen.getByRole('button', { name: '2 more' })
    expect(fold.getAttribute('aria-expanded')).toBe('false')
    await user.click(fold)
    await user.click(screen.getByRole('button', { name: /Cuts intensifiers/ }))
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Has your taste changed?' }))
  })

  it('do not move the focus when one arrives', async () => {
    const { host, user } = await open(({ world }) => (world.questions = []))
    await user.click(tab(/Rules/))
    ask('question-contradiction')(host)
    host.emitMemoryChange({ rules: true })
    expect(await screen.findByRole('tab', { name: /1 question waits/ })).toBeTruthy()
    expect(document.activeElement).toBe(tab(/Rules/))
    expect(screen.queryByRole('group')).toBeNull()
  })

  it.each([
    ['en', /Questions/, 'No questions.', /Try again/, 'The index cannot be read'],
    ['zh', /提问/, '没有待答的提问。', /重试/, '索引暂时无法读取'],
  ] as const)('show in %s an empty list, and a failure to load', async (language, name, none, again, sentence) => {
    locale.set(language)
    const { user } = await open((host) => {
      host.world.questions = []
      host.failNext('listQuestions', fault('MEMORY_INDEX_UNAVAILABLE'))
    })
    await user.click(tab(name))
    expect(screen.getByText(new RegExp(sentence, 'u'))).toBeTruthy()
    expect(screen.queryByText(none)).toBeNull()
    await user.click(screen.getByRole('button', { name: again }))
    expect(await screen.findByText(none)).toBeTruthy()
  })
})
