import { EditorView } from '@codemirror/view'
import { describe, expect, it, vi } from 'vitest'
import { Commands, isEnabled } from '$lib/commands'
import { findCommands } from '$lib/commands/find'
import { syllableOf } from '$lib/commands/pinyin'
import { fakeHost } from '$lib/fake/fakeHost'
import { sampleWorld } from '$lib/fake/sample'
import type { DistillReport } from '$lib/host'
import { locale } from '$lib/i18n'
import { deskCommands } from './commands'
import { Desk } from './desk.svelte'
import { OTHER_NAMES } from './otherNames'
import { recentCommands } from './recent'

const CAST = 'Notes/Cast.md'
const MEMORY = 'memory/MEMORY.md'
const REPORT: DistillReport = { runId: 'run', episodes: 10, tested: 3, added: 0, asked: 0, updated: 0, withdrawn: 0 }

/** Starts a desk; `keys` are the writer's own keys. */
async function start(keys: Record<string, string[]> = {}) {
  const world = sampleWorld()
  world.settings.keys = keys
  const host = fakeHost({ world })
  const desk = new Desk(host)
  await desk.start()
  const view = new EditorView({ parent: document.body })
  const inPanel = vi.fn()
  const openFile = vi.fn()
  const focus = vi.fn()
  const showCounts = vi.fn()
  const all = deskCommands({ desk, perform: (command) => void command(view), focus, inList: () => {}, inPanel, openFile, showCounts })
  const find = (id: string) => {
    const command = all.find((each) => each.id === id)
    if (!command) throw new Error(`there is ${id}`)
    return command
  }
  const commands = new Commands(
    all,
    () => desk.preferences.settings.keys,
    (id) => (id === 'file.openFolder' ? recentCommands(desk) : []),
  )
  return { host, desk, view, all, find, commands, inPanel, openFile, focus, showCounts }
}

describe('the commands of the desk', () => {
  it.each(['en', 'zh'] as const)('have distinct titles in %s', async (language) => {
    const { all } = await start()
    locale.set(language)
    const titles = all.map(({ title }) => title())
    expect(titles).not.toContain('')
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })

  it('have distinct ids and distinct default keys', async () => {
    const { all } = await start()
    const ids = all.map(({ id }) => id)
    const keys = all.flatMap(({ keys = [] }) => keys)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  it('request candidates by the writer’s own key of a skill, in a manuscript and with suggestions on', async () => {
    const { host, desk, view, find, commands } = await start({ 'edit.polish': ['F6'] })
    const offer = vi.spyOn(host, 'offer')
    const key = () => commands.take(new KeyboardEvent('keydown', { key: 'F6', cancelable: true }), true)
    await desk.openFile(CAST)
    desk.pages.current?.show(view)
    view.dispatch({ selection: { anchor: 0, head: 12 } })
    expect(key()).toBe(true)
    expect(offer.mock.lastCall?.[0]).toMatchObject({ path: CAST, skill: 'polish' })
    desk.pages.current?.hide()

    await desk.openFile(MEMORY)
    expect(isEnabled(find('edit.polish')), 'a memory file is no prose').toBe(false)
    await desk.openFile(CAST)
    expect(isEnabled(find('edit.tighten'))).toBe(true)
    await desk.preferences.change({ ai: false })
    expect(isEnabled(find('edit.tighten'))).toBe(false)
    expect(key()).toBe(false)
    view.destroy()
  })
})

describe('the memory commands', () => {
  it.each([
    ['memory.rules', ['rules']],
    ['memory.questions', ['questions']],
    ['memory.files', ['files']],
    ['memory.activity', ['activity']],
    ['memory.addRule', ['rules', 'newRule']],
    ['memory.answer', ['questions', 'question']],
    ['memory.decide', ['files', 'proposal']],
    ['memory.tidy', ['files', 'upkeep']],
    ['memory.takeBack', ['activity', 'lastChange']],
    ['memory.choices', ['activity', 'choices']],
    ['memory.health', ['activity', 'health']],
    ['memory.commandLine', ['activity', 'commandLine']],
  ])('%s goes to %j in the panel', async (id, expected) => {
    const { desk, find, inPanel } = await start()
    await desk.memory.load()
    expect(isEnabled(find(id))).toBe(true)
    find(id).run()
    expect(inPanel.mock.lastCall).toEqual(expected)
    await desk.preferences.change({ ai: false })
    expect(isEnabled(find(id))).toBe(false)
  })

  it.each([
    ['memory.choices', 'en', 'No choice has been made in this project yet.'],
    ['memory.choices', 'zh', '本项目里还没有选择。'],
    ['memory.answer', 'en', 'No question waits for you.'],
    ['memory.answer', 'zh', '没有待答的提问。'],
    ['memory.decide', 'en', 'No change to your own lines waits for you.'],
    ['memory.decide', 'zh', '没有对你自己文字的改动等你决定。'],
    ['memory.tidy', 'en', 'The memory files are in order.'],
    ['memory.tidy', 'zh', '记忆文件无需整理。'],
  ] as const)('%s says in %s that there is nothing to do', async (id, language, sentence) => {
    const { host, desk, find, inPanel } = await start()
    locale.set(language)
    host.world.learning.episodes = 0
    host.world.questions = []
    host.world.proposals = []
    host.world.upkeep = { findings: [], would: { risk: 'low', actions: [], files: [] } }
    await desk.memory.load()
    find(id).run()
    expect(desk.notices.sentence).toBe(sentence)
    expect(inPanel).not.toHaveBeenCalled()
  })

  it.each([
    ['en', 'Preferences are up to date. 1 new rule.'],
    ['zh', '偏好已更新：新增 1 条。'],
  ] as const)('tell in %s what an update has brought, where the rules are out of view', async (language, sentence) => {
    const { host, desk, find } = await start()
    locale.set(language)
    vi.spyOn(host, 'distill').mockResolvedValue({ ...REPORT, added: 1 })
    await find('memory.update').run()
    expect(desk.notices.sentence, 'the rules are in view').toBeNull()
    desk.memory.tab = 'files'
    await find('memory.update').run()
    expect(desk.notices.sentence).toBe(sentence)
    await desk.memory.learning.pause(true)
    await find('memory.update').run()
    expect(desk.notices.sentence).toBe(language === 'en' ? 'Learning is paused' : '学习已暂停')
  })

  it('open MEMORY.md in the editor, and the settings of the memory', async () => {
    const { desk, find, openFile } = await start()
    await desk.memory.load()
    find('memory.edit').run()
    expect(openFile).toHaveBeenCalledExactlyOnceWith(MEMORY)
    find('memory.settings').run()
    expect(desk.surfaces.shown).toBe('memorySettings')
  })
})

describe('the projects opened lately', () => {
  it.each([
    ['en', 'Open another project…', 'Open 渡口'],
    ['zh', '打开另一个项目…', '打开「渡口」'],
  ] as const)('stand in %s below the command for another one, without the open project', async (language, other, title) => {
    const { desk, commands } = await start()
    locale.set(language)
    const titles = () => commands.listed.map((command) => command.title())
    const at = titles().indexOf(other)
    expect(titles().slice(at, at + 3)).toEqual([other, title, expect.stringMatching(/sample|示例/u)])
    await desk.open('/home/writer/渡口')
    expect(desk.project?.root).toBe('/home/writer/渡口')
    await vi.waitFor(() => expect(titles()[at + 1]).toMatch(/The Salt Road/u))
  })
})

describe('a command is found', () => {
  const WANTED = [
    ['file.versions', ['history', '历史', 'lishi']],
    ['file.quit', ['quit', '退出', 'tc', 'tuichu', 'Close the desk', '关闭书桌', 'guanbi']],
    ['file.export', ['print', '打印', 'dayin', 'Export']],
    ['go.outline', ['outline', '大纲', 'qwdg', 'dagang']],
    ['view.counts', ['word count', '字数', 'zsymb', 'zishu']],
    ['view.days', ['words by day', 'calendar', '日更', '每日字数', 'mrzs']],
    ['edit.tidy', ['tidy', '一键排版', 'yjpb', '排版', 'paiban']],
    ['view.theme.ink', ['ink', '墨色', 'mose', 'dark mode']],
    ['file.save', ['save now', '立即保存', 'ljbc', 'lijibaocun', 'lijibc']],
    ['edit.redo', ['redo', '重做', 'chongzuo', 'cz']],
  ] as const

  const cases = WANTED.flatMap(([id, queries]) => queries.map((query) => [id, query] as const))

  it.each(cases)('%s by %s, in a Chinese desk', async (id, query) => {
    const { desk, commands } = await start()
    await desk.openFile(CAST)
    locale.set('zh')
    expect(findCommands(commands.listed.filter(isEnabled), query)[0]?.each.id).toBe(id)
  })

  it.each(cases.filter(([, query]) => !/^[a-z]+$/u.test(query) || /^(?:history|quit|print|outline|ink)$/u.test(query)))('%s by %s, in an English desk', async (id, query) => {
    const { desk, commands } = await start()
    await desk.openFile(CAST)
    locale.set('en')
    expect(findCommands(commands.listed.filter(isEnabled), query)[0]?.each.id).toBe(id)
  })

  it('by the pinyin of every character of its Chinese names', async () => {
    const { all } = await start()
    locale.set('zh')
    const names = all.flatMap(({ title, others = [] }) => [title(), ...others]).join('')
    expect([...new Set(names)].filter((character) => /\p{Script=Han}/u.test(character) && !syllableOf(character))).toEqual([])
  })

  it('by other words in both languages, each for a command that there is', async () => {
    const { all } = await start()
    for (const [id, names = []] of Object.entries(OTHER_NAMES)) {
      expect(all.map((command) => command.id), id).toContain(id)
      expect(names.some((name) => /[a-z]/iu.test(name)), id).toBe(true)
      expect(names.some((name) => /\p{Script=Han}/u.test(name)), id).toBe(true)
    }
  })
})
