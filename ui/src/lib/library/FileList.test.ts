import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { locale } from '$lib/i18n'
import FileList from './FileList.svelte'

afterEach(cleanup)

const file = (path: string, copyOf: string | null = null) => ({ path, bytes: 60, length: { words: 10, letters: 40, characters: 50 }, copyOf, isNote: false, status: null, synopsis: null })

function list(folded: string[] = []) {
  const calls = { onopen: vi.fn(), onfold: vi.fn(), oncreate: vi.fn(() => Promise.resolve(true)), onrename: vi.fn(() => Promise.resolve(true)), onorder: vi.fn(() => Promise.resolve()), onbadname: vi.fn(), onremove: vi.fn(), onmerge: vi.fn() }
  const { component, rerender } = render(FileList, {
    files: [
      file('Part One/01 Low tide.md'),
      file('Part One/02 Ashfall.md'),
      file('卷一/渡口.md'),
      file('卷一/渡口 (冲突副本 2026-11-20).md', '卷一/渡口.md'),
      file('Last.txt'),
    ],
    folders: ['Part One', '卷一', '空'],
    counting: 'words' as const,
    current: 'Part One/02 Ashfall.md',
    folded: new Set(folded),
    ...calls,
  })
  return { ...calls, act: component.act, user: userEvent.setup(), rerender }
}

const row = (name: string | RegExp) => screen.getByRole('treeitem', { name })
const focused = () => (document.activeElement as HTMLElement).dataset.path

describe('the file list is a tree', () => {
  it('that exposes the open file, folded folders and the position of each row', () => {
    list(['卷一'])
    expect(row(/Ashfall/).getAttribute('aria-current')).toBe('page')
    expect(row(/Ashfall/).getAttribute('aria-level')).toBe('2')
    expect([row(/Ashfall/).getAttribute('aria-posinset'), row(/Ashfall/).getAttribute('aria-setsize')]).toEqual(['2', '2'])
    expect(row(/Part One/).getAttribute('aria-expanded')).toBe('true')
    expect(row(/卷一/).getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByText('渡口')).toBeNull()
    expect(screen.getAllByRole('treeitem').filter(({ tabIndex }) => tabIndex === 0)).toEqual([row(/Ashfall/)])
  })

  it('with navigation by arrow keys, Home, End and letters', async () => {
    const { user, onfold } = list()
    row(/Ashfall/).focus()
    const places = []
    for (const key of ['{ArrowDown}', '{ArrowRight}', '{End}', '{Home}', 'la', '{ArrowUp}']) {
      await user.keyboard(key)
      places.push(focused())
    }
    expect(places).toEqual(['卷一', '卷一/渡口.md', 'Last.txt', 'Part One', 'Last.txt', '空'])
    await user.keyboard('{ArrowUp}{ArrowLeft}')
    expect(focused()).toBe('卷一')
    await user.keyboard('{ArrowLeft}')
    expect(onfold).toHaveBeenLastCalledWith('卷一', true)
  })

  it('that opens files and folds folders', async () => {
    const { user, onopen, onfold } = list(['卷一'])
    await user.click(row(/Low tide/))
    expect(onopen).toHaveBeenLastCalledWith('Part One/01 Low tide.md')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onopen).toHaveBeenLastCalledWith('Part One/02 Ashfall.md')
    await user.click(row(/卷一/))
    expect(onfold).toHaveBeenLastCalledWith('卷一', false)
    await user.click(row(/Part One/))
    expect(onfold).toHaveBeenLastCalledWith('Part One', true)
  })
})

describe('in the file list she', () => {
  it.each([
    ['High tide{Enter}', 'Part One/High tide.md'],
    ['涨潮{Enter}', 'Part One/涨潮.md'],
  ])('renames a file with F2: %s', async (keys, to) => {
    const { user, onrename, onopen } = list()
    row(/Low tide/).focus()
    await user.keyboard('{F2}')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New name of 01 Low tide' }).value).toBe('01 Low tide')
    await user.keyboard(keys)
    expect(onrename).toHaveBeenCalledExactlyOnceWith('Part One/01 Low tide.md', to)
    expect(onopen).not.toHaveBeenCalled()
  })

  it('does not rename with Escape, with the same name, or with an Enter of an input method', async () => {
    const { user, onrename } = list()
    for (const keys of ['x{Escape}', '{Enter}', '{Backspace}{Enter}']) {
      row(/Low tide/).focus()
      await user.keyboard(`{F2}${keys}`)
    }
    row(/Low tide/).focus()
    await user.keyboard('{F2}')
    const field = screen.getByRole('textbox')
    await fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    expect(field.isConnected).toBe(true)
    await user.keyboard('{Escape}')
    expect(onrename).not.toHaveBeenCalled()
  })

  it('creates a file and a folder beside the focused row', async () => {
    const { user, oncreate, onfold } = list(['Part One'])
    row(/Part One/).focus()
    await user.click(screen.getByRole('button', { name: 'New file' }))
    expect(onfold).toHaveBeenLastCalledWith('Part One', false)
    await user.keyboard('03 The ferry{Enter}')
    expect(oncreate).toHaveBeenLastCalledWith('Part One/03 The ferry.md', false)
    row(/Last/).focus()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.keyboard('第二卷{Enter}')
    expect(oncreate).toHaveBeenLastCalledWith('第二卷', true)
  })

  it('keeps the field of a refused name for correction, and closes it if she has moved the focus', async () => {
    const { user, oncreate } = list()
    oncreate.mockResolvedValueOnce(false)
    await user.click(screen.getByRole('button', { name: 'New file' }))
    await user.keyboard('NUL{Enter}')
    const field = await screen.findByRole<HTMLInputElement>('textbox')
    expect([field.value, document.activeElement]).toEqual(['NUL', field])
    await user.keyboard('涨水{Enter}')
    expect(oncreate).toHaveBeenLastCalledWith('Part One/涨水.md', false)
    await vi.waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())

    oncreate.mockResolvedValueOnce(false)
    await user.click(screen.getByRole('button', { name: 'New file' }))
    await user.keyboard('CON')
    row(/Last/).focus()
    await vi.waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(focused()).toBe('Last.txt')
    expect(oncreate).toHaveBeenCalledTimes(3)
  })

  it('keeps a name that another file has in its field, until she writes another or leaves', async () => {
    const { user, onrename } = list()
    onrename.mockResolvedValue(false)
    row(/Low tide/).focus()
    await user.keyboard('{F2}02 Ashfall{Enter}')
    await vi.waitFor(() => expect(onrename).toHaveBeenCalledOnce())
    const field = screen.getByRole<HTMLInputElement>('textbox')
    await vi.waitFor(() => expect([field.value, field.selectionEnd]).toEqual(['02 Ashfall', 10]))
    onrename.mockResolvedValue(true)
    await user.keyboard('03 雪{Enter}')
    await vi.waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(onrename).toHaveBeenLastCalledWith('Part One/01 Low tide.md', 'Part One/03 雪.md')
  })

  it('makes a folder at once although a new name was just refused, and leaves the focus where she went', async () => {
    const { user, act, oncreate, onbadname, onrename } = list()
    for (const name of ['a/b', '../x']) {
      row(/Low tide/).focus()
      await user.keyboard(`{F2}${name}{Enter}`)
      expect(onbadname).toHaveBeenLastCalledWith(name)
      await act('newFolder')
      await vi.waitFor(() => expect(screen.getAllByRole('textbox')).toHaveLength(1))
      expect(document.activeElement).toBe(screen.getByRole('textbox'))
      expect(row(/Low tide/)).toBeTruthy()
      await user.keyboard('卷三{Enter}')
      expect(oncreate).toHaveBeenLastCalledWith('Part One/卷三', true)
      await vi.waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    }
    expect(onrename).not.toHaveBeenCalled()

    row(/Low tide/).focus()
    await user.keyboard('{F2}01 High tide')
    row(/Last/).focus()
    await vi.waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect([onrename.mock.lastCall, focused()]).toEqual([['Part One/01 Low tide.md', 'Part One/01 High tide.md'], 'Last.txt'])
  })

  it.each([true, false])('can name a new file while the previous one is still being created (created: %s)', async (isMade) => {
    const { user, oncreate } = list()
    let answer: (isMade: boolean) => void = () => {}
    oncreate.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    await user.click(screen.getByRole('button', { name: 'New file' }))
    await user.keyboard('渡船')
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    answer(isMade)
    await Promise.resolve()
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('')
    await user.keyboard('卷三{Enter}')
    expect(oncreate.mock.calls).toEqual([
      ['Part One/渡船.md', false],
      ['Part One/卷三', true],
    ])
    await vi.waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  })

  it('deletes a file with Delete', async () => {
    const { user, onremove } = list()
    row(/Last/).focus()
    await user.keyboard('{Delete}')
    expect(onremove).toHaveBeenCalledExactlyOnceWith('Last.txt')
  })

  it('moves a file by keyboard, through the menu of a row', async () => {
    const { user, onrename } = list()
    row(/Low tide/).focus()
    await user.keyboard('{Shift>}{F10}{/Shift}')
    const menu = screen.getByRole('menu', { name: 'Actions for 01 Low tide' })
    expect(within(menu).getAllByRole('menuitem').map(({ textContent }) => textContent?.trim())).toEqual([
      'New file',
      'New folder',
      'Rename F2',
      'Move chapter down Alt Shift ↓',
      'Move to…',
      'Merge with the next chapter',
      'Status…',
      'Move to the trash Del',
    ])
    await user.click(within(menu).getByRole('menuitem', { name: 'Move to…' }))
    const places = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent?.trim())
    expect(places).toEqual(['The project folder', '卷一', '空'])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onrename).toHaveBeenCalledExactlyOnceWith('Part One/01 Low tide.md', '卷一/01 Low tide.md')
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('merges a copy in conflict by its menu; Escape closes the menu and restores the focus', async () => {
    const { user, onmerge } = list()
    const copy = row(/冲突副本/)
    copy.focus()
    await user.keyboard('{ContextMenu}')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(copy)
    await fireEvent.contextMenu(copy)
    await user.click(screen.getByRole('menuitem', { name: 'Merge into “渡口”' }))
    expect(onmerge).toHaveBeenCalledExactlyOnceWith('卷一/渡口 (冲突副本 2026-11-20).md', '卷一/渡口.md')
  })

  it('moves by dragging; a cancelled drag or an invalid target moves nothing', async () => {
    const { onrename, onopen } = list()
    let under: Element | null = null
    document.elementFromPoint = () => under
    const drag = async (from: Element, to: Element | null, end: () => Promise<unknown>) => {
      under = to
      await fireEvent.pointerDown(from, { button: 0, pointerId: 1, clientX: 0, clientY: 0 })
      await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientX: 0, clientY: 40 })
      await end()
    }
    const letGo = () => fireEvent.pointerUp(window, { pointerId: 1 })
    // A second pointing device is moved without its button pressed.
    under = row(/空/)
    await fireEvent.pointerDown(row(/Low tide/), { button: 0, pointerId: 1, clientX: 0, clientY: 0 })
    await fireEvent.pointerMove(window, { buttons: 0, pointerId: 1, clientX: 0, clientY: 40 })
    await letGo()
    expect(onrename).not.toHaveBeenCalled()
    await drag(row(/Low tide/), row(/空/), letGo)
    expect(onrename).toHaveBeenLastCalledWith('Part One/01 Low tide.md', '空/01 Low tide.md')
    await drag(row(/Low tide/), row(/Last/), letGo)
    expect(onrename).toHaveBeenLastCalledWith('Part One/01 Low tide.md', '01 Low tide.md')
    await drag(row(/空/), row(/渡口$|渡口 10/), letGo)
    expect(onrename).toHaveBeenLastCalledWith('空', '卷一/空')
    expect(onrename).toHaveBeenCalledTimes(3)
    await drag(row(/Low tide/), row(/空/), () => fireEvent.keyDown(window, { key: 'Escape' }))
    await drag(row(/Low tide/), document.body, letGo)
    await drag(row(/Part One/), row(/Low tide/), letGo)
    expect(onrename).toHaveBeenCalledTimes(3)
    expect(onopen).not.toHaveBeenCalled()
  })
})

describe('the order of the list', () => {
  const ORDERED = ['Part One/02 Ashfall.md', { beside: 'Part One/01 Low tide.md', after: false }, { beside: 'Part One/01 Low tide.md', after: true }]

  it('changes with Alt+Shift and an arrow; the focus stays on the row, and its place is said', async () => {
    const { user, onorder, rerender } = list()
    onorder.mockImplementationOnce(() =>
      rerender({ files: [file('Part One/02 Ashfall.md'), file('Part One/01 Low tide.md'), file('卷一/渡口.md')] }),
    )
    row(/Ashfall/).focus()
    await user.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}')
    expect(onorder).toHaveBeenCalledExactlyOnceWith(...ORDERED)
    await vi.waitFor(() => expect(screen.getByText('02 Ashfall: place 1 of 2').getAttribute('aria-live')).toBe('polite'))
    expect(focused()).toBe('Part One/02 Ashfall.md')
    await user.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}')
    expect(onorder).toHaveBeenCalledOnce()
  })

  it('follows quick keys one after the other', async () => {
    const { user, onorder, rerender } = list()
    const chapters = (...names: number[]) => ({ files: names.map((name) => file(`卷一/${name}.md`)), folders: ['卷一'] })
    await rerender(chapters(1, 2, 3))
    onorder.mockImplementationOnce(() => rerender(chapters(2, 1, 3)))
    row(/^1/).focus()
    await user.keyboard('{Alt>}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{/Alt}')
    await vi.waitFor(() => expect(onorder.mock.calls.map((call: unknown[]) => call[1])).toEqual([
      { beside: '卷一/2.md', after: true },
      { beside: '卷一/3.md', after: true },
    ]))
  })

  it('changes by the menu of a row, for folders too, and by a command for the file on the page', async () => {
    const { user, onorder, act } = list()
    await fireEvent.contextMenu(row(/卷一/))
    await user.click(screen.getByRole('menuitem', { name: /Move folder up/ }))
    await vi.waitFor(() => expect(onorder).toHaveBeenLastCalledWith('卷一', { beside: 'Part One', after: false }, { beside: 'Part One', after: true }))
    ;(document.activeElement as HTMLElement).blur()
    await act('up')
    expect(onorder).toHaveBeenLastCalledWith(...ORDERED)
    await act('down')
    expect(onorder).toHaveBeenCalledTimes(2)
    await fireEvent.contextMenu(row(/冲突副本/))
    expect(screen.queryByRole('menuitem', { name: /chapter (up|down)/ })).toBeNull()
  })

  it('changes by dragging a row between rows, with a line where it goes', async () => {
    const { onorder, onrename } = list(['Part One', '卷一'])
    const rows = () => screen.getAllByRole('treeitem')
    let under: Element | null = null
    document.elementFromPoint = () => under
    for (const [at, each] of rows().entries()) each.getBoundingClientRect = () => new DOMRect(0, at * 40, 200, 40)
    const drag = async (from: RegExp, to: RegExp, y: number) => {
      under = row(to)
      await fireEvent.pointerDown(row(from), { button: 0, pointerId: 1, clientX: 0, clientY: 200 })
      await fireEvent.pointerMove(window, { buttons: 1, pointerId: 1, clientX: 0, clientY: rows().indexOf(row(to)) * 40 + y })
      const marks = ['line-above', 'line-below', 'into'].filter((mark) => under?.classList.contains(mark))
      await fireEvent.pointerUp(window, { pointerId: 1 })
      return marks
    }
    expect(rows().map(({ dataset }) => dataset.path)).toEqual(['Part One', '卷一', '空', 'Last.txt'])
    expect(await drag(/Last/, /Part One/, 5)).toEqual(['line-above'])
    await vi.waitFor(() =>
      expect(onorder).toHaveBeenLastCalledWith('Last.txt', { beside: 'Part One', after: false }, { beside: '卷一', after: true }),
    )
    expect(await drag(/Part One/, /卷一/, 35)).toEqual(['line-below'])
    await vi.waitFor(() => expect(onorder).toHaveBeenCalledTimes(2))
    // It stands there already.
    expect(await drag(/Part One/, /卷一/, 5)).toEqual([])
    expect(onorder).toHaveBeenCalledTimes(2)
    expect(onrename).not.toHaveBeenCalled()
    expect(await drag(/Last/, /卷一/, 20)).toEqual(['into'])
    expect(onrename).toHaveBeenCalledExactlyOnceWith('Last.txt', '卷一/Last.txt')
  })
})

describe('a command', () => {
  it('renames the file on the page and unfolds its folder', async () => {
    const { act, onfold, onrename, user, rerender } = list(['Part One'])
    const acted = act('rename')
    expect(onfold).toHaveBeenCalledWith('Part One', false)
    await rerender({ folded: new Set() })
    await acted
    await user.keyboard('03 Ash{Enter}')
    expect(onrename).toHaveBeenCalledWith('Part One/02 Ashfall.md', 'Part One/03 Ash.md')
  })

  it('acts on the focused row if the focus is in the list', async () => {
    const { act, onrename, oncreate, user } = list()
    row(/卷一/).focus()
    await act('rename')
    await user.keyboard('卷二{Enter}')
    expect(onrename).toHaveBeenCalledWith('卷一', '卷二')
    row(/卷一/).focus()
    await act('newFolder')
    await user.keyboard('上{Enter}')
    expect(oncreate).toHaveBeenCalledWith('卷一/上', true)
  })

  it('moves the file on the page into a folder that is typed, known or new', async () => {
    const { act, onrename, oncreate, user } = list()
    await act('move')
    const field = await screen.findByRole('textbox')
    expect(document.activeElement).toBe(field)
    await user.keyboard('卷')
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent?.trim())).toEqual(['卷一', 'New folder “卷”'])
    await user.keyboard('一{Enter}')
    expect(onrename).toHaveBeenLastCalledWith('Part One/02 Ashfall.md', '卷一/02 Ashfall.md')
    expect(oncreate).not.toHaveBeenCalled()
    await act('move')
    await user.keyboard('Old/{Enter}')
    await vi.waitFor(() => expect(onrename).toHaveBeenLastCalledWith('Part One/02 Ashfall.md', 'Old/02 Ashfall.md'))
    expect(oncreate).toHaveBeenCalledExactlyOnceWith('Old', true)
  })

  it.each(['a/b', '..', '.', 'a\\b'])('refuses the name %s, and keeps the field for another one', async (name) => {
    const { act, onrename, onbadname, user } = list()
    await act('rename')
    const field = await screen.findByRole('textbox')
    await user.clear(field)
    await user.type(field, `${name}{Enter}`)
    expect(onbadname).toHaveBeenCalledExactlyOnceWith(name)
    expect(onrename).not.toHaveBeenCalled()
    expect(screen.getByRole('textbox')).toBe(field)
  })

  it('opens the menu of target folders for the file on the page', async () => {
    const { act, onrename, user } = list()
    await act('move')
    await user.click(await screen.findByRole('menuitem', { name: '空' }))
    expect(onrename).toHaveBeenCalledWith('Part One/02 Ashfall.md', '空/02 Ashfall.md')
  })
})

describe.each([
  { language: 'en' as const, status: 'draft', own: 'for Ada', whole: 'The book: 50 words', of: 'The book: 50 of 90,000 words', menu: 'Status…', done: 'done', merge: 'Merge with the next chapter', split: 'Split chapter here' },
  { language: 'zh' as const, status: '草稿', own: '给编辑', whole: '全书 50 字', of: '全书 50／90,000 字', menu: '状态…', done: '完成', merge: '与下一章合并', split: '在此拆分本章' },
])('the file list shows the book ($language)', (words) => {
  const chapters = [
    { ...file('A.md'), status: 'draft', synopsis: 'Wen waits for the boat.' },
    { ...file('B.md'), status: words.own },
    ...[file('C.txt'), file('D.md'), file('E.md')],
    { ...file('Notes/F.md'), isNote: true },
    file('A (conflicted copy 2026-11-20).md', 'A.md'),
  ]

  function book(bookTarget?: number) {
    locale.set(words.language)
    const calls = { onopen: vi.fn(), onsplit: vi.fn(), onmergenext: vi.fn(), onstatus: vi.fn() }
    const { container } = render(FileList, { files: chapters, counting: 'words' as const, current: 'B.md', bookTarget, ...calls })
    return { ...calls, container, user: userEvent.setup() }
  }

  afterEach(() => locale.set('en'))

  it('with status and synopsis, and a word of her own as it is', () => {
    book()
    expect(row(/^A/).querySelector('.status')?.textContent).toBe(words.status)
    expect(row(/^A/).querySelector('.synopsis')?.textContent).toBe('Wen waits for the boat.')
    expect(row(/^A/).title).toContain('Wen waits')
    expect(row(/^B/).querySelector('.status')?.textContent).toBe(words.own)
  })

  it('with its length, without notes and copies, and its target', () => {
    const { container } = book()
    expect(container.querySelector('.whole')?.textContent?.trim()).toBe(words.whole)
    cleanup()
    const { container: aimed } = book(90_000)
    expect(aimed.querySelector('.whole')?.textContent?.trim()).toBe(words.of)
    expect(screen.getByRole('progressbar')).toBeTruthy()
  })

  it('with a menu to split the open chapter, merge one with the next, and set its status', async () => {
    const { user, onsplit, onmergenext, onstatus } = book()
    const open = async (name: RegExp) => fireEvent.contextMenu(row(name))
    await open(/^A/)
    expect(screen.queryByText(words.split)).toBeNull()
    await user.click(screen.getByText(words.merge))
    expect(onmergenext).toHaveBeenCalledWith('A.md')
    await open(/^B/)
    await user.click(screen.getByText(words.split))
    expect(onsplit).toHaveBeenCalled()
    await open(/^E/)
    expect(screen.queryByText(words.merge)).toBeNull()
    await user.click(screen.getByText(words.menu))
    await user.click(await screen.findByRole('menuitem', { name: words.done }))
    expect(onstatus).toHaveBeenCalledWith('E.md', words.done)
    await open(/^C/)
    expect(screen.queryByText(words.menu)).toBeNull()
  })
})
