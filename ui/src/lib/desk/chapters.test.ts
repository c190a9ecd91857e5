import { undo, undoDepth } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeHost, fault } from '$lib/fake/fakeHost'
import { sampleWorld } from '$lib/fake/sample'
import { locale } from '$lib/i18n'
import { Desk } from './desk.svelte'

const TIDE = { path: 'Tide/One.md', first: 'Wen waits.\n', second: 'The boat comes.\n', other: 'Tide/One 2.md', last: 'Tide/Two.md', language: 'en' as const, draft: 'draft' }
const FERRY = { path: '渡口/一.md', first: '阿文等船。\n', second: '船来了。\n', other: '渡口/一 2.md', last: '渡口/二.md', language: 'zh' as const, draft: '草稿' }

type Chapter = typeof TIDE | typeof FERRY

async function start({ path, first, second, last }: Chapter) {
  const world = sampleWorld()
  world.documents = [
    { path, text: `${first}\n${second}`, hash: 'whole' },
    { path: last, text: 'End.\n', hash: 'last' },
  ]
  if (world.project) world.project.files = []
  world.workspace = { ...world.workspace, open: [], current: null, targets: {}, bookTarget: null }
  const host = fakeHost({ world })
  const entry = { bytes: 1, length: { words: 5, letters: 20, characters: 25 }, copyOf: null, isNote: false, status: null, synopsis: null }
  world.project?.files.push({ ...entry, path }, { ...entry, path: last })
  const desk = new Desk(host)
  await desk.listen()
  await desk.start()
  await desk.openFile(path)
  const text = (path: string) => world.documents.find((each) => each.path === path)?.text
  return { desk, host, text }
}

/** Lets a view act on the manuscript on the page. */
function onPage(desk: Desk, act: (view: EditorView) => void) {
  const view = new EditorView()
  desk.pages.current?.show(view)
  act(view)
  desk.pages.current?.hide()
  view.destroy()
}

const shown = (desk: Desk) => [desk.pages.current?.path, desk.pages.current?.state.doc.toString()]

afterEach(() => locale.set('en'))

describe.each<Chapter>([TIDE, FERRY])('a chapter ($language)', (chapter) => {
  const { path, first, second, other, last, language } = chapter

  it('is split at the caret, typed text included, and the notice undoes it', async () => {
    const { desk, text } = await start(chapter)
    locale.set(language)
    onPage(desk, (view) => view.dispatch({ changes: { from: 0, insert: '“' }, userEvent: 'input.type' }))
    desk.pages.current?.jumpTo(first.length + 4)
    await desk.chapters.split()
    expect(shown(desk)).toEqual([other, second])
    expect([text(path), text(other)]).toEqual([`“${first}`, second])
    expect(desk.pages.openFiles.tabs).toEqual([path, other])
    expect(desk.notices.sentence).toContain(other.slice(other.indexOf('/') + 1, -3))

    desk.notices.act()
    await vi.waitFor(() => expect(shown(desk)).toEqual([path, `“${first}\n${second}`]))
    expect([text(path), text(other)]).toEqual([`“${first}\n${second}`, undefined])
    expect(desk.pages.openFiles.tabs).toEqual([path])
  })

  it('has nothing to undo after a split, so that no text is doubled', async () => {
    const { desk, text } = await start(chapter)
    onPage(desk, (view) => view.dispatch({ changes: { from: 0, insert: 'x' }, userEvent: 'input.type' }))
    desk.pages.current?.jumpTo(first.length + 4)
    await desk.chapters.split()
    for (const each of [other, path]) {
      await desk.openFile(each)
      onPage(desk, (view) => {
        expect(undoDepth(view.state)).toBe(0)
        undo(view)
      })
      await desk.pages.save()
    }
    expect([text(path), text(other)]).toEqual([`x${first}`, second])
  })

  it('is not split where no text is before the caret', async () => {
    const { desk, text } = await start(chapter)
    locale.set(language)
    desk.pages.current?.jumpTo(0)
    await desk.chapters.split()
    expect(shown(desk)).toEqual([path, `${first}\n${second}`])
    expect(text(other)).toBeUndefined()
    expect(desk.notices.sentence).toMatch(language === 'en' ? /caret/u : /光标/u)
  })

  it('takes in the next chapter, and the notice undoes it', async () => {
    const { desk, text } = await start(chapter)
    await desk.openFile(last)
    await desk.openFile(path)
    await desk.chapters.mergeNext(path)
    expect(shown(desk)).toEqual([path, `${first}\n${second}\nEnd.\n`])
    expect([text(last), desk.pages.openFiles.tabs]).toEqual([undefined, [path]])
    desk.notices.act()
    await vi.waitFor(() => expect(shown(desk)).toEqual([path, `${first}\n${second}`]))
    expect(text(last)).toBe('End.\n')
  })

  it('stays as it is if it cannot be saved', async () => {
    const { desk, host, text } = await start(chapter)
    onPage(desk, (view) => view.dispatch({ changes: { from: 0, insert: 'x' }, userEvent: 'input.type' }))
    desk.pages.current?.jumpTo(first.length + 4)
    const split = vi.spyOn(host, 'splitFile')
    host.writeFile = () => Promise.reject(fault('DISK_FULL'))
    await desk.chapters.split()
    expect(split).not.toHaveBeenCalled()
    expect(shown(desk)).toEqual([path, `x${first}\n${second}`])
    expect(text(path)).toBe(`${first}\n${second}`)
  })

  it('has a status, which is an edit where it is open and a replacement where it is not', async () => {
    const { desk, text } = await start(chapter)
    locale.set(language)
    const { draft } = chapter
    await desk.chapters.setStatus(path, draft)
    expect(text(path)).toBe(`---\nstatus: ${draft}\n---\n\n${first}\n${second}`)
    onPage(desk, (view) => undo(view))
    await desk.pages.save()
    expect(text(path)).toBe(`${first}\n${second}`)

    await desk.chapters.setStatus(last, draft)
    expect(text(last)).toBe(`---\nstatus: ${draft}\n---\n\nEnd.\n`)
    expect(desk.files.listed.find((file) => file.path === last)?.status).toBe(draft)
    await desk.chapters.setStatus(last, null)
    expect(text(last)).toBe('End.\n')
  })
})

it('a target for the book is kept for the next start', async () => {
  const { desk, host } = await start(TIDE)
  await desk.aim('book', 90_000)
  await desk.close()
  const next = new Desk(host)
  await next.start()
  expect(next.session.bookTarget).toBe(90_000)
  await next.aim('book', undefined)
  await next.close()
  expect(host.world.workspace.bookTarget).toBeNull()
})
