import { render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Notices } from '$lib/notices/notices.svelte'
import { fakeHost, fault, type FakeHost } from '$lib/fake/fakeHost'
import { sampleWorld } from '$lib/fake/sample'
import { locale } from '$lib/i18n'
import { Memory } from './memory.svelte'
import Panel from './Panel.svelte'

async function open(prepare: (host: FakeHost) => void = () => {}) {
  const host = fakeHost({ world: sampleWorld() })
  prepare(host)
  const notices = new Notices()
  const memory = new Memory(host, notices)
  await host.onMemoryChanged((change) => void memory.refresh(change))
  await host.onDistillProgress((progress) => void memory.learning.follow(progress))
  render(Panel, { memory, root: '/home/writer/The Salt Road', onEdit: () => {} })
  await memory.load()
  return { host, memory, notices, user: userEvent.setup() }
}

const tab = (name: RegExp) => screen.getByRole('tab', { name })
const rule = (text: RegExp) => {
  const card = screen.getByText(text).closest('article')
  if (!card) throw new Error(`no card says ${text}`)
  return within(card)
}

describe.each([
  ['en', { groups: ['Pacing', 'Character', 'Vocabulary'], noticed: 'Noticed, not yet used', evidence: '35 for, 4 against', more: 'about 12 more choices to know', questions: /1 question waits/ }],
  ['zh', { groups: ['节奏偏好', '角色偏好', '词汇偏好'], noticed: '有所察觉，尚未使用', evidence: '支持 35 · 反对 4', more: '约再有 12 次选择便可确定', questions: /1 个提问待答/ }],
] as const)('the rules in %s', (language, words) => {
  it('are listed by group, each with its confidence and its evidence', async () => {
    locale.set(language)
    await open()
    const groups = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(groups).toEqual([...words.groups, words.noticed])
    expect(rule(/^Action scenes/).getByText('0.91')).toBeTruthy()
    expect(rule(/^Action scenes/).getByText(words.evidence)).toBeTruthy()
  })

  it('show how much evidence a noticed rule still needs, and no confidence', async () => {
    locale.set(language)
    await open()
    expect(rule(/em-dashes/).getByText(words.more)).toBeTruthy()
    expect(rule(/em-dashes/).queryByText('0.70')).toBeNull()
  })

  it('count the questions on their tab', async () => {
    locale.set(language)
    await open()
    expect(tab(words.questions)).toBeTruthy()
  })
})

describe('a long list of rules', () => {
  it('comes by the hundred, and goes as far as a rule that another view asks for', async () => {
    const rules = (host: FakeHost) => {
      const [model] = host.world.rules.filter(({ state }) => state === 'rule')
      if (!model) throw new Error('the sample has no rule')
      host.world.rules = Array.from({ length: 350 }, (_, at) => ({ ...model, id: `r${at}`, text: `Rule ${at}` }))
    }
    const { memory, user } = await open(rules)
    const cards = () => screen.getAllByRole('article').length
    expect(cards()).toBe(100)
    await user.click(screen.getByRole('button', { name: 'Show more (250 left)' }))
    expect(cards()).toBe(200)
    await user.click(tab(/^Activity/))
    memory.rules.show('r320')
    await user.click(tab(/^Rules/))
    await screen.findByText('Rule 320')
    expect(screen.getAllByRole('article').at(-1)?.textContent).toMatch(/Rule 320/)
    expect(cards()).toBeLessThan(350)
  })
})

describe('a rule', () => {
  it('opens into dated quotes for and against', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Action scenes/ }))
    const quotes = await rule(/^Action scenes/).findAllByRole('listitem')
    expect(quotes[0]?.textContent).toMatch(/For:.*The boat swung out.*over.*really began to swing out.*today.*03 The ferry/su)
    expect(quotes[2]?.textContent).toMatch(/Against:.*kept “There were four of them/su)
  })

  it('states that a hand-written rule has no evidence yet', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Wen never says/ }))
    expect(rule(/^Wen never says/).getByText(/no choice of yours speaks for or against/)).toBeTruthy()
  })

  it.each([
    ['en', 'Show all', 'Show less', 'Dialogue carries no adverbs, and '],
    ['zh', '显示全文', '收起', '对话中不用副词，而且'],
  ] as const)('that is long shows its beginning in %s, and the whole text on request', async (language, all, less, words) => {
    locale.set(language)
    const { user } = await open(({ world }) => {
      for (const rule of world.rules) if (rule.id === 'rule-river') rule.text = words.repeat(150)
    })
    const text = screen.getByText(new RegExp(`^${words}`, 'u'))
    expect(text.className).toContain('clamped')
    await user.click(screen.getByRole('button', { name: all }))
    expect(text.className).not.toContain('clamped')
    await user.click(screen.getByRole('button', { name: less }))
    expect(text.className).toContain('clamped')
    expect(screen.getAllByRole('button', { name: all }), 'the others show whole anyway').toHaveLength(1)
  })

  it('is confirmed by one press and then has the seal', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Dialogue/ }))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await rule(/^Dialogue/).findByText('confirmed')).toBeTruthy()
    expect(rule(/^Dialogue/).queryByRole('button', { name: 'Confirm' })).toBeNull()
    expect(document.activeElement?.textContent).toMatch(/^Dialogue/u)
  })

  it('is deleted in two steps, with the focus on the safe button', async () => {
    const { host, user } = await open()
    await user.click(screen.getByRole('button', { name: /^Dialogue/ }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' }))
    expect(host.world.rules.some(({ id }) => id === 'rule-dialogue-lines')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(screen.queryByText(/^Dialogue/)).toBeNull()
  })

  it('is kept on Escape, and the focus is restored', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Dialogue/ }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(escape)
    expect(escape.defaultPrevented, 'the panel does not fold with it').toBe(true)
    await expect.poll(() => document.activeElement?.textContent).toBe('Delete')
    expect(screen.queryByRole('button', { name: 'Keep' })).toBeNull()
  })

  it.each([
    ['en', 'not used lately', 'None of your choices has concerned it lately, so it counts for less among the candidates.'],
    ['zh', '近来未用', '近来未用，给出候选时分量较轻。'],
  ] as const)('states in %s that its weight has faded below its confidence, until it is confirmed', async (language, mark, more) => {
    const { user } = await open()
    locale.set(language)
    await user.click(await screen.findByRole('button', { name: /^Action scenes/ }))
    expect(screen.getAllByText(mark), 'the others count in full').toHaveLength(1)
    await user.click(screen.getByRole('button', { name: /^Dialogue/ }))
    expect(rule(/^Dialogue/).getByText(more)).toBeTruthy()
    await user.click(rule(/^Dialogue/).getByRole('button', { name: language === 'en' ? 'Confirm' : '确认' }))
    await expect.poll(() => screen.queryByText(mark)).toBeNull()
  })

  it.each([
    ['en', 'Use in all projects', 'Use in this project only', 'all projects', 'All projects', 'This project'],
    ['zh', '用于所有项目', '仅本项目', '所有项目', '所有项目', '本项目'],
  ] as const)('can be applied to all projects and back to this one, in %s', async (language, promote, demote, mark, all, here) => {
    const { user } = await open()
    locale.set(language)
    await user.click(await screen.findByRole('button', { name: /^Action scenes/ }))
    // By its text: a query by role among all cards takes a second.
    const one = rule(/^Action scenes/)
    expect(screen.queryByText(here)).toBeNull()
    await user.click(one.getByText(promote))
    expect(await one.findByText(mark)).toBeTruthy()
    expect(document.activeElement?.textContent).toMatch(/^Action scenes/u)

    await user.click(screen.getByText(here))
    expect(screen.queryByText(/^Action scenes/)).toBeNull()
    await user.click(screen.getByText(all, { selector: '[aria-pressed]' }))
    expect(document.querySelectorAll('article')).toHaveLength(1)
    await user.click(screen.getByText(/^Action scenes/))
    await user.click(screen.getByText(demote))
    await expect.poll(() => document.querySelectorAll('article').length, { message: 'nothing to tell apart again' }).toBeGreaterThan(1)
    expect(screen.queryByText(here)).toBeNull()
  })

  it('is edited in place', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Dialogue/ }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.clear(screen.getByRole('textbox'))
    await user.keyboard('Dialogue: no line longer than a breath{Enter}')
    expect(await screen.findByText('Dialogue: no line longer than a breath')).toBeTruthy()
    expect(rule(/a breath$/).getByText('edited by you')).toBeTruthy()
  })

  it('keeps the typed text when it cannot be saved', async () => {
    const { host, notices, user } = await open()
    await user.click(screen.getByRole('button', { name: /^Dialogue/ }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    host.failNext('updateRule', fault('DISK_FULL'))
    await user.keyboard(', always{Enter}')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Dialogue: paragraphs of one line, always')
    expect(notices.sentence).toMatch(/disk is full/)
  })

  it.each([{ isComposing: true }, { keyCode: 229 }])('leaves Enter to the input method: %j', async (composed) => {
    const { host, user } = await open()
    const write = [vi.spyOn(host, 'updateRule'), vi.spyOn(host, 'addRule')]
    await user.click(screen.getByRole('button', { name: /^动作场景/ }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.click(screen.getByRole('button', { name: /Add a rule/ }))
    for (const field of screen.getAllByRole('textbox')) {
      await user.type(field, 'duihua')
      const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...composed })
      field.dispatchEvent(event)
      expect(event.defaultPrevented).toBe(false)
    }
    for (const call of write) expect(call).not.toHaveBeenCalled()
  })

  it('keeps its draft while another tab is open', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Dialogue/ }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.keyboard(', always')
    await user.click(screen.getByRole('button', { name: /Add a rule/ }))
    await user.keyboard('对话中不用副词')
    await user.click(tab(/Files/))
    await user.click(tab(/Rules/))
    const drafts = screen.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value)
    expect(drafts).toEqual(['Dialogue: paragraphs of one line, always', '对话中不用副词'])
    expect(document.activeElement, 'and does not take the focus from the tab').toBe(tab(/Rules/))
  })

  it('keeps its draft and the focus when it takes effect meanwhile', async () => {
    const { host, user } = await open()
    await user.click(screen.getByRole('button', { name: /em-dashes/ }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.keyboard(' anywhere')
    for (const each of host.world.rules) if (each.id === 'rule-dashes') each.state = 'rule'
    host.emitMemoryChange({ rules: true })
    await expect.poll(() => screen.getByRole('textbox').closest('section')?.textContent).toMatch(/^Style/u)
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toMatch(/em-dashes anywhere$/u)
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
  })

  it.each([
    ['en', 'Offers follow it by: Cut the intensifiers.', 'No candidate of the built-in rewriter can follow it, so it changes no offer yet.'],
    ['zh', '候选这样照它改：删减强调词。', '内置改写还没有能照它改的候选，所以它暂不影响候选。'],
  ] as const)('says in %s how offers follow it, or that none can', async (language, moves, none) => {
    locale.set(language)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Cuts intensifiers/u }))
    expect(rule(/^Cuts intensifiers/).getByText(moves)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Dialogue: paragraphs/u }))
    expect(rule(/^Dialogue: paragraphs/).getByText(none)).toBeTruthy()
  })

  it.each([
    ['en', /^Cuts intensifiers/u, 'Edit', 'Scene', 'Skill', 'Save'],
    ['zh', /^Cuts intensifiers/u, '修改', '场景', '改法', '保存'],
  ] as const)('is narrowed to a scene and a skill in %s, and the focus follows it', async (language, name, edit, scene, skill, save) => {
    locale.set(language)
    const { host, user } = await open()
    const update = vi.spyOn(host, 'updateRule')
    await user.click(screen.getByRole('button', { name }))
    await user.click(rule(name).getByRole('button', { name: edit }))
    await user.selectOptions(screen.getByRole('combobox', { name: scene }), 'dialogue')
    await user.selectOptions(screen.getByRole('combobox', { name: skill }), 'polish')
    await user.click(screen.getByRole('button', { name: save }))
    expect(update).toHaveBeenCalledExactlyOnceWith('rule-intensifiers', { place: { sceneType: 'dialogue', skill: 'polish' } })
    await expect.poll(() => (document.activeElement as HTMLElement).dataset.rule).toBe('dialogue+polish.filler_density.less')
  })

  it('that is saved without a change is not sent', async () => {
    const { host, user } = await open()
    const update = vi.spyOn(host, 'updateRule')
    await user.click(screen.getByRole('button', { name: /^Dialogue/ }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(update).not.toHaveBeenCalled()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('is added by hand', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /Add a rule/ }))
    await user.keyboard('对话中不用副词')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'character')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Scene' }), 'dialogue')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByText('对话中不用副词')).closest('section')?.textContent).toMatch(/^\s*Character/u)
  })

  it('is added with Enter, and Escape gives it up', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /Add a rule/ }))
    await user.keyboard('No adverbs{Enter}')
    expect(await screen.findByText('No adverbs')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: /Add a rule/ }))
    await user.keyboard('Not this one{Escape}')
    await expect.poll(() => screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByText('Not this one')).toBeNull()
  })
})

describe.each([
  {
    language: 'en',
    text: 'Dialogue: short sentences, no adverbs',
    understood: 'measured: shorter sentences in dialogue and fewer adverbs in dialogue',
    unclear: 'One breath, one blow',
    unmeasured: 'not measured',
    why: /its words are not understood, so it shapes no offer/u,
    chosen: 'measured: shorter sentences',
    add: /Add a rule/u,
    save: 'Save',
    label: 'Measured as',
  },
  {
    language: 'zh',
    text: '对白不用副词，多用短句',
    understood: '理解为：对白场景句子更短、对白场景副词更少',
    unclear: '一口气，一记拳',
    unmeasured: '未衡量',
    why: /书桌读不懂这句话，所以它不影响候选/u,
    chosen: '理解为：句子更短',
    add: /添加规则/u,
    save: '保存',
    label: '理解为',
  },
] as const)('a hand-written rule in $language', ({ language, text, understood, unclear, unmeasured, why, chosen, add, save, label }) => {
  async function write(words: string) {
    locale.set(language)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: add }))
    await user.keyboard(words)
    await user.click(screen.getByRole('button', { name: save }))
    await user.click(await screen.findByRole('button', { name: new RegExp(words, 'u') }))
    return user
  }
  const card = (words: string) => within(screen.getByText(words).closest('article') as HTMLElement)

  it('says what the desk understood of it', async () => {
    await write(text)
    expect(card(text).getByText(understood)).toBeTruthy()
  })

  it('says that it is not understood, until the writer chooses what it is about', async () => {
    const user = await write(unclear)
    expect(card(unclear).getByText(unmeasured)).toBeTruthy()
    expect(card(unclear).getByText(why)).toBeTruthy()
    await user.selectOptions(card(unclear).getByRole('combobox', { name: label }), 'sentence_length.less')
    expect(await card(unclear).findByText(chosen)).toBeTruthy()
    expect(card(unclear).queryByText(why)).toBeNull()
    await user.selectOptions(card(unclear).getByRole('combobox', { name: label }), 'words')
    expect(await card(unclear).findByText(unmeasured)).toBeTruthy()
  })

  it('is not measured once the writer says so', async () => {
    const user = await write(text)
    await user.selectOptions(card(text).getByRole('combobox', { name: label }), 'unmeasured')
    expect(await card(text).findByText(unmeasured)).toBeTruthy()
    expect(card(text).queryByText(why), 'it was understood, and she said no').toBeNull()
  })
})

describe('a rule and its promise', () => {
  it.each([
    ['en', 'About 9 in 10 of your next such choices should agree.', 'One offer in 10 leaves your rules out. So you can show that a rule is wrong.'],
    ['zh', '接下来类似的选择，约九成会与此相符。', '每 10 次候选有一次不看规则，好让不对的规则有机会被推翻。'],
  ] as const)('is shown in %s, and the explanation how it can be disproved is shown once', async (language, promise, disclosed) => {
    locale.set(language)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Action scenes/ }))
    expect(rule(/^Action scenes/).getByText(promise)).toBeTruthy()
    expect(screen.getAllByText(disclosed)).toHaveLength(1)
  })

  it.each([
    [
      'en',
      'right in 9 of the last 10',
      'It brings along fewer commas and fewer connectives.',
      'It brings along less text.',
    ],
    ['zh', '最近 10 次中 9 次相符', '它还会带来：逗号更少、连词更少。', '它还会带来：篇幅更短。'],
  ] as const)('is compared with the latest choices in %s, and names correlated features', async (language, kept, two, one) => {
    locale.set(language)
    const { user } = await open()
    expect(rule(/^Action scenes/).getByText(kept)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Action scenes/ }))
    expect(rule(/^Action scenes/).getByText(two)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Dialogue/ }))
    expect(rule(/^Dialogue/).getByText(one)).toBeTruthy()
  })

  it('is not shown for a rule that is only noticed', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /em-dashes/ }))
    expect(rule(/em-dashes/).queryByText(/should agree/)).toBeNull()
  })

  it.each([
    ['en', 'changed lately', /differ from the earlier ones/, 'against another rule', /asked under Questions/],
    ['zh', '近期有变', /与以前不同/, '与另一条冲突', /请在「提问」中回答/],
  ] as const)('states in %s when the taste has changed and when another rule contradicts it', async (language, ...words) => {
    locale.set(language)
    const { user } = await open((host) => {
      for (const each of host.world.rules) Object.assign(each, { recentlyUpdated: true, conflictMarked: true })
    })
    await user.click(screen.getByRole('button', { name: /^Dialogue/ }))
    for (const said of words) expect(rule(/^Dialogue/).getByText(said)).toBeTruthy()
  })
})

describe('learning', () => {
  it.each([
    ['en', 'Pause learning', 'Resume learning', 'Update preferences', /^Paused: choices are still remembered/],
    ['zh', '暂停学习', '恢复学习', '更新偏好', '学习已暂停：你的选择照样记下，暂不从中学习。'],
  ] as const)('is paused and resumed in %s, without an update meanwhile', async (language, pause, resume, update, sentence) => {
    locale.set(language)
    const { host, user } = await open()
    await user.click(screen.getByRole('button', { name: pause }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: resume }))
    const distill = vi.spyOn(host, 'distill')
    expect(screen.getByRole('button', { name: update }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('button', { name: update }))
    expect(distill).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: resume }))
    await expect.poll(() => screen.queryByText(sentence)).toBeNull()
    await user.click(screen.getByRole('button', { name: update }))
    expect(distill).toHaveBeenCalledOnce()
  })

  it('continues when it cannot be paused, and reports this', async () => {
    const { host, notices, user } = await open()
    host.failNext('pauseLearning', fault('DISK_FULL'))
    await user.click(screen.getByRole('button', { name: 'Pause learning' }))
    await expect.poll(() => notices.sentence).toMatch(/disk is full/)
    expect(screen.getByRole('button', { name: 'Pause learning' })).toBeTruthy()
  })
})

describe('updating the preferences', () => {
  it('reports its result', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Update preferences' }))
    expect(await screen.findByText('1 changed')).toBeTruthy()
  })

  it('shows a run started by the desk as a thin progress bar', async () => {
    const { host } = await open()
    host.emitProgress({ runId: 'r', projectId: 'p', trigger: 'batch', stage: 'patterned', progress: 0.5, message: null, errorCode: null })
    const bar = await screen.findByRole('progressbar')
    expect(bar.getAttribute('aria-valuenow')).toBe('50')
    expect(screen.getByText('finding patterns')).toBeTruthy()
  })

  it('reports in one line why it failed and what the writer can do', async () => {
    const { host, user } = await open()
    host.failNext('distill', fault('MEMORY_FILE_UNUSABLE', '', { path: 'memory/MEMORY.md' }))
    await user.click(screen.getByRole('button', { name: 'Update preferences' }))
    expect(await screen.findByText(/were not updated\. memory\/MEMORY\.md .* Save it as UTF-8/)).toBeTruthy()
  })
})

describe('a view that cannot be loaded', () => {
  it('shows the failure and can be loaded again', async () => {
    const { user } = await open((host) => host.failNext('listRules', fault('MEMORY_INDEX_UNAVAILABLE')))
    expect(screen.getByText(/The index cannot be read/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^Action scenes/)).toBeTruthy()
  })

  it('differs from an empty view', async () => {
    await open((host) => (host.world.rules = []))
    expect(screen.getByText('Nothing learned yet.')).toBeTruthy()
  })
})
