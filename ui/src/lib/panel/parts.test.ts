// A command goes to a part of the panel: its view is shown, and the part takes the focus.

import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Notices } from '$lib/notices/notices.svelte'
import { fakeHost, type FakeHost } from '$lib/fake/fakeHost'
import { sampleWorld } from '$lib/fake/sample'
import { locale } from '$lib/i18n'
import { Memory, type PanelPart, type PanelView } from './memory.svelte'
import Panel from './Panel.svelte'

const ROOT = '/home/writer/The Salt Road'

async function open(prepare: (host: FakeHost) => void = () => {}) {
  const host = fakeHost({ world: sampleWorld() })
  prepare(host)
  const memory = new Memory(host, new Notices())
  render(Panel, { memory, root: ROOT, onEdit: () => {} })
  await memory.load()
  return { host, memory, user: userEvent.setup() }
}

/** The name of the element with the focus: its label, or its text. */
function focused(): string {
  const element = document.activeElement
  const labels = element?.getAttribute('aria-labelledby')
  return (labels ? document.getElementById(labels)?.textContent : (element?.getAttribute('aria-label') ?? element?.textContent))?.trim() ?? ''
}

describe('a part of the panel takes the focus', () => {
  const cases: [PanelView, PanelPart, string, string][] = [
    ['questions', 'question', 'Is this a habit of yours?', '这是你的写作习惯吗？'],
    ['files', 'proposal', 'Say it this way instead?', '换成这样说？'],
    ['files', 'upkeep', 'Put in order', '整理'],
    ['activity', 'choices', 'Your latest choices', '最近的选择'],
    ['activity', 'health', 'Health', '健康状况'],
    ['activity', 'commandLine', 'Only on the command line', '只能用命令行做的事'],
  ]

  it.each(cases.flatMap(([view, part, en, zh]) => [['en', view, part, en] as const, ['zh', view, part, zh] as const]))(
    'in %s, in the view %s: %s',
    async (language, view, part, name) => {
      locale.set(language)
      const { memory } = await open()
      await memory.show(view, part)
      await expect.poll(focused).toBe(name)
      expect(memory.tab).toBe(view)
      expect(memory.wanted).toBeNull()
    },
  )

  it('also where an open file lies over it', async () => {
    const { memory } = await open()
    await memory.files.read('memory/MEMORY.md')
    await memory.show('files', 'upkeep')
    await expect.poll(focused).toBe('Put in order')
  })

  it('for a new rule, and keeps what is typed there already', async () => {
    const { memory, user } = await open()
    await memory.show('rules', 'newRule')
    await expect.poll(() => document.activeElement?.tagName).toBe('TEXTAREA')
    await user.keyboard('Short')
    await memory.show('files')
    await memory.show('rules', 'newRule')
    await expect.poll(() => (document.activeElement as HTMLTextAreaElement).value).toBe('Short')
  })

  it('also for a question that was put off', async () => {
    const { memory } = await open(({ world }) => {
      for (const question of world.questions) Object.assign(question, { forward: false, state: 'later' })
    })
    await memory.show('questions', 'question')
    await expect.poll(() => document.activeElement?.className).toContain('card')
  })

  it('once, and not again when it is drawn again', async () => {
    const { memory, user } = await open()
    await memory.show('activity', 'health')
    await expect.poll(focused).toBe('Health')
    await user.click(screen.getByRole('tab', { name: /Rules/ }))
    await user.click(screen.getByRole('tab', { name: /Activity/ }))
    expect(focused()).toBe('Activity')
  })
})

describe('the last change', () => {
  it.each([
    ['en', 'Take it back'],
    ['zh', '确定撤回'],
  ] as const)('is shown in %s with what taking it back would do, and nothing is changed yet', async (language, go) => {
    locale.set(language)
    const { host, memory } = await open()
    const runs = host.world.runs.length
    await memory.show('activity', 'lastChange')
    expect(await screen.findByText(go)).toBeTruthy()
    expect(document.activeElement?.textContent).toContain(go)
    expect(host.world.runs).toHaveLength(runs)
  })

  it('is found behind many that cannot be taken back', async () => {
    const { memory } = await open(({ world }) => {
      const [run] = world.runs
      if (!run) throw new Error('a run to copy')
      world.runs = Array.from({ length: 40 }, (_, index) => ({ ...run, id: `run-${index}`, restorable: index === 30 }))
    })
    await memory.show('activity', 'lastChange')
    expect(await screen.findByText('Take it back')).toBeTruthy()
  })

  it.each([
    ['en', 'There is no change to take back.'],
    ['zh', '没有可以撤回的变更。'],
  ] as const)('says in %s if there is none', async (language, sentence) => {
    locale.set(language)
    const { memory } = await open(({ world }) => (world.runs = []))
    await memory.show('activity', 'lastChange')
    expect(await screen.findByText(sentence)).toBe(document.activeElement)
  })
})

describe('the latest choices', () => {
  it.each([
    ['en', 'Your latest choices', 'Show more choices'],
    ['zh', '最近的选择', '再看几次选择'],
  ] as const)('are listed in %s, ten at first and more on request', async (language, name, more) => {
    locale.set(language)
    const { memory, user } = await open(({ world }) => {
      const [episode] = world.episodes
      if (!episode) throw new Error('an episode to copy')
      world.episodes = Array.from({ length: 15 }, (_, index) => ({ ...episode, id: `episode-${index}` }))
      world.learning.episodes = 15
    })
    await memory.show('activity', 'choices')
    const list = await screen.findByRole('group', { name })
    await expect.poll(() => list.querySelectorAll('li').length).toBe(10)
    expect(list.querySelector('.for, .against'), 'they speak for no rule here').toBeNull()
    await user.click(screen.getByRole('button', { name: more }))
    await expect.poll(() => list.querySelectorAll('li').length).toBe(15)
    expect(screen.queryByRole('button', { name: more })).toBeNull()
  })
})

describe('what only the command line does', () => {
  it.each([
    ['en', 'Only on the command line', 'Copy the command line: Rebuild the index', 'Copied. Paste it into a terminal.', 'It could not be copied. Select the line and copy it by hand.'],
    ['zh', '只能用命令行做的事', '复制命令行：重建索引', '已复制，可粘贴到终端里。', '未能复制。请选中这一行，手动复制。'],
  ] as const)('is folded in %s, and each line is copied as it stands', async (language, fold, button, copied, failed) => {
    locale.set(language)
    const { memory, user } = await open()
    await memory.show('activity')
    const line = `commonplace --project '${ROOT}' index rebuild`
    expect(screen.queryByText(line)).toBeNull()
    await user.click(await screen.findByRole('button', { name: fold }))
    expect(screen.getByText(line)).toBeTruthy()

    const writeText = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByText(copied)).toBeTruthy()
    expect(writeText).toHaveBeenCalledExactlyOnceWith(line)
    writeText.mockRejectedValueOnce(new Error('no clipboard'))
    await user.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByText(failed)).toBeTruthy()
  })
})
