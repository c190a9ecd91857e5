import { render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeHost, fault } from '$lib/fake/fakeHost'
import type { PlannedFile } from '$lib/host'
import { locale } from '$lib/i18n'
import { ExportDialog, ImportDialog } from '.'
import { chosen, entries, groups, moved } from './order'

const PATHS = ['Part One/01 Low tide.md', 'Part One/02 The ferry.md', '第一卷/01 渡口.md', 'Notes/Cast.md']
const files = PATHS.map((path) => ({ path, isNote: path.startsWith('Notes/'), lines: 'paragraphs' as const }))

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
    expect(chosen(entries(files))).toEqual(PATHS.slice(0, 3))
  })

  it.each([
    [1, -1, [1, 0, 2, 3]],
    [1, 1, [0, 2, 1, 3]],
    [0, -1, [0, 1, 2, 3]],
    [3, 1, [0, 1, 2, 3]],
  ] as const)('move from %i by %i', (index, by, order) => {
    expect(moved(entries(files), index, by).map(({ path }) => path)).toEqual(order.map((at) => PATHS[at]))
  })

  it('are shown by folder, also where a folder stands apart', () => {
    const apart = moved(entries(files), 2, -1)
    expect(groups(apart).map(({ folder, rows }) => [folder, rows.map(({ index }) => index)])).toEqual([
      ['Part One', [0]],
      ['第一卷', [1]],
      ['Part One', [2]],
      ['Notes', [3]],
    ])
  })
})

describe('exporting', () => {
  const open = (props: Partial<Parameters<typeof render<typeof ExportDialog>>[1]> = {}, planned: readonly PlannedFile[] = files) => {
    const host = fakeHost()
    vi.spyOn(host, 'exportPlan').mockResolvedValue({ files: [...planned], author: null, submission: null })
    const exported = vi.spyOn(host, 'exportFiles')
    const onclose = vi.fn()
    render(ExportDialog, { host, current: PATHS[1] ?? null, onclose, ...props })
    return { host, exported, onclose, user: userEvent.setup() }
  }

  it('exports the open file after a save, and shows the path', async () => {
    const save = vi.fn(async () => undefined)
    const { exported, user } = open({ save })
    await user.click(screen.getByRole('radio', { name: 'PDF' }))
    await user.type(screen.getByLabelText('Title'), ' 盐路 ')
    await user.click(screen.getByRole('button', { name: /export/ }))
    expect(exported).toHaveBeenCalledWith({
      paths: [PATHS[1]],
      format: 'pdf',
      title: '盐路',
      author: null,
      lines: null,
      parts: false,
      numbers: 'none',
      submission: null,
    })
    expect(save.mock.invocationCallOrder.at(-1)).toBeLessThan(exported.mock.invocationCallOrder[0] ?? 0)
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
    await user.click(await within(list).findByRole('checkbox', { name: /Low tide/ }))
    within(list).getByRole('button', { name: 'Move 01 渡口 up' }).focus()
    await user.keyboard('{Enter}')
    // The focus stays on the file that moved.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move 01 渡口 up'))
    await user.click(screen.getByRole('button', { name: /export/ }))
    expect(exported.mock.calls[0]?.[0].paths).toEqual([PATHS[2], PATHS[1]])
  })

  it('cannot export without a chosen file', async () => {
    const { exported, user } = open({ current: null }, [])
    await user.click(screen.getByRole('button', { name: /export/ }))
    expect(screen.getByText('Choose at least one file.')).toBeTruthy()
    expect(exported).not.toHaveBeenCalled()
  })

  it('ticks all, none, and a folder at once, and leaves notes out at first', async () => {
    const { exported, user } = open({ current: null })
    const list = screen.getByRole('list', { name: 'Files to export' })
    const box = async (name: string | RegExp) => (await within(list).findByRole('checkbox', { name })) as HTMLInputElement
    expect((await box(/Cast/)).checked).toBe(false)
    expect(within(list).getByText('note')).toBeTruthy()
    expect(screen.getByText(/3 of 4/).textContent).toContain('one note left out')
    await user.click(screen.getByRole('button', { name: 'Tick none' }))
    expect(screen.getByText(/Choose at least one file/)).toBeTruthy()
    await user.click(await box('Part One'))
    expect((await box(/Low tide/)).checked).toBe(true)
    await user.click(await box(/Low tide/))
    expect((await box('Part One')).indeterminate).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Tick all' }))
    await user.click(await box('第一卷'))
    await user.click(screen.getByRole('radio', { name: 'Chapter One' }))
    await user.click(screen.getByRole('button', { name: /export/ }))
    expect(exported.mock.calls[0]?.[0]).toMatchObject({ paths: [PATHS[0], PATHS[1], PATHS[3]], parts: true, numbers: 'words' })
  })

  it('shows whose lines are joined, and lets the writer decide', async () => {
    const { exported, user } = open({ current: null }, files.map((file, at) => ({ ...file, lines: at === 0 ? 'joined' : 'paragraphs' })))
    expect(await screen.findByText('lines joined')).toBeTruthy()
    expect(screen.getByText(/joined in one file/)).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Every line is a paragraph' }))
    expect(screen.queryByText('lines joined')).toBeNull()
    await user.click(screen.getByRole('button', { name: /export/ }))
    expect(exported.mock.calls[0]?.[0].lines).toBe('paragraphs')
  })

  it('makes a submission with the form of the last one', async () => {
    const { host, exported, user } = open({ current: null })
    vi.mocked(host.exportPlan).mockResolvedValue({
      files: [...files],
      author: 'Wen Li',
      submission: { contact: ['Wen Li', '1 Harbour Road'], paper: 'a4', underlined: true },
    })
    render(ExportDialog, { host, current: PATHS[0] ?? null, onclose: vi.fn() })
    const last = within(screen.getAllByRole('dialog').at(-1) as HTMLElement)
    await user.click(last.getByRole('radio', { name: 'For an editor (Word)' }))
    const contact = (await last.findByLabelText('Name and address, a line each')) as HTMLTextAreaElement
    await waitFor(() => expect(contact.value).toBe('Wen Li\n1 Harbour Road'))
    await user.type(contact, '\nwen@example.org')
    await user.click(last.getByRole('radio', { name: 'Letter' }))
    await user.click(last.getByRole('button', { name: /export/ }))
    expect(exported.mock.calls[0]?.[0]).toMatchObject({
      format: 'docx',
      author: 'Wen Li',
      submission: { contact: ['Wen Li', '1 Harbour Road', 'wen@example.org'], paper: 'letter', underlined: true },
    })
  })

  it('reports a failure in the language of the window', async () => {
    const { host, user } = open()
    locale.set('zh')
    host.failNext('exportFiles', fault('FONT_MISSING', undefined, { characters: 'U+1F600 (02.md:14)', others: '2' }))
    await user.click(await screen.findByRole('button', { name: /导出/ }))
    const said = (await screen.findByRole('alert')).textContent
    expect(said).toContain('U+1F600 (02.md:14)，另有 2 个')
    expect(said).toContain('请安装有这些字的字体')
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
    render(ImportDialog, { host, inProject: true, onread: vi.fn(), onopen, onclose: vi.fn() })
    const user = userEvent.setup()
    await user.click(screen.getByRole('checkbox', { name: 'Put them into a folder elsewhere' }))
    await user.click(screen.getByRole('checkbox', { name: 'One file for each chapter' }))
    await user.click(screen.getByRole('button', { name: 'Choose a folder…' }))
    expect(imported, 'whose words they are is not known').not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toBe('Say first whose words they are.')
    await user.click(screen.getByRole('radio', { name: 'Mine' }))
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Choose a folder…' }))
    expect(imported).toHaveBeenCalledWith(true, true, { joinLines: false, splitChapters: true, ownWords: true })
    expect(await screen.findByText('3 manuscripts in /home/writer/Drafts 草稿')).toBeTruthy()
    expect(screen.getByText('damaged, or not what its name says')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open the new folder' }))
    expect(onopen).toHaveBeenCalledWith('/home/writer/Drafts 草稿')
  })

  it('imports into the project, says where, and shows the first manuscript', async () => {
    const onread = vi.fn()
    const host = fakeHost()
    await host.openProject('/home/writer/The Salt Road')
    render(ImportDialog, { host, inProject: true, onread, onopen: vi.fn(), onclose: vi.fn() })
    const user = userEvent.setup()
    await user.click(screen.getByRole('radio', { name: 'Mine' }))
    await user.click(screen.getByRole('button', { name: 'Choose documents…' }))
    expect(await screen.findByText('3 manuscripts in the folder “Drafts 草稿” of this project')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open the first' }))
    expect(onread).toHaveBeenCalledWith('Drafts 草稿/First book.md')
  })

  it('says that the words of somebody else are marked', async () => {
    locale.set('zh')
    render(ImportDialog, { host: fakeHost(), inProject: false, onread: vi.fn(), onopen: vi.fn(), onclose: vi.fn() })
    const user = userEvent.setup()
    await user.click(screen.getByRole('radio', { name: '别人' }))
    await user.click(screen.getByRole('button', { name: '选择文档…' }))
    expect(await screen.findByText('已标记为导入的文字。')).toBeTruthy()
  })
})
