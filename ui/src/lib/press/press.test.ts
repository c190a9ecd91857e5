import { render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeHost, fault } from '$lib/fake/fakeHost'
import { locale } from '$lib/i18n'
import { ExportDialog, ImportDialog } from '.'
import { chosen, entries, moved } from './order'

const PATHS = ['Part One/01 Low tide.md', 'Part One/02 The ferry.md', '第一卷/01 渡口.md', 'Notes/Cast.md']
const files = PATHS.map((path) => ({ path, bytes: 10, units: 2, copyOf: null }))

beforeAll(() => {
  // jsdom has the dialog element, but not its methods.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false
  }
})

describe('the files of a book', () => {
  it('are all but the notes, in reading order', () => {
    expect(chosen(entries(PATHS))).toEqual(PATHS.slice(0, 3))
  })

  it.each([
    [1, -1, [1, 0, 2, 3]],
    [1, 1, [0, 2, 1, 3]],
    [0, -1, [0, 1, 2, 3]],
    [3, 1, [0, 1, 2, 3]],
  ] as const)('move from %i by %i', (index, by, order) => {
    expect(moved(entries(PATHS), index, by).map(({ path }) => path)).toEqual(order.map((at) => PATHS[at]))
  })
})

describe('exporting', () => {
  const open = (props: Partial<Parameters<typeof render<typeof ExportDialog>>[1]> = {}) => {
    const host = fakeHost()
    const exported = vi.spyOn(host, 'exportFiles')
    const onclose = vi.fn()
    render(ExportDialog, { host, files, current: PATHS[1] ?? null, onclose, ...props })
    return { host, exported, onclose, user: userEvent.setup() }
  }

  it('exports the open file after a save, and shows the path', async () => {
    const save = vi.fn(async () => undefined)
    const { exported, user } = open({ save })
    await user.click(screen.getByRole('radio', { name: 'PDF' }))
    await user.type(screen.getByLabelText('Title'), ' 盐路 ')
    await user.click(screen.getByRole('button', { name: /export/ }))
    expect(exported).toHaveBeenCalledWith({ paths: [PATHS[1]], format: 'pdf', title: '盐路', author: null })
    expect(save.mock.invocationCallOrder[0]).toBeLessThan(exported.mock.invocationCallOrder[0] ?? 0)
    expect(await screen.findByText('/home/writer/盐路.pdf is ready, 184 kB.')).toBeTruthy()
  })

  it('starts with Enter in a field, but not with the Enter of an input method', async () => {
    const { exported } = open()
    const field = screen.getByLabelText('Author')
    const enter = (init: KeyboardEventInit) => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init }))
    enter({ isComposing: true })
    enter({ keyCode: 229 })
    expect(exported).not.toHaveBeenCalled()
    enter({})
    await waitFor(() => expect(exported).toHaveBeenCalledOnce())
  })

  it('exports chosen files in the order set by keyboard', async () => {
    const { exported, user } = open()
    await user.click(screen.getByRole('radio', { name: /Chosen files/ }))
    const list = screen.getByRole('list', { name: 'Files to export' })
    await user.click(within(list).getByRole('checkbox', { name: /Low tide/ }))
    within(list).getByRole('button', { name: 'Move 01 渡口 up' }).focus()
    await user.keyboard('{Enter}')
    // The focus stays on the file that moved.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move 01 渡口 up'))
    await user.click(screen.getByRole('button', { name: /export/ }))
    expect(exported.mock.calls[0]?.[0].paths).toEqual([PATHS[2], PATHS[1]])
  })

  it('cannot export without a chosen file', async () => {
    const { exported, user } = open({ current: null, files: [] })
    await user.click(screen.getByRole('button', { name: /export/ }))
    expect(screen.getByText('Choose at least one file.')).toBeTruthy()
    expect(exported).not.toHaveBeenCalled()
  })

  it('reports a failure in the language of the window', async () => {
    const { host, user } = open()
    locale.set('zh')
    host.failNext('exportFiles', fault('FONT_MISSING'))
    await user.click(await screen.findByRole('button', { name: /导出/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('请安装中文字体')
  })

  it('shows the progress, and nothing after the system dialog was cancelled', async () => {
    const { host, exported, user } = open()
    let answer: (value: null) => void = () => undefined
    exported.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    await user.click(screen.getByRole('button', { name: /export/ }))
    host.emitPressProgress({ done: 1, of: 4 })
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25'))
    answer(null)
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.getByRole('status').textContent?.trim()).toBe('')
  })

  it('is closed by its button', async () => {
    const { onclose, user } = open()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(onclose).toHaveBeenCalledOnce()
  })
})

describe('importing', () => {
  it('imports the chosen files, reports skipped parts, and opens the new folder', async () => {
    const host = fakeHost()
    const imported = vi.spyOn(host, 'importDocuments')
    const onopen = vi.fn()
    render(ImportDialog, { host, onopen, onclose: vi.fn() })
    const user = userEvent.setup()
    await user.click(screen.getByRole('checkbox', { name: 'One file for each chapter' }))
    await user.click(screen.getByRole('button', { name: 'Choose a folder…' }))
    expect(imported, 'whose words they are is not known').not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toBe('Say first whose words they are.')
    await user.click(screen.getByRole('radio', { name: 'Mine' }))
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Choose a folder…' }))
    expect(imported).toHaveBeenCalledWith(true, { joinLines: false, splitChapters: true, ownWords: true })
    expect(await screen.findByText('3 manuscripts in /home/writer/Drafts 草稿')).toBeTruthy()
    expect(screen.getByText('damaged, or not what its name says')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open the new folder' }))
    expect(onopen).toHaveBeenCalledWith('/home/writer/Drafts 草稿')
  })

  it('says that the words of somebody else are marked', async () => {
    locale.set('zh')
    render(ImportDialog, { host: fakeHost(), onopen: vi.fn(), onclose: vi.fn() })
    const user = userEvent.setup()
    await user.click(screen.getByRole('radio', { name: '别人' }))
    await user.click(screen.getByRole('button', { name: '选择文档…' }))
    expect(await screen.findByText('已标记为导入的文字。')).toBeTruthy()
  })
})
