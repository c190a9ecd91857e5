import { EditorView } from '@codemirror/view'
import { render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeHost, fault, type FakeHost } from '$lib/fake/fakeHost'
import App from './App.svelte'

async function open(prepare: (host: FakeHost) => void = () => {}) {
  const host = fakeHost()
  prepare(host)
  render(App, { host })
  await screen.findByRole('main')
  return { host, user: userEvent.setup() }
}

const files = () => screen.findByRole('navigation')

describe('the desk', () => {
  it('opens on the last open file, with the file list on one side and the memory on the other', async () => {
    await open()
    const current = await within(await files()).findByRole('treeitem', { current: 'page' })
    expect(current.textContent).toContain('03 The ferry')
    expect(within(screen.getByRole('complementary')).getByText(/^Action scenes/)).toBeTruthy()
  })

  it('changes its language at once and without a restart', async () => {
    const { host, user } = await open()
    await files()
    await user.keyboard('{F10}')
    await user.click(screen.getByRole('menuitemcheckbox', { name: '中文' }))
    expect(screen.getByRole('tab', { name: '规则' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: '书稿' })).toBeTruthy()
    expect(document.documentElement.lang).toBe('zh-Hans')
    expect(host.world.settings.language).toBe('zh')
  })

  it('changes its colours and its page in the settings, and its keys', async () => {
    const { host, user } = await open()
    await files()
    await user.keyboard('{Control>},{/Control}')
    const settings = within(await screen.findByRole('dialog', { name: 'Settings' }))
    await user.click(settings.getByRole('radio', { name: 'Ink (dark)' }))
    expect(document.documentElement.dataset.theme).toBe('ink')
    await user.click(settings.getByRole('tab', { name: 'Keys' }))
    await user.click(settings.getByRole('button', { name: /^Save now: Ctrl S/ }))
    await user.keyboard('x')
    expect(settings.getByRole('status').textContent).toMatch(/Ctrl or Alt/)
    await user.keyboard('{Control>}f{/Control}')
    expect(settings.getByRole('status').textContent).toBe('Ctrl F was the key of “Find…”, which has none now.')
    expect(host.world.settings.keys).toEqual({ 'file.save': ['Mod-f'], 'edit.find': [] })
    await user.click(settings.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens a file and runs a command by name from the palette', async () => {
    const { user } = await open()
    await files()
    await user.keyboard('{Control>}p{/Control}')
    await user.type(screen.getByRole('combobox'), 'ashf')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('textbox', { name: /Ashfall/ })).toBeTruthy()
    await user.keyboard('{Control>}p{/Control}')
    await user.type(screen.getByRole('combobox'), 'memory panel')
    await user.keyboard('{Enter}')
    await expect.poll(() => screen.queryByRole('complementary')).toBeNull()
  })

  it.each([
    ['en', 'history', 'Versions of this file', 'History of salt'],
    ['zh', '历史', '这个文件的历史版本', '盐的历史'],
    ['zh', 'history', '这个文件的历史版本', 'History of salt'],
    ['en', 'print', 'Export…', 'Print shop'],
    ['zh', '打印', '导出…', '打印店'],
    ['en', 'quit', 'Close the desk', 'Quit'],
    ['zh', '退出', '关闭书桌', '退出'],
    ['en', 'outline', 'Go to the outline', 'Outline'],
    ['zh', '大纲', '前往大纲', '大纲'],
    ['en', 'word count', 'Word count and targets', 'Word count'],
    ['zh', '字数', '字数与目标', '字数'],
    ['en', 'ink', 'Colours: ink (dark)', 'Ink'],
    ['zh', '墨色', '颜色：墨色（深色）', '墨色'],
  ] as const)('finds in %s a command by %s before a chapter of that name', async (language, query, title, chapter) => {
    const { host, user } = await open(({ world }) => {
      world.settings.language = language
      world.project?.files.push({ path: `${chapter}.md`, bytes: 1, length: null, copyOf: null, isNote: false, status: null, synopsis: null })
    })
    await files()
    host.world.documents.push({ path: `${chapter}.md`, text: '', hash: 'hash' })
    await user.keyboard('{Control>}p{/Control}')
    await user.type(screen.getByRole('combobox'), query)
    const [first, ...others] = screen.getAllByRole('option')
    expect(first?.textContent).toContain(title)
    expect(first?.getAttribute('aria-selected')).toBe('true')
    expect(others.some(({ textContent }) => textContent?.includes(chapter)), 'the chapter is still there').toBe(true)
  })

  it.each([
    ['en', 'salt', '05 Salt', 'Open 渡口', '/home/writer/渡口'],
    ['zh', '盐', '05 盐', '打开「渡口」', '/home/writer/渡口'],
  ] as const)('lists in %s a chapter before a command that merely has the letters, and projects opened lately', async (language, query, chapter, recent, folder) => {
    const { host, user } = await open(({ world }) => {
      world.settings.language = language
      world.project?.files.push({ path: `${chapter}.md`, bytes: 1, length: null, copyOf: null, isNote: false, status: null, synopsis: null })
    })
    await files()
    await user.keyboard('{Control>}p{/Control}')
    await user.type(screen.getByRole('combobox'), query)
    expect(screen.getAllByRole('option')[0]?.textContent).toContain(chapter)
    await user.clear(screen.getByRole('combobox'))
    await user.type(screen.getByRole('combobox'), '渡口')
    const option = screen.getByRole('option', { name: new RegExp(recent) })
    expect(option.textContent).toContain(folder)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('combobox'))
    await user.click(screen.getByRole('option', { name: new RegExp(recent) }))
    await expect.poll(() => host.world.project?.root).toBe(folder)
  })

  it('opens another project from the menu', async () => {
    const { host, user } = await open()
    await files()
    await user.keyboard('{F10}')
    expect(screen.getByRole('menuitem', { name: /^Open another project…/ })).toBeTruthy()
    await user.click(screen.getByRole('menuitem', { name: 'Open 渡口' }))
    await expect.poll(() => host.world.project?.root).toBe('/home/writer/渡口')
    await user.keyboard('{F10}')
    await expect.poll(() => screen.queryByRole('menuitem', { name: 'Open The Salt Road' })).not.toBeNull()
    expect(screen.queryByRole('menuitem', { name: 'Open 渡口' })).toBeNull()
  })

  it('opens the counts by name, and Escape leads back to the text', async () => {
    const { user } = await open()
    const text = await screen.findByRole('textbox', { name: /The ferry/ })
    text.focus()
    await user.keyboard('{Control>}p{/Control}')
    await user.type(screen.getByRole('combobox'), 'word count')
    text.focus()
    screen.getAllByRole('option')[0]?.click()
    expect(await screen.findByRole('group', { name: 'Show all counts' })).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('group', { name: 'Show all counts' })).toBeNull()
    expect(document.activeElement).toBe(text)
  })

  it('goes to the outline by name, and says when there is none', async () => {
    const { user } = await open()
    const text = await screen.findByRole('textbox', { name: /The ferry/ })
    const go = async () => {
      await user.keyboard('{Control>}p{/Control}')
      await user.type(screen.getByRole('combobox'), 'outline')
      await user.keyboard('{Enter}')
    }
    await go()
    expect(await screen.findByText('An outline needs two headings; this file has fewer.')).toBeTruthy()
    EditorView.findFromDOM(text)?.dispatch({ changes: { from: 0, insert: '# One\n\n## Two\n\n' }, userEvent: 'input.type' })
    await screen.findByRole('tree', { name: 'Outline' })
    await go()
    await expect.poll(() => document.activeElement?.closest('nav')?.getAttribute('aria-labelledby')).toBe('outline-title')
  })

  it.each([
    ['en', 'Add a rule', 'In one sentence, how do you write?'],
    ['zh', '添加规则', '用一句话说说你的写法'],
  ] as const)('unfolds the panel for a new rule by name in %s', async (language, query, field) => {
    const { user } = await open(({ world }) => (world.settings.language = language))
    await files()
    await user.keyboard('{Control>}{Shift>}\\{/Shift}{/Control}')
    await expect.poll(() => screen.queryByRole('complementary')).toBeNull()
    await user.keyboard('{Control>}p{/Control}')
    await user.type(screen.getByRole('combobox'), query)
    await user.keyboard('{Enter}')
    await expect.poll(() => document.activeElement).toBe(await screen.findByLabelText(field))
  })

  it('is a plain editor with suggestions and learning off', async () => {
    await open((host) => (host.world.settings.ai = false))
    await files()
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(screen.queryByRole('button', { name: /memory panel/ })).toBeNull()
    expect(screen.getByText('Suggestions and learning off')).toBeTruthy()
  })

  it('folds the panel and brings it back', async () => {
    const { user } = await open()
    await files()
    await user.click(screen.getByRole('button', { name: 'Hide the memory panel' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show the memory panel' }))
    expect(screen.getByRole('complementary')).toBeTruthy()
  })

  it('marks a file that cannot be saved wherever the writer is', async () => {
    const { host, user } = await open()
    host.writeFile = () => Promise.reject(fault('DISK_FULL'))
    const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: /The ferry/ }))
    view?.dispatch({ changes: { from: 0, insert: 'Mine. ' }, userEvent: 'input.type' })
    await user.click(within(await files()).getByRole('treeitem', { name: /Ashfall/ }))
    expect(await screen.findByText('1 other file not saved')).toBeTruthy()
    expect(within(await files()).getByRole('treeitem', { name: /The ferry.*not saved/ })).toBeTruthy()
  })

  it('reports a failure in the notice line and does not move the focus', async () => {
    const { host, user } = await open()
    const target = within(await files()).getByRole('treeitem', { name: /Ashfall/ })
    host.failNext('readFile', fault('FILE_TOO_LARGE', '', { path: 'Part One/04 Ashfall.md' }))
    await user.click(target)
    expect(await screen.findByText(/larger than the desk opens/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Dismiss this notice' }))
    expect(screen.queryByText(/larger than the desk opens/)).toBeNull()
  })
})

describe('the first start', () => {
  const first = (host: FakeHost) => {
    host.world.project = null
    host.world.settings.recentProjects = []
  }

  it('explains the desk and asks for a folder', async () => {
    const { user } = await open(first)
    expect(await screen.findByText('A desk that learns how you write')).toBeTruthy()
    expect(screen.queryByRole('complementary')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open a folder' }))
    expect(await files()).toBeTruthy()
  })

  it('opens the sample project', async () => {
    const { user } = await open(first)
    await user.click(await screen.findByRole('button', { name: 'Try the sample project' }))
    expect(await screen.findByRole('heading', { name: 'Commonplace 札记 Sample' })).toBeTruthy()
  })

  it('can be read in Chinese', async () => {
    const { user } = await open(first)
    await user.click(await screen.findByRole('button', { name: '切换到中文' }))
    expect(screen.getByText('一张懂你笔法的书桌')).toBeTruthy()
    expect(screen.getByRole('button', { name: '打开文件夹' })).toBeTruthy()
  })
})
