import { render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Notices } from '$lib/notices/notices.svelte'
import { fakeHost, fault, type FakeHost } from '$lib/fake/fakeHost'
import { sampleWorld } from '$lib/fake/sample'
import { locale } from '$lib/i18n'
import { Memory } from '../memory.svelte'
import Panel from '../Panel.svelte'
import { t } from './messages'

async function open(prepare: (host: FakeHost) => void = () => {}) {
  const host = fakeHost({ world: sampleWorld() })
  prepare(host)
  const notices = new Notices()
  const memory = new Memory(host, notices)
  await host.onMemoryChanged((change) => void memory.refresh(change))
  render(Panel, { memory, root: '/home/writer/The Salt Road', onEdit: () => {} })
  await memory.load()
  return { host, memory, user: userEvent.setup() }
}

const tab = (name: RegExp) => screen.getByRole('tab', { name })

describe('the activity', () => {
  it.each([
    ['en', /Activity/, 'You confirmed a rule', '162 choices remembered', 'Everything is in order.'],
    ['zh', /动态/, '你确认了一条规则', '已记录 162 次选择', '一切正常。'],
  ] as const)('shows in %s the changes and the state of the project', async (language, name, ...sentences) => {
    locale.set(language)
    const { user } = await open()
    await user.click(tab(name))
    for (const sentence of sentences) expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('runs the health check only while it is in view', async () => {
    const { host, memory, user } = await open()
    const health = vi.spyOn(host, 'health')
    await memory.refresh({ rules: true, episodes: true, files: true })
    expect(health).not.toHaveBeenCalled()
    await user.click(tab(/Activity/))
    expect(health).toHaveBeenCalledOnce()
    await user.click(tab(/Rules/))
    await memory.refresh({ rules: true, episodes: true, files: true })
    expect(health).toHaveBeenCalledOnce()
  })

  it.each([
    ['en', /Activity/, 'It cannot be read. Your files are safe; opening the project again rebuilds it.', 'Everything is in order.'],
    ['zh', /动态/, '索引无法读取。文件都在，重新打开项目即可重建。', '一切正常。'],
  ] as const)('shows in %s the failed checks with advice, and the detail in English', async (language, name, sentence, fine) => {
    locale.set(language)
    const { user } = await open((host) => {
      host.world.health.checks = [{ name: 'index', finding: 'broken', message: 'The index is full of zeros.' }]
    })
    await user.click(tab(name))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByText('The index is full of zeros.').lang).toBe('en')
    expect(screen.queryByText(fine)).toBeNull()
  })

  it('has advice for every check of the doctor', () => {
    for (const language of ['en', 'zh'] as const) {
      locale.set(language)
      expect(Object.keys(t.advice).sort()).toEqual(Object.keys(t.check).sort())
    }
  })
})

describe('the changes', () => {
  it.each([
    ['en', /Activity/, 'Show 280 earlier changes', '26 more files'],
    ['zh', /动态/, '再看之前的 280 次变更', '另有 26 个文件'],
  ] as const)('are shown in %s, the latest first and the rest on request', async (language, name, more, files) => {
    locale.set(language)
    const { user } = await open(({ world }) => {
      const [run] = world.runs
      if (!run) throw new Error('a run to copy')
      const many = Array.from({ length: 30 }, (_, index) => ({ path: `2026-10-${index}.md`, change: 'removed' as const }))
      world.runs = Array.from({ length: 300 }, (_, index) => ({ ...run, id: `run-${index}`, kind: 'compact', files: index === 0 ? many : [] }))
    })
    await user.click(tab(name))
    const list = () => document.querySelectorAll('ol > li').length
    expect(await screen.findByText(files)).toBeTruthy()
    expect(list()).toBe(20)
    await user.click(screen.getByText(more))
    expect(list()).toBe(300)
  })
})

describe('the charts', () => {
  it.each([
    [
      'en',
      /Activity/,
      'Choices in each of the last 9 weeks, at most 31 a week.',
      'Action scenes: prefers short sentences: 35 for and 4 against by now',
      ['Noticed2', 'Asked about1', 'In force3', 'Confirmed by you2'],
      ['Fresh19', 'Fading56', 'To be shortened18', 'To be let go5', 'Shortened64'],
    ],
    [
      'zh',
      /动态/,
      '最近 9 周每周的选择，最多一周 31 次。',
      'Action scenes: prefers short sentences：至今支持 35 次，反对 4 次',
      ['有所察觉2', '正在询问1', '已生效3', '经你确认2'],
      ['活跃19', '衰减中56', '待压缩18', '待淘汰5', '已压缩64'],
    ],
  ] as const)('have a description for screen readers in %s', async (language, name, weeks, evidence, states, bands) => {
    locale.set(language)
    const { user } = await open()
    await user.click(tab(name))
    expect(await screen.findByRole('img', { name: weeks })).toBeTruthy()
    expect(screen.getByRole('img', { name: evidence })).toBeTruthy()
    const rows = [...document.querySelectorAll('dl > div')].map((row) => row.textContent?.replaceAll(/\s+/gu, ' ').replace(/ (?=\d+$)/u, '').trim())
    expect(rows).toEqual([...states, ...bands])
  })

  it.each([
    ['Choices a week', ['Week', 'Choices'], ['this week', '19']],
    ['Evidence for each rule', ['Week', 'For', 'Against'], ['this week', '35', '4']],
    ['What is known', ['State', 'Rules'], ['In force', '3']],
    ['How fresh the choices are', ['State', 'Choices'], ['Fading', '56']],
    ['Changes of the memory', ['Week', 'Learned', 'By you', 'Talks', 'Upkeep', 'Back'], ['this week', '0', '0', '6', '0', '1']],
    ['Conversations remembered', ['Week', 'Kept', 'In part', 'Refused', 'Skipped', 'Nothing new'], ['this week', '18', '1', '1', '0', '3']],
    ['How strictly daily notes are asked for', ['Criterion', 'Seen', 'Needed'], ['Cut more than before', '9%', 'at most 5%']],
  ] as const)('can be switched to a table by keyboard: %s', async (title, headings, row) => {
    const { user } = await open()
    await user.click(tab(/Activity/))
    const toggle = await screen.findByRole('button', { name: `As a table: ${title}` })
    toggle.focus()
    await user.keyboard('{Enter}')
    const table = within(screen.getByRole('table', { name: title }))
    expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(headings)
    const first = table.getAllByRole('rowheader', { name: row[0] })[0]?.closest('tr')
    expect([...(first?.cells ?? [])].map((cell) => cell.textContent)).toEqual(row)
    expect(document.activeElement, 'the focus stays').toBe(toggle)
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('table', { name: title })).toBeNull()
  })

  it('draw the evidence of all rules on one scale', async () => {
    const { user } = await open()
    await user.click(tab(/Activity/))
    const highest = (name: RegExp) => {
      const columns = screen.getByRole('img', { name }).querySelectorAll('.for')
      return Number(columns[columns.length - 1]?.getAttribute('height'))
    }
    await screen.findByRole('img', { name: /^Action scenes/ })
    // Rules with 35 and 27 choices for; the highest counts are 48 for and 5 against.
    expect(highest(/^Action scenes/)).toBeCloseTo(35 / 53)
    expect(highest(/^Dialogue/)).toBeCloseTo(27 / 53)
  })

  it.each([
    ['en', /Activity/, 'From conversations: 30 changes in the last 9 weeks', ['Learned from your choices', 'By you', 'From conversations', 'Daily notes and upkeep', 'Taken back']],
    ['zh', /动态/, '来自对话：最近 9 周共 30 次', ['从你的选择中学到', '由你改动', '来自对话', '每日笔记与整理', '撤回']],
  ] as const)('draw in %s the changes of the memory, one row for each purpose that occurred', async (language, name, says, reasons) => {
    locale.set(language)
    const { user } = await open()
    await user.click(tab(name))
    const row = (await screen.findByRole('img', { name: says })).closest('ul')
    expect([...(row?.querySelectorAll('.name > span:first-child') ?? [])].map((each) => each.textContent)).toEqual(reasons)
  })

  it('leave out a purpose that never occurred', async () => {
    const { user } = await open(({ world }) => world.activity.runs.forEach((week) => (week.restored = 0)))
    await user.click(tab(/Activity/))
    await screen.findByRole('img', { name: /^From conversations/ })
    expect(screen.queryByText('Taken back')).toBeNull()
  })

  it('show a note where there is no data', async () => {
    const { user } = await open(({ world }) => {
      Object.assign(world.activity, { episodesPerWeek: [], evidence: [], runs: [] })
      world.observed.weeks = []
      for (const counts of [world.activity.rules, world.activity.bands]) {
        for (const name of Object.keys(counts)) Object.assign(counts, { [name]: 0 })
      }
    })
    await user.click(tab(/Activity/))
    expect(await screen.findByText('Nothing to draw yet; it begins with your first choice.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /As a table/ })).toBeNull()
  })

  it('can be loaded again after a failure', async () => {
    const { user } = await open((host) => host.failNext('activity', fault('MEMORY_INDEX_UNAVAILABLE')))
    await user.click(tab(/Activity/))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('img', { name: /Choices in each/ })).toBeTruthy()
  })

  it('follow a new choice while in view, without a health check', async () => {
    const { host, memory, user } = await open()
    const ask = [vi.spyOn(host, 'activity'), vi.spyOn(host, 'health')] as const
    await memory.refresh({ rules: false, episodes: true, files: false })
    expect(ask[0]).not.toHaveBeenCalled()
    await user.click(tab(/Activity/))
    await memory.refresh({ rules: false, episodes: true, files: false })
    expect(ask[0]).toHaveBeenCalledTimes(2)
    expect(ask[1]).toHaveBeenCalledOnce()
  })
})

describe('the consolidations', () => {
  it.each([
    ['en', /Activity/, 'Conversations remembered in the last 6 weeks: 62 kept and 7 turned away.', '1 kept, 0 turned away'],
    ['zh', /动态/, '最近 6 周记入的对话：收下 62 次，挡回 7 次。', '收下 1 · 挡回 0'],
  ] as const)('show in %s how many were kept and how many refused', async (language, name, all, quiet) => {
    locale.set(language)
    const { user } = await open(({ world }) => {
      const [first] = world.observed.weeks
      if (first) Object.assign(first, { written: 0, sanitizeModified: 1, guardRejected: 0, truncatedSkip: 0, noChange: 9 })
    })
    await user.click(tab(name))
    const chart = await screen.findByRole('img', { name: all })
    expect(within(chart).getByText(new RegExp(quiet, 'u'))).toBeTruthy()
    // Written notes are no evidence and do not have its colours.
    expect(chart.querySelector('.for, .against')).toBeNull()
  })

  it.each([
    ['en', /Activity/, 'Optional → Asked for', 'Written', '95%, needed: at least 80%', 'met', 'Second time was of use', 'not measured'],
    ['zh', /动态/, '可有可无 → 希望有', '已写入', '95%，需要至少 80%', '达到', '追问有用', '没有测量'],
  ] as const)('show in %s the criteria for the stricter gate', async (language, name, gate, ...words) => {
    locale.set(language)
    const { user } = await open()
    await user.click(tab(name))
    const section = (await screen.findByText(gate)).closest('section')
    const rows = [...(section?.querySelectorAll('li') ?? [])].map((row) => row.textContent?.replaceAll(/\s+/gu, ' ').trim())
    const [written, seen, met, helped, unmeasured] = words
    expect(rows).toContain(`${written} ${seen} ${met}`)
    expect(rows).toContain(`${helped} ${unmeasured}`)
  })

  it.each([
    ['en', /Activity/, 'ready', 'not yet'],
    ['zh', /动态/, '可以收紧', '还不行'],
  ] as const)('show in %s which gate is open', async (language, name, ready, shut) => {
    locale.set(language)
    const { user } = await open(({ world }) => {
      const [first] = world.observed.gates
      if (first) first.allowed = true
    })
    await user.click(tab(name))
    const verdicts = [...(await screen.findByText(ready)).closest('figure')?.querySelectorAll('h4') ?? []]
    expect(verdicts.map((title) => title.lastElementChild?.textContent)).toEqual([ready, shut])
  })

  it('are hidden before the first consolidation', async () => {
    const { user } = await open(({ world }) => void (world.observed.weeks = []))
    await user.click(tab(/Activity/))
    await screen.findByRole('button', { name: 'As a table: Choices a week' })
    expect(screen.queryByRole('button', { name: /Conversations remembered|How strictly/ })).toBeNull()
  })
})
