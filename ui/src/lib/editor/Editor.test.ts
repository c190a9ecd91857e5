import { redo, undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tick } from 'svelte'
import { skillCommands } from '$lib/candidates'
import { fakeHost, fault, type FakeHost } from '$lib/fake/fakeHost'
import { locale } from '$lib/i18n'
import Editor from './Editor.svelte'
import { conflictsIn } from './conflicts'
import { Manuscripts, type Listeners } from './manuscripts'
import { statusOf, type EditorStatus } from './status'
import { undoToLine } from './undo'

const FERRY = 'Part One/03 The ferry.md'
const CROSSING = 'Part Two/05 渡口.md'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  // The editor is unmounted before the fake timers end: its save on unmount belongs to the test.
  cleanup()
  vi.useRealTimers()
})

async function open(path = FERRY, host: FakeHost = fakeHost()) {
  const writeFile = vi.spyOn(host, 'writeFile')
  const settleFile = vi.spyOn(host, 'settleFile')
  const recordEpisode = vi.spyOn(host, 'recordEpisode')
  const statuses: EditorStatus[] = []
  const onFault = vi.fn()
  let shown = ''
  let rerender: (props: object) => Promise<void> = async () => {}
  const listeners: Listeners = {
    onChange: (manuscript) => {
      if (manuscript.path !== shown) return
      statuses.push(statusOf(manuscript))
      void rerender({ status: statuses.at(-1) })
    },
    onEdit: () => {},
    onUnrecorded: (unrecorded) => void rerender({ unrecorded }),
  }
  const manuscripts = new Manuscripts(host, listeners, () => null)
  await host.onFileChanged(({ path }) => void manuscripts.follow(path))
  const original = await host.readFile(path)
  const manuscript = await manuscripts.open(path)
  shown = path
  const editor = render(Editor, { manuscript, status: statusOf(manuscript), onFault })
  const { container, unmount } = editor
  rerender = editor.rerender
  await vi.advanceTimersByTimeAsync(0)
  const view = EditorView.findFromDOM(container.querySelector<HTMLElement>('.cm-editor') ?? container)
  if (!view) throw new Error('the editor is there')
  return {
    host,
    view,
    manuscripts,
    original,
    unmount,
    writeFile,
    settleFile,
    recordEpisode,
    text: () => view.state.doc.toString(),
    status: () => statuses.at(-1),
    type(insert: string, at = view.state.doc.length) {
      view.dispatch({
        changes: { from: at, insert },
        selection: { anchor: at + insert.length },
        userEvent: 'input.type',
      })
    },
    async show(path: string) {
      const manuscript = await manuscripts.open(path)
      shown = path
      await rerender({ manuscript, status: statusOf(manuscript) })
      // The previous manuscript is left only after the next frame.
      await vi.advanceTimersByTimeAsync(20)
    },
    /** Simulates another program that writes the file. */
    async writeOutside(text: string) {
      const file = host.world.documents.find((each) => each.path === path)
      Object.assign(file ?? {}, { text, hash: `outside-${text.length}` })
      host.emitFileChange({ path })
      await vi.advanceTimersByTimeAsync(0)
    },
    onDisk: async (path: string) => (await host.readFile(path)).text,
  }
}

describe('a page', () => {
  it('begins at the top of a manuscript that is shown for the first time', async () => {
    const { view, show } = await open()
    view.scrollDOM.scrollTop = 500
    await show(CROSSING)
    expect(view.scrollDOM.scrollTop).toBe(0)
  })

  it('takes the focus as soon as it is shown, unless another element has it', async () => {
    const { view, unmount } = await open()
    expect(view.hasFocus).toBe(true)
    unmount()

    const elsewhere = document.body.appendChild(document.createElement('input'))
    elsewhere.focus()
    const { view: other } = await open(CROSSING)
    expect(other.hasFocus).toBe(false)
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })
})

describe('a manuscript without edits', () => {
  it.each([FERRY, CROSSING])('is never saved: %s', async (path) => {
    const { manuscripts, writeFile, settleFile, show, text, original } = await open(path)
    expect(text()).toBe(original.text)
    await show('Notes/Cast.md')
    await show(path)
    await manuscripts.leave()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(writeFile).not.toHaveBeenCalled()
    expect(settleFile).not.toHaveBeenCalled()
  })
})

describe('saving', () => {
  it('happens within a second of a pause', async () => {
    const { type, onDisk, original, status } = await open(CROSSING)
    type('雨停了。')
    expect(status()?.save).toBe('unsaved')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await onDisk(CROSSING)).toBe(`${original.text}雨停了。`)
    expect(status()?.save).toBe('saved')
  })

  it('happens on leaving the file, and the core is told', async () => {
    const { type, show, onDisk, original, settleFile, writeFile } = await open()
    type('One more.')
    await show(CROSSING)
    expect(await onDisk(FERRY)).toBe(`${original.text}One more.`)
    expect(settleFile).toHaveBeenCalledExactlyOnceWith(FERRY, [], [])
    expect(writeFile.mock.invocationCallOrder[0]).toBeLessThan(settleFile.mock.invocationCallOrder[0] ?? 0)
  })

  it.each([
    [FERRY, 'Nobody remembers who first brought the birdcage aboard. '],
    [CROSSING, '没有人记得是谁第一个把鸟笼带上船的。'],
  ])('reports a paste once, and its current text on leaving: %s', async (path, theirs) => {
    const { view, type, show, writeFile, settleFile, host } = await open(path)
    const paste = (insert: string) => view.dispatch({ changes: { from: 0, insert }, userEvent: 'input.paste' })
    const told = () => writeFile.mock.lastCall?.[0].pasted
    host.failNext('writeFile', fault('DISK_FULL'))
    paste(theirs)
    await vi.advanceTimersByTimeAsync(700)
    expect(told()).toEqual([theirs])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(writeFile, 'again with the text').toHaveBeenCalledTimes(2)
    expect(told()).toEqual([theirs])
    type('X', 3)
    await vi.advanceTimersByTimeAsync(700)
    expect(told()).toEqual([])
    await show(path === FERRY ? CROSSING : FERRY)
    expect(settleFile).toHaveBeenCalledExactlyOnceWith(path, [`${theirs.slice(0, 3)}X${theirs.slice(3)}`], [])
  })

  it('does not report a paste that was undone before the save', async () => {
    const { view, writeFile } = await open()
    view.dispatch({ changes: { from: 0, insert: 'From elsewhere. ' }, userEvent: 'input.paste' })
    undo(view)
    await vi.advanceTimersByTimeAsync(700)
    expect(writeFile.mock.lastCall?.[0].pasted).toEqual([])
  })

  it('happens when the window loses the focus', async () => {
    const { type, view, onDisk, original, settleFile } = await open()
    view.focus()
    type('One more.')
    view.contentDOM.blur()
    await vi.advanceTimersByTimeAsync(0)
    expect(await onDisk(FERRY)).toBe(`${original.text}One more.`)
    expect(settleFile, 'the writer may only have looked at the panel').not.toHaveBeenCalled()
  })

  it('removes the DOM selection, so that keys pressed elsewhere cannot change the text', async () => {
    const { view, original } = await open()
    view.focus()
    view.dispatch({ selection: { anchor: 0, head: original.text.length } })
    getSelection()?.selectAllChildren(view.contentDOM)
    view.contentDOM.blur()
    expect(getSelection()?.rangeCount).toBe(0)
    expect(view.state.selection.main.to, 'the view keeps its own').toBe(original.text.length)
  })

  it('is complete when leave() resolves', async () => {
    const { type, manuscripts, onDisk, original } = await open()
    type('One more.')
    await manuscripts.leave()
    expect(await onDisk(FERRY)).toBe(`${original.text}One more.`)
  })

  it('that fails keeps the text, shows the reason, and keeps the window open', async () => {
    const { type, manuscripts, host, text, original, status, onDisk } = await open()
    host.failNext('writeFile', fault('DISK_FULL'))
    type('One more.')
    await expect(manuscripts.leave()).rejects.toMatchObject({ code: 'DISK_FULL' })
    await tick()
    expect(text()).toBe(`${original.text}One more.`)
    expect(status()?.save).toBe('failed')
    expect(screen.getByText(/Not saved: The disk is full/)).toBeTruthy()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await onDisk(FERRY)).toBe(`${original.text}One more.`)
    expect(status()?.save).toBe('saved')
  })

  it('is retried for a file that is no longer in view', async () => {
    const { type, host, show, onDisk, original } = await open()
    host.failNext('writeFile', fault('WRITE_DENIED'))
    type('One more.')
    await show(CROSSING)
    expect(await onDisk(FERRY)).toBe(original.text)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await onDisk(FERRY)).toBe(`${original.text}One more.`)
  })
})

describe('telling the core that a file was left', () => {
  it('is retried with the next leave, and does not keep the window open', async () => {
    const { type, host, manuscripts, settleFile } = await open()
    host.failNext('settleFile', fault('MEMORY_EPISODE_WRITE_FAILED'))
    type('One more.')
    await expect(manuscripts.leave()).resolves.toBeUndefined()
    await manuscripts.leave()
    await manuscripts.leave()
    expect(settleFile).toHaveBeenCalledTimes(2)
  })
})

describe('a manuscript of a project that is no longer open', () => {
  it('is not written any more', async () => {
    const { type, manuscripts, writeFile } = await open()
    manuscripts.stop()
    type('One more.')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(writeFile).not.toHaveBeenCalled()
  })
})

describe('coming back to a file', () => {
  it('restores its undo history', async () => {
    const { type, show, view, text, original } = await open()
    type('One more.')
    await show(CROSSING)
    await show(FERRY)
    expect(text()).toBe(`${original.text}One more.`)
    undo(view)
    expect(text()).toBe(original.text)
  })
})

describe('a change by another program', () => {
  it('replaces a text without unsaved edits, as one undo step, and is not saved back', async () => {
    const { view, writeOutside, text, original, writeFile, status } = await open(CROSSING)
    const caret = original.text.indexOf('她坐下了')
    view.dispatch({ selection: { anchor: caret } })
    await writeOutside(original.text.replace('钟声', '远处的钟声'))
    expect(text()).toBe(original.text.replace('钟声', '远处的钟声'))
    expect(text().slice(view.state.selection.main.head)).toMatch(/^她坐下了/)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(writeFile).not.toHaveBeenCalled()
    expect(status()?.save).toBe('saved')
    expect(screen.getByText(/its text is shown now/)).toBeTruthy()
    undo(view)
    expect(text()).toBe(original.text)
  })

  it('is not undone on the disk without the writer’s decision', async () => {
    const { view, writeOutside, text, original, onDisk, status } = await open(CROSSING)
    const theirs = original.text.replace('钟声', '远处的钟声')
    await writeOutside(theirs)
    undo(view)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(text()).toBe(original.text)
    expect(await onDisk(CROSSING)).toBe(theirs)
    expect(status()?.save).toBe('conflict')
    screen.getByRole('button', { name: 'Keep mine' }).click()
    await vi.advanceTimersByTimeAsync(0)
    expect(await onDisk(CROSSING)).toBe(original.text)
  })

  it('does not restore old text when the read started before a save and ended after it', async () => {
    const { host, type, view, text, original } = await open()
    const { readFile, mergeFile } = host
    host.mergeFile = async (request) => {
      const merged = await mergeFile(request)
      await new Promise((resolve) => setTimeout(resolve, 100))
      return merged
    }
    host.emitFileChange({ path: FERRY })
    await vi.advanceTimersByTimeAsync(10)
    view.focus()
    type('New.')
    view.contentDOM.blur()
    await vi.advanceTimersByTimeAsync(300)
    expect(text()).toBe(`${original.text}New.`)
    expect((await readFile(FERRY)).text).toBe(`${original.text}New.`)
  })

  it('is found when the file is shown again', async () => {
    const { show, writeOutside, text, original } = await open()
    await show(CROSSING)
    await writeOutside(`${original.text}Theirs.`)
    await show(FERRY)
    expect(text()).toBe(`${original.text}Theirs.`)
  })

  it('is merged without sending the text while nothing is unsaved', async () => {
    const { show, type, host, text, writeOutside, original } = await open()
    const mergeFile = vi.spyOn(host, 'mergeFile')
    await show(CROSSING)
    await show(FERRY)
    expect(mergeFile).toHaveBeenLastCalledWith(expect.objectContaining({ path: FERRY, text: null }))
    await writeOutside(`Theirs.${original.text}`)
    await vi.advanceTimersByTimeAsync(0)
    expect(mergeFile).toHaveBeenLastCalledWith(expect.objectContaining({ text: null }))
    expect(text()).toBe(`Theirs.${original.text}`)
    type('Mine.')
    await writeOutside(`Theirs again. ${original.text}`)
    await vi.advanceTimersByTimeAsync(0)
    expect(mergeFile).toHaveBeenLastCalledWith(expect.objectContaining({ text: `Theirs.${original.text}Mine.` }))
  })

  it('is ignored if the editor itself wrote the file', async () => {
    const { type, host, view, text, original } = await open()
    type('One more.')
    await vi.advanceTimersByTimeAsync(1_000)
    host.emitFileChange({ path: FERRY })
    await vi.advanceTimersByTimeAsync(0)
    undo(view)
    expect(text(), 'no second step of undo came in between').toBe(original.text)
  })

  describe('that deleted the file', () => {
    async function gone(prepare: (desk: Awaited<ReturnType<typeof open>>) => void = () => {}) {
      const desk = await open()
      prepare(desk)
      desk.host.world.documents = desk.host.world.documents.filter(({ path }) => path !== FERRY)
      desk.host.emitFileChange({ path: FERRY })
      await vi.advanceTimersByTimeAsync(60_000)
      return desk
    }

    it('keeps the text and writes it again on request', async () => {
      const { status, onDisk, original, text } = await gone(({ type }) => type('Mine.'))
      expect(status()?.save).toBe('conflict')
      expect(text()).toBe(`${original.text}Mine.`)
      screen.getByRole('button', { name: 'Write it again' }).click()
      await vi.advanceTimersByTimeAsync(0)
      expect(await onDisk(FERRY)).toBe(`${original.text}Mine.`)
      expect(status()?.save).toBe('saved')
    })

    it('keeps the window open only for unsaved text', async () => {
      const { manuscripts, type, status } = await gone()
      expect(status()?.save).toBe('gone')
      await expect(manuscripts.leave()).resolves.toBeUndefined()
      type('Mine.')
      await expect(manuscripts.leave()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    it('keeps the text when another file is shown meanwhile', async () => {
      const { show, text, original } = await gone(({ type }) => type('Mine.'))
      await show(CROSSING)
      await show(FERRY)
      expect(text()).toBe(`${original.text}Mine.`)
      expect(screen.getByRole('button', { name: 'Write it again' })).toBeTruthy()
    })

    it('needs no decision once the file is back', async () => {
      const { host, original, status } = await gone()
      host.world.documents.push({ ...original })
      host.emitFileChange({ path: FERRY })
      await vi.advanceTimersByTimeAsync(0)
      expect(status()?.save).toBe('saved')
    })
  })

  describe('under unsaved text', () => {
    it.each([
      [FERRY, 'Theirs. ', 'Mine.'],
      [CROSSING, '别人的话。', '我的话。'],
    ])('is merged with it as one undo step, saved, and reported: %s', async (path, theirs, mine) => {
      const { type, writeOutside, text, view, original, onDisk, status } = await open(path)
      type(mine)
      view.dispatch({ selection: { anchor: original.text.length + 2 } })
      await writeOutside(theirs + original.text)
      await tick()
      expect(text()).toBe(theirs + original.text + mine)
      expect(text().slice(view.state.selection.main.head), 'the caret stays in its word').toBe(mine.slice(2))
      expect(screen.getByText(/Merged what another program changed/)).toBeTruthy()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await onDisk(path)).toBe(theirs + original.text + mine)
      expect(status()?.save).toBe('saved')
      undo(view)
      expect(text()).toBe(original.text + mine)
      // The text of the other program is not removed from the file without the writer's decision.
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await onDisk(path)).toBe(theirs + original.text + mine)
      expect(status()?.save).toBe('conflict')
      redo(view)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(text()).toBe(theirs + original.text + mine)
      expect(status()?.save, 'with it back there is no question').toBe('saved')
    })

    it('is merged if the save discovers it', async () => {
      const { type, text, original, onDisk, host } = await open()
      const file = host.world.documents.find((each) => each.path === FERRY)
      Object.assign(file ?? {}, { text: `Theirs. ${original.text}`, hash: 'outside' })
      type('Mine.')
      await vi.advanceTimersByTimeAsync(2_000)
      expect(text()).toBe(`Theirs. ${original.text}Mine.`)
      expect(await onDisk(FERRY)).toBe(`Theirs. ${original.text}Mine.`)
    })

    it('waits for the end of a composition', async () => {
      const { type, text, view, original, onDisk, host } = await open(CROSSING)
      type('我的。')
      view.contentDOM.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
      const file = host.world.documents.find((each) => each.path === CROSSING)
      Object.assign(file ?? {}, { text: `别人的。${original.text}`, hash: 'outside' })
      host.emitFileChange({ path: CROSSING })
      await vi.advanceTimersByTimeAsync(60_000)
      expect(text()).toBe(`${original.text}我的。`)
      view.contentDOM.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
      await vi.advanceTimersByTimeAsync(2_000)
      expect(text()).toBe(`别人的。${original.text}我的。`)
      expect(await onDisk(CROSSING)).toBe(`别人的。${original.text}我的。`)
    })

    it('waits until an open offer is decided, or the file is left', async () => {
      for (const leave of [false, true]) {
        const { text, view, original, host, writeOutside, type, manuscripts, onDisk, unmount } = await open()
        const from = text().indexOf('Wen ran')
        view.focus()
        view.dispatch({ selection: { anchor: from, head: from + 'Wen ran very quickly down the steps'.length } })
        const press = (key: string) => view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 13, bubbles: true, cancelable: true }))
        type('Mine.')
        view.dispatch({ selection: { anchor: from, head: from + 'Wen ran very quickly down the steps'.length } })
        skillCommands[0].run(view)
        await vi.advanceTimersByTimeAsync(0)
        await writeOutside(`Theirs. ${original.text}`)
        await vi.advanceTimersByTimeAsync(5_000)
        expect(text()).toBe(`${original.text}Mine.`)
        if (leave) await manuscripts.leave()
        else press('Escape')
        await vi.advanceTimersByTimeAsync(2_000)
        expect(text()).toBe(`Theirs. ${original.text}Mine.`)
        expect(await onDisk(FERRY)).toBe(`Theirs. ${original.text}Mine.`)
        unmount()
        host.world.documents.forEach((each) => each.path === FERRY && Object.assign(each, original))
      }
    })

    async function conflict(choice?: string) {
      const desk = await open(CROSSING)
      const at = desk.original.text.indexOf('钟声')
      desk.view.dispatch({ changes: { from: at, to: at + 2, insert: '汽笛' }, userEvent: 'input.type' })
      await desk.writeOutside(desk.original.text.replace('钟声', '鼓点'))
      await tick()
      if (choice) screen.getByRole('button', { name: choice }).click()
      await vi.advanceTimersByTimeAsync(2_000)
      return { ...desk, both: desk.original.text.replace('钟声', '汽笛鼓点') }
    }

    it('keeps both versions where the same words were changed, and shows the conflict', async () => {
      const { text, both, onDisk, view, status } = await conflict()
      expect(text()).toBe(both)
      expect(await onDisk(CROSSING), 'nothing is held back until she answers').toBe(both)
      expect(status()?.conflicts).toBe(1)
      expect(view.dom.querySelector('.conflict-mine')?.textContent).toBe('汽笛')
      expect(view.dom.querySelector('.conflict-theirs')?.textContent).toBe('鼓点')
      expect(screen.getByRole('group', { name: 'Two versions, place 1 of 1' })).toBeTruthy()
      screen.getByRole('button', { name: 'Go to the first' }).click()
      expect(view.state.selection.main.head).toBe(both.indexOf('汽笛'))
    })

    it.each([
      ['Mine: keep your words (Alt+1)', '汽笛'],
      ['Theirs: keep the words of the other program (Alt+2)', '鼓点'],
      ['Both: keep the one and the other (Alt+3)', '汽笛鼓点'],
    ])('keeps the chosen version, and undo restores the conflict with its mark: %s', async (button, left) => {
      const { text, original, both, onDisk, view, status } = await conflict(button)
      expect(text()).toBe(original.text.replace('钟声', left))
      expect(await onDisk(CROSSING)).toBe(text())
      expect(status()?.conflicts).toBe(0)
      undo(view)
      expect(text()).toBe(both)
      expect(conflictsIn(view.state)).toHaveLength(1)
    })

    it('is decided by a key at the caret, and its marks follow later edits', async () => {
      const { text, view, both, original } = await conflict()
      view.dispatch({ changes: { from: 0, insert: '前。' }, userEvent: 'input.type' })
      const press = (key: string) =>
        view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true }))
      view.dispatch({ selection: { anchor: 0 } })
      press('1')
      expect(text(), 'the caret is elsewhere').toBe(`前。${both}`)
      press('0')
      press('2')
      expect(text()).toBe(`前。${original.text.replace('钟声', '鼓点')}`)
    })
  })

  describe('that cannot be merged', () => {
    async function asked() {
      const desk = await open()
      desk.type('Mine.')
      desk.host.failNext('mergeFile', fault('FILE_CHANGED'))
      await desk.writeOutside(`Theirs. ${desk.original.text}`)
      await tick()
      return desk
    }

    it('changes neither text, shows the conflict and keeps the window open', async () => {
      const { text, original, onDisk, status, manuscripts } = await asked()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(text()).toBe(`${original.text}Mine.`)
      expect(await onDisk(FERRY)).toBe(`Theirs. ${original.text}`)
      expect(status()?.save).toBe('conflict')
      expect(screen.getByText(/Another program changed this file/)).toBeTruthy()
      await expect(manuscripts.leave()).rejects.toMatchObject({ code: 'FILE_CHANGED', details: { path: FERRY } })
    })

    it('keeps mine on request', async () => {
      const { onDisk, original, status } = await asked()
      screen.getByRole('button', { name: 'Keep mine' }).click()
      await vi.advanceTimersByTimeAsync(0)
      expect(await onDisk(FERRY)).toBe(`${original.text}Mine.`)
      expect(status()?.save).toBe('saved')
    })

    it('takes theirs on request, and undo restores mine', async () => {
      const { text, view, original, status } = await asked()
      screen.getByRole('button', { name: 'Take theirs' }).click()
      await vi.advanceTimersByTimeAsync(0)
      expect(text()).toBe(`Theirs. ${original.text}`)
      expect(status()?.save).toBe('saved')
      undo(view)
      expect(text()).toBe(`${original.text}Mine.`)
    })
  })

  it('that renames the file keeps its text and undo history', async () => {
    const { type, text, view, original, onDisk, host, manuscripts } = await open()
    type('Mine.')
    await host.onFileMoved(({ from, to }) => manuscripts.moved(from, to))
    host.moveFile({ from: 'Part One', to: 'Part 1' })
    const moved = FERRY.replace('Part One', 'Part 1')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(view.contentDOM.getAttribute('aria-label')).toBe(`Manuscript ${moved}`)
    expect(await onDisk(moved)).toBe(`${original.text}Mine.`)
    undo(view)
    expect(text()).toBe(original.text)
  })
})

describe('the status', () => {
  it('has a new count shortly after the last key', async () => {
    const { type, status } = await open(CROSSING)
    await vi.advanceTimersByTimeAsync(1_000)
    const before = status()?.length?.words ?? 0
    type('雨停了。It was over.')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(status()?.length?.words).toBe(before + 6)
  })
})

describe('the editor', () => {
  it('has a name for a screen reader in the language of the interface, and the language of the text', async () => {
    const { view } = await open(CROSSING)
    expect(view.contentDOM.getAttribute('aria-label')).toBe(`Manuscript ${CROSSING}`)
    expect(view.contentDOM.lang).toBe('zh-Hans')
    expect(view.contentDOM.getAttribute('spellcheck')).toBe('false')
    locale.set('zh')
    await tick()
    expect(view.contentDOM.getAttribute('aria-label')).toBe(`文稿 ${CROSSING}`)
  })

  it('shows that a choice is not in the journal yet, and keeps the take', async () => {
    const { host, view, text, recordEpisode } = await open()
    const from = text().indexOf('Wen ran')
    view.focus()
    view.dispatch({ selection: { anchor: from, head: from + 'Wen ran very quickly down the steps'.length } })
    const press = (key: string) => view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 13, bubbles: true, cancelable: true }))
    skillCommands[0].run(view)
    await vi.advanceTimersByTimeAsync(0)
    host.failNext('recordEpisode', fault('MEMORY_EPISODE_WRITE_FAILED'))
    press('Enter')
    await vi.advanceTimersByTimeAsync(0)
    expect(text()).toContain('Wen ran quickly down')
    expect(screen.getByText(/could not be remembered/)).toBeTruthy()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(screen.queryByText(/could not be remembered/)).toBeNull()
    expect(recordEpisode).toHaveBeenCalledTimes(2)
    expect(host.world.episodes[0]).toMatchObject({ chapterId: FERRY, signal: 'DIRECT_ACCEPT' })
  })
})

describe('a version', () => {
  it('replaces the text in one undo step, after the text was stored as a version', async () => {
    const { host, view, manuscripts, original, type } = await open()
    const manuscript = await manuscripts.open(FERRY)
    type(' Edited 改.')
    await manuscript.replace('Then 当时.\n')
    expect(view.state.doc.toString()).toBe('Then 当时.\n')
    expect(host.world.versions[FERRY]?.at(-1)?.text).toBe(`${original.text} Edited 改.`)
    undo(view)
    expect(view.state.doc.toString()).toBe(`${original.text} Edited 改.`)
  })

  it('leaves the text unchanged if its version cannot be stored', async () => {
    const { host, view, manuscripts, original } = await open()
    host.failNext('keepVersion', fault('DISK_FULL'))
    await expect((await manuscripts.open(FERRY)).replace('Then.')).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(view.state.doc.toString()).toBe(original.text)
  })
})

describe('undo after a restart', () => {
  it('stops at the start of the session before it continues', async () => {
    const first = await open()
    first.type(' 一。')
    await first.manuscripts.leave()
    first.unmount()
    const { view, original, status } = await open(FERRY, first.host)
    undoToLine(view)
    await vi.advanceTimersByTimeAsync(0)
    expect(status()?.undoStop).not.toBeNull()
    expect(screen.getByText(/^This session began here/)).toBeTruthy()
    undoToLine(view)
    expect(`${view.state.doc.toString()} 一。`).toBe(original.text)
  })

  it('is stored some seconds after the last key', async () => {
    const { host, type } = await open()
    type('!')
    await vi.advanceTimersByTimeAsync(6_000)
    expect(host.world.undo[FERRY]?.hash).toBe(host.world.documents.find(({ path }) => path === FERRY)?.hash)
  })
})

describe('a character missing in the encoding of the file', () => {
  it('keeps the text and is saved as UTF-8 on request', async () => {
    const { host, type, writeFile } = await open()
    for (let time = 0; time < 2; time++) writeFile.mockRejectedValueOnce(fault('FILE_ENCODING', '', { encoding: 'Big5' }))
    type('🌧')
    await vi.advanceTimersByTimeAsync(1_000)
    screen.getByRole('button', { name: 'Save as UTF-8 from now on' }).click()
    await vi.advanceTimersByTimeAsync(100)
    expect(writeFile.mock.lastCall?.[0].asUtf8).toBe(true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(host.world.documents.find(({ path }) => path === FERRY)?.text).toContain('🌧')
    type('.')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(writeFile.mock.lastCall?.[0].asUtf8).toBe(false)
  })
})
