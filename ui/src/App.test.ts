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
