import { undoDepth } from '@codemirror/commands'
import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { skillCommands } from '$lib/candidates'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeHost, fault, type FakeHost } from '$lib/fake/fakeHost'
import { sampleWorld } from '$lib/fake/sample'
import type { World } from '$lib/fake/world'
import type { EditorStatus } from '$lib/editor'
import type { Length, ProjectView, Workspace } from '$lib/host'
import { locale } from '$lib/i18n'
import { NO_LENGTH } from '$lib/text/length'
import { Desk } from './desk.svelte'
import { IDLE } from './idle'

async function start(change: (world: World) => void = () => {}) {
  const world = sampleWorld()
  change(world)
  const host = fakeHost({ world })
  const desk = new Desk(host)
  await desk.listen()
  await desk.start()
  return { desk, host }
}

const FERRY = 'Part One/03 The ferry.md'

/** A workspace in which the desk was left at a file. */
const standing = (path: string, caret = 0): Workspace => ({
  open: [{ path, anchor: caret, head: caret, top: 0 }],
  current: path,
  folded: [],
  filesShown: true,
  panelShown: true,
  targets: {},
  bookTarget: null,
  days: [],
})

/** Types at the end of the manuscript on the page. */
function type(desk: Desk, insert: string) {
  const view = new EditorView()
  desk.pages.current?.show(view)
  view.dispatch({ changes: { from: view.state.doc.length, insert }, userEvent: 'input.type' })
  desk.pages.current?.hide()
  view.destroy()
}

/** Returns a promise and a function that resolves it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

/** The length of so many words of four letters and one sign. */
const lengthOfWords = (words: number): Length => ({ words, letters: 4 * words, characters: 5 * words })

/** The part of a status that counts the writer's own text. */
const written = (words: number, pasted = 0): Partial<EditorStatus> => ({
  length: lengthOfWords(words),
  overview: {
    counts: { words, han: 0, letters: 0, characters: 0, solid: 0, sentences: 0, paragraphs: 0 },
    selected: null,
    written: lengthOfWords(words),
    pasted: lengthOfWords(pasted),
    headings: [],
    starts: [],
    heading: -1,
  },
})

const status = (given: Partial<EditorStatus>): EditorStatus => ({
  path: 'Part One/03 The ferry.md',
  save: 'saved',
  fault: null,
  takenOver: false,
  recovered: null,
  undoStop: null,
  merged: false,
  conflicts: 0,
  length: lengthOfWords(100),
  selected: NO_LENGTH,
  overview: null,
  ...given,
})

describe('an idle writer', () => {
  afterEach(() => void vi.useRealTimers())

  it('makes the desk learn from new episodes', async () => {
    const { desk, host } = await start()
    vi.useFakeTimers()
    const distill = vi.spyOn(host, 'distill')
    type(desk, 'Mine.')
    await vi.advanceTimersByTimeAsync(IDLE - 1)
    expect(distill).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(distill).toHaveBeenCalledExactlyOnceWith('idle')
  })

  /** Opens a desk with `pending` episodes waiting, on a fake clock. */
  async function quiet(pending: number) {
    vi.useFakeTimers()
    const { desk, host } = await start((world) => (world.learning.pending = pending))
    return { desk, host, distill: vi.spyOn(host, 'distill') }
  }

  it('makes the desk learn from episodes that waited when the project was opened', async () => {
    const { distill } = await quiet(3)
    await vi.advanceTimersByTimeAsync(IDLE - 1)
    expect(distill).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(distill).toHaveBeenCalledExactlyOnceWith('idle')
    await vi.advanceTimersByTimeAsync(3 * IDLE)
    expect(distill).toHaveBeenCalledOnce()
  })

  it('makes the desk learn in the next project too', async () => {
    const { desk, host, distill } = await quiet(0)
    host.world.learning.pending = 1
    await desk.open('/home/writer/渡口')
    await vi.advanceTimersByTimeAsync(IDLE)
    expect(distill).toHaveBeenCalledExactlyOnceWith('idle')
  })

  it('makes the desk learn from a refusal or an import, which change no text, and from no other event', async () => {
    const { host, distill } = await quiet(0)
    host.emitMemoryChange({ rules: true, files: true })
    await vi.advanceTimersByTimeAsync(2 * IDLE)
    expect(distill, 'nothing waits').not.toHaveBeenCalled()
    host.emitMemoryChange({ episodes: true })
    await vi.advanceTimersByTimeAsync(IDLE - 1)
    host.emitMemoryChange({ episodes: true })
    await vi.advanceTimersByTimeAsync(IDLE - 1)
    expect(distill, 'she is at work').not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(distill).toHaveBeenCalledExactlyOnceWith('idle')
  })
})

describe('the start', () => {
  it('opens the last open file', async () => {
    const { desk } = await start((world) => (world.workspace = standing('Part Two/05 渡口.md')))
    expect(desk.pages.current?.path).toBe('Part Two/05 渡口.md')
    expect(desk.started).toBe(true)
  })

  it('opens the first file if the last open file is gone', async () => {
    const { desk } = await start((world) => (world.workspace = standing('gone.md')))
    expect(desk.pages.current?.path).toBe('Part One/01 Low tide.md')
  })

  it('waits for a folder in the first session', async () => {
    const { desk } = await start((world) => {
      world.project = null
      world.settings.recentProjects = []
    })
    expect(desk.started).toBe(true)
    expect(desk.project).toBeNull()
    expect(desk.notices.sentence).toBeNull()
  })

  it('reports that the last folder cannot be reached, and offers it again', async () => {
    const world = sampleWorld()
    world.project = null
    const host = fakeHost({ world })
    host.failNext('currentProject', fault('PROJECT_UNAVAILABLE', '', { path: '/media/usb/Novel' }))
    const desk = new Desk(host)
    await desk.start()
    expect(desk.project).toBeNull()
    expect(desk.preferences.settings.recentProjects[0]).toBe('/home/writer/The Salt Road')
    expect(desk.notices.sentence).toContain('/media/usb/Novel')
  })

  it('shows the notices of the project in the language of the interface', async () => {
    const { desk } = await start((world) =>
      world.project?.notices.push({ kind: 'index_rebuilt', path: 'memory/index', count: 1, message: 'For the log.' }),
    )
    expect(desk.notices.sentence).toMatch(/^The index/)
    locale.set('zh')
    expect(desk.notices.sentence).toMatch(/^索引/)
  })
})

describe('the workspace', () => {
  it('is restored at the next start, with the caret where it was', async () => {
    const { desk } = await start((world) => (world.workspace = standing(FERRY, 7)))
    expect(desk.pages.current?.state.selection.main.head).toBe(7)
    expect(desk.pages.current?.place).toEqual({ anchor: 7, head: 7, top: 0, offer: null })
  })

  it('gives way to a file named on the command line', async () => {
    const { desk } = await start((world) => Object.assign(world.project ?? {}, { first: 'Notes/Cast.md' }))
    expect(desk.pages.current?.path).toBe('Notes/Cast.md')
    expect(desk.pages.openFiles.tabs).toEqual([FERRY, 'Notes/Cast.md'])
  })

  it('is restored with the caret inside a text that got shorter, and without files that are gone', async () => {
    const { desk } = await start((world) => {
      const left = standing(FERRY, 1_000_000)
      world.workspace = { ...left, open: [...left.open, { path: '没有.md', anchor: 0, head: 0, top: 0 }], folded: ['Notes'] }
    })
    expect(desk.pages.current?.place.head).toBe(desk.pages.current?.state.doc.length)
    expect([desk.pages.openFiles.tabs, desk.files.folded]).toEqual([[FERRY], ['Notes']])
  })

  it('closes file by file, back to the file before, and saves each first', async () => {
    const { desk, host } = await start()
    await desk.openFile('Notes/Cast.md')
    type(desk, 'Mine.')
    host.failNext('writeFile', fault('DISK_FULL'))
    await desk.pages.close()
    expect(desk.pages.current?.path, 'what cannot be saved stays').toBe('Notes/Cast.md')
    await desk.pages.close()
    expect((await host.readFile('Notes/Cast.md')).text).toMatch(/Mine\.$/)
    expect([desk.pages.current?.path, desk.pages.openFiles.tabs]).toEqual([FERRY, [FERRY]])
    await desk.pages.close()
    expect(desk.pages.current).toBeNull()
  })

  it('keeps only the caret and the undo history of a closed file', async () => {
    const { desk, host } = await start()
    await desk.openFile('Notes/Cast.md')
    const page = desk.pages.current
    type(desk, 'Mine.')
    page?.goTo({ anchor: 3, head: 3, top: 0 })
    await desk.pages.close()
    const read = vi.spyOn(host, 'readFile')
    await desk.openFile('Notes/Cast.md')
    expect(read, 'it is read anew').toHaveBeenCalledWith('Notes/Cast.md')
    expect(desk.pages.current).not.toBe(page)
    expect(desk.pages.current?.place.head).toBe(3)
    expect(desk.pages.current && undoDepth(desk.pages.current.state)).toBe(1)
    expect(desk.pages.current?.state.doc.toString()).toMatch(/Mine\.$/)
  })

  it('keeps a file open if text is typed while it is being closed', async () => {
    const { desk, host } = await start()
    await desk.openFile('Notes/Cast.md')
    const page = desk.pages.current
    if (!page) throw new Error('nothing is on the page')
    const leave = page.leave.bind(page)
    vi.spyOn(page, 'leave').mockImplementation(async () => {
      await leave()
      type(desk, 'Late.')
    })
    await desk.pages.close()
    await desk.openFile('Notes/Cast.md')
    expect(desk.pages.current).toBe(page)
    await desk.pages.save()
    expect((await host.readFile('Notes/Cast.md')).text).toMatch(/Late\.$/)
  })

  it('does not change a closed file when a replacement is taken back', async () => {
    const { desk } = await start()
    const page = desk.pages.current
    const back = page?.replaceIn(page.state.doc, { from: 0, insert: 'Mine. ' })
    await desk.pages.close()
    expect(back?.()).toBe(false)
  })

  it('is stored with its project', async () => {
    const { desk, host } = await start()
    await desk.openFile('Notes/Cast.md')
    const kept = vi.spyOn(host, 'keepWorkspace')
    await desk.open('/home/writer/渡口')
    expect(kept).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ current: 'Notes/Cast.md' }))
  })

  it('follows a second start of the desk to its file', async () => {
    const { desk, host } = await start()
    host.emitOpen({ folder: '/home/writer/The Salt Road', file: 'Notes/Cast.md' })
    await expect.poll(() => desk.pages.current?.path).toBe('Notes/Cast.md')
    host.emitOpen({ folder: '/home/writer/Other', file: FERRY })
    await expect.poll(() => desk.project?.name).toBe('Other')
    await expect.poll(() => desk.pages.current?.path).toBe(FERRY)
  })
})

describe('with suggestions and learning off', () => {
  it('a manuscript has no offers, and no episode is recorded when she leaves it', async () => {
    const { desk, host } = await start((world) => (world.settings.ai = false))
    const [offer, record] = [vi.spyOn(host, 'offer'), vi.spyOn(host, 'recordEpisode')]
    const view = new EditorView({ parent: document.body })
    desk.pages.current?.show(view)
    const ask = () => {
      view.dispatch({ selection: { anchor: 0, head: 20 } })
      skillCommands[0].run(view)
    }
    ask()
    expect(offer).not.toHaveBeenCalled()
    await desk.preferences.change({ ai: true })
    desk.assist()
    ask()
    expect(offer).toHaveBeenCalledOnce()
    await desk.preferences.change({ ai: false })
    desk.assist()
    await desk.pages.current?.leave()
    expect(record).not.toHaveBeenCalled()
    desk.pages.current?.hide()
    view.destroy()
  })
})

describe('the page', () => {
  it('keeps its file when another cannot be read', async () => {
    const { desk, host } = await start()
    host.failNext('readFile', fault('FILE_NOT_UTF8', '', { path: 'Notes/Cast.md' }))
    await desk.openFile('Notes/Cast.md')
    expect(desk.pages.current?.path).toBe('Part One/03 The ferry.md')
    expect(desk.notices.sentence).toContain('Notes/Cast.md')
  })

  it('is stored for the next start', async () => {
    const { desk, host } = await start()
    await desk.openFile('Notes/Cast.md')
    await host.close()
    expect(host.world.workspace.current).toBe('Notes/Cast.md')
    expect(host.world.workspace.open.map(({ path }) => path)).toEqual([FERRY, 'Notes/Cast.md'])
  })

  it('stays when the writer cancels the folder picker', async () => {
    const { desk } = await start((world) => (world.picks = null))
    await desk.pick()
    expect(desk.project?.name).toBe('The Salt Road')
    expect(desk.pages.current?.path).toBe('Part One/03 The ferry.md')
  })

  it('shows the file requested last, whichever file is read last', async () => {
    const { desk, host } = await start()
    const { readFile } = host
    const slow = gate()
    host.readFile = async (path) => {
      if (path === 'Notes/Cast.md') await slow.opened
      return readFile(path)
    }
    const first = desk.openFile('Notes/Cast.md')
    await desk.openFile('Part Two/05 渡口.md')
    slow.open()
    await first
    expect(desk.pages.current?.path).toBe('Part Two/05 渡口.md')
    expect(desk.pages.openFiles.tabs).toEqual([FERRY, 'Part Two/05 渡口.md'])
  })

  it('shows a file with unsaved text again although the file is gone from the disk', async () => {
    const { desk, host } = await start()
    type(desk, 'Unsaved.')
    host.world.documents = host.world.documents.filter(({ path }) => path !== FERRY)
    if (host.world.project) host.world.project.files = host.world.project.files.filter(({ path }) => path !== FERRY)
    host.emitFileChange({ path: FERRY })
    await expect.poll(() => desk.pages.failing).toEqual([FERRY])
    await desk.openFile('Notes/Cast.md')
    expect(desk.files.listed.map(({ path }) => path)).toContain(FERRY)
    await desk.openFile(FERRY)
    expect(desk.pages.current?.state.doc.toString()).toMatch(/Unsaved\.$/)
  })
})

it('redraws no list for a key', async () => {
  const { desk } = await start()
  const before = [desk.files.listed, desk.pages.failing]
  desk.follow(status({ path: FERRY, save: 'unsaved' }))
  desk.follow(status({ path: FERRY, save: 'saving' }))
  expect([desk.files.listed, desk.pages.failing].every((list, at) => list === before[at])).toBe(true)
  desk.follow(status({ path: FERRY, save: 'failed' }))
  expect(desk.pages.failing).toEqual([FERRY])
})

describe('the memory of a project', () => {
  it('moves to another folder after the unsaved text on the page is saved', async () => {
    const { desk, host } = await start()
    type(desk, 'Mine.')
    await desk.moveMemory('资料/记忆')
    expect(desk.project?.memoryRoot).toBe('资料/记忆')
    expect(desk.pages.current?.path).toBe(FERRY)
    expect((await host.readFile(FERRY)).text).toMatch(/Mine\.$/)
    expect(desk.isMemory('资料/记忆/MEMORY.md')).toBe(true)
    await expect.poll(() => desk.memory.files.all.value?.some(({ path }) => path === '资料/记忆/MEMORY.md')).toBe(true)
  })

  it('stays where it is when it cannot be moved, and the page stays open', async () => {
    const { desk } = await start()
    await desk.moveMemory('../elsewhere')
    expect(desk.project?.memoryRoot).toBe('memory')
    expect(desk.pages.current?.path).toBe(FERRY)
    expect(desk.notices.sentence).not.toBeNull()
  })
})

it('forgets a deleted file that had no unsaved text', async () => {
  const { desk, host } = await start()
  await desk.openFile('Notes/Cast.md')
  host.world.documents = host.world.documents.filter(({ path }) => path !== FERRY)
  if (host.world.project) host.world.project.files = host.world.project.files.filter(({ path }) => path !== FERRY)
  host.emitFileChange({ path: FERRY })
  await expect.poll(() => desk.files.all.value?.length).toBe(6)
  await desk.openFile(FERRY)
  await expect.poll(() => desk.pages.status?.save).toBe('gone')
  expect(desk.files.listed).toHaveLength(6)
  expect(desk.pages.failing).toEqual([])
})

describe('a memory file', () => {
  const MEMORY = 'memory/MEMORY.md'

  it('is saved and followed through the commands for memory files, and is no material to learn from', async () => {
    const { desk, host } = await start()
    const [write, settle, record] = (['writeFile', 'settleFile', 'recordEpisode'] as const).map((name) => vi.spyOn(host, name))
    const [save, follow] = (['writeMemoryFile', 'settleMemoryFile'] as const).map((name) => vi.spyOn(host, name))
    await desk.openFile(MEMORY)
    expect([desk.pages.current?.path, desk.pages.current?.isMemory]).toEqual([MEMORY, true])
    type(desk, '\n- Mine. 我的。\n')
    const gain = desk.session.gain
    await desk.pages.current?.save()
    expect(save).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ path: MEMORY, pasted: [] }))
    expect(follow, 'not while she is at it').not.toHaveBeenCalled()
    await desk.pages.current?.leave()
    expect(follow).toHaveBeenCalledExactlyOnceWith(MEMORY)
    for (const spy of [write, settle, record]) expect(spy).not.toHaveBeenCalled()
    expect(desk.session.gain, 'no words of a manuscript').toBe(gain)
    await host.close()
    expect(host.world.workspace.current, 'the desk opens on a manuscript').toBe(FERRY)
  })

  it('is settled as soon as the text loses the focus', async () => {
    const { desk, host } = await start()
    const follow = vi.spyOn(host, 'settleMemoryFile')
    await desk.openFile(MEMORY)
    const view = new EditorView({ parent: document.body })
    desk.pages.current?.show(view)
    view.focus()
    view.dispatch({ changes: { from: view.state.doc.length, insert: '- 新的一行\n' }, userEvent: 'input.type' })
    view.contentDOM.blur()
    await vi.waitFor(() => expect(follow).toHaveBeenCalledExactlyOnceWith(MEMORY))
    desk.pages.current?.hide()
    view.destroy()
  })

  it('has no offers and records no paste', async () => {
    const { desk, host } = await start()
    const offer = vi.spyOn(host, 'offer')
    const save = vi.spyOn(host, 'writeMemoryFile')
    await desk.openFile(MEMORY)
    const view = new EditorView({ parent: document.body })
    desk.pages.current?.show(view)
    view.dispatch({ changes: { from: 0, insert: '从别处来的一行。Pasted. ' }, userEvent: 'input.paste' })
    view.dispatch({ selection: { anchor: 0, head: 10 } })
    skillCommands[0].run(view)
    await desk.pages.current?.leave()
    expect(offer).not.toHaveBeenCalled()
    expect(save).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ pasted: [] }))
    desk.pages.current?.hide()
    view.destroy()
  })

  it('does not overwrite changes of another program or of the desk', async () => {
    const { desk, host } = await start()
    await desk.openFile(MEMORY)
    type(desk, '- Mine.\n')
    const file = host.world.documents.find(({ path }) => path === MEMORY)
    Object.assign(file ?? {}, { text: 'Theirs. 别人的。', hash: 'theirs' })
    await expect(desk.pages.current?.save()).rejects.toMatchObject({ code: 'FILE_CHANGED' })
    expect(file?.text).toBe('Theirs. 别人的。')
    expect(desk.pages.status?.save).toBe('conflict')
    expect(desk.pages.failing).toEqual([MEMORY])
    expect(desk.files.listed.map(({ path }) => path), 'no manuscript').not.toContain(MEMORY)
  })

  it('shows changes in it, and so does the panel', async () => {
    const { desk, host } = await start()
    await desk.openFile(MEMORY)
    const files = vi.spyOn(host, 'memoryFiles')
    const manuscripts = vi.spyOn(host, 'listFiles')
    const file = host.world.documents.find(({ path }) => path === MEMORY)
    Object.assign(file ?? {}, { text: '# 记忆\n\n- 新\n', hash: 'newer' })
    host.emitFileChange({ path: MEMORY })
    await vi.waitFor(() => expect(desk.pages.current?.state.doc.toString()).toBe('# 记忆\n\n- 新\n'))
    await vi.waitFor(() => expect(files).toHaveBeenCalledOnce())
    expect(manuscripts).not.toHaveBeenCalled()
  })
})

describe('another folder', () => {
  it('is not opened while text of this project cannot be saved', async () => {
    const { desk, host } = await start((world) => (world.picks = '/home/writer/Other'))
    host.failNext('writeFile', fault('DISK_FULL'))
    type(desk, 'Mine.')
    await desk.pick()
    expect(desk.project?.name).toBe('The Salt Road')
    expect(desk.pages.current?.path).toBe(FERRY)
    await desk.pick()
    expect(desk.project?.name).toBe('Other')
    expect((await host.readFile(FERRY)).text).toMatch(/Mine\.$/)
  })

  it('is opened after the page is out of view', async () => {
    const { desk, host } = await start()
    const { openProject } = host
    const slow = gate()
    host.openProject = async (path) => {
      await slow.opened
      return openProject(path)
    }
    const opening = desk.open('/home/writer/渡口')
    await desk.openFile('Notes/Cast.md')
    expect(desk.pages.current).toBeNull()
    slow.open()
    await opening
    expect(desk.pages.current).not.toBeNull()
  })

  it('shows a file that she chooses from its list before its memory is read', async () => {
    const { desk, host } = await start()
    const { listRules } = host
    const slow = gate()
    host.listRules = async (...request) => {
      await slow.opened
      return listRules(...request)
    }
    const opening = desk.open('/home/writer/渡口')
    await vi.waitFor(() => expect(desk.pages.current).not.toBeNull())
    const paths = desk.files.listed.map(({ path }) => path)
    const chosen = paths.find((path) => path !== desk.pages.current?.path) ?? ''
    await desk.openFile(chosen)
    expect(desk.pages.current?.path).toBe(chosen)
    slow.open()
    await opening
    expect(desk.pages.current?.path).toBe(chosen)
  })

  it('leaves the page with its text if it cannot be opened', async () => {
    const { desk, host } = await start()
    const { current } = desk.pages
    host.failNext('openProject', fault('PROJECT_UNAVAILABLE'))
    await desk.open('/media/usb/Novel')
    expect(desk.pages.current).toBe(current)
    expect(desk.notices.sentence).toMatch(/cannot be reached/)
  })

  it('has a memory and a list of its own', async () => {
    const { desk, host } = await start()
    const { memory, files } = desk
    host.failNext('listRules', fault('MEMORY_INDEX_UNAVAILABLE'))
    await desk.open('/home/writer/渡口')
    expect(desk.memory).not.toBe(memory)
    expect(desk.memory.rules.all.value).toBeUndefined()
    expect(desk.files.all).not.toBe(files)
  })
})

it.each([
  ['project-salt-road', true],
  ['another-project', false],
])('shows the progress of a distillation in %s: %s', async (projectId, running) => {
  const { desk, host } = await start()
  const step = { runId: 'run', trigger: 'batch', stage: 'clustered', progress: 0.3, message: null, errorCode: null } as const
  host.emitProgress({ ...step, projectId })
  expect(desk.memory.learning.running).toBe(running)
})

it('lists the files at most twice, however many of them change at once', async () => {
  const { desk, host } = await start()
  const listFiles = vi.spyOn(host, 'listFiles')
  for (let at = 0; at < 300; at += 1) host.emitFileChange({ path: `${at}.md` })
  await desk.files.all.load()
  expect(listFiles).toHaveBeenCalledTimes(2)
})

describe('a renamed file', () => {
  const CAST = 'Notes/Cast.md'

  it.each([
    ['by the list', (desk: Desk) => desk.files.rename('Part One', '第一部')],
    ['by another program', async (_: Desk, host: FakeHost) => host.moveFile({ from: 'Part One', to: '第一部' })],
  ])('keeps its tab, position, folding, counts and unsaved text when renamed %s', async (_, rename) => {
    const { desk, host } = await start((world) => {
      world.workspace = { ...standing(FERRY, 5), open: [CAST, FERRY].map((path) => ({ path, anchor: 5, head: 5, top: 0 })), folded: ['Part One', 'Notes'] }
    })
    desk.follow(status(written(100)))
    desk.session.aimAt(FERRY, 800)
    type(desk, 'Mine.')
    const { current } = desk.pages
    await rename(desk, host)
    const moved = '第一部/03 The ferry.md'
    expect([desk.pages.current, desk.pages.current?.path]).toEqual([current, moved])
    expect(desk.pages.openFiles.tabs).toEqual([CAST, moved])
    expect(desk.files.folded).toEqual(['第一部', 'Notes'])
    expect(desk.pages.status?.path).toBe(moved)
    expect(desk.session.targets(moved).file).toBe(800)
    desk.follow(status({ path: moved, ...written(130) }))
    expect(desk.session.gain).toBe(30)
    await desk.close()
    expect((await host.readFile(moved)).text).toMatch(/Mine\.$/)
    expect(host.world.workspace).toMatchObject({ current: moved, folded: ['第一部', 'Notes'] })
  })

  it('journals later keystrokes under its new name', async () => {
    const { desk, host } = await start()
    const journal = vi.spyOn(host, 'journalKeystrokes')
    type(desk, 'Mine.')
    await desk.files.rename(FERRY, 'Ferry.md')
    type(desk, 'More.')
    await desk.pages.save()
    expect(journal.mock.calls.map(([{ path }]) => path)).toEqual([FERRY, 'Ferry.md'])
  })
})

describe('the order of chapters', () => {
  it('that another program breaks or mends is told of at once', async () => {
    const { desk, host } = await start()
    const change = async (notices: ProjectView['notices']) => {
      if (host.world.project) host.world.project = { ...host.world.project, notices }
      host.emitFileChange({ path: 'manuscripts.toml' })
      await new Promise((resolve) => setTimeout(resolve))
    }
    const broken = { kind: 'order_unusable', path: 'manuscripts.toml', count: 1, message: 'For the log.' } as const
    for (const notices of [[broken], [broken]]) {
      await change(notices)
      expect([desk.notices.sentence, desk.notices.waiting]).toEqual([expect.stringMatching(/^The order of the chapters/), 0])
    }
    locale.set('zh')
    expect(desk.notices.sentence).toMatch(/各章的次序无法读取/)
    await change([])
    expect(desk.notices.sentence).toBeNull()
  })

  const paths = (desk: Desk) => desk.files.listed.map(({ path }) => path).filter((path) => path.startsWith('Part One/'))

  it('changes in the list, changes no name, and is taken back past several moves by one notice', async () => {
    const { desk } = await start()
    const before = paths(desk)
    const [first = '', second = '', third = ''] = before
    await desk.files.order(third, { beside: second, after: false }, { beside: second, after: true })
    expect(paths(desk).slice(0, 3)).toEqual([first, third, second])
    await desk.files.order(third, { beside: first, after: false }, { beside: first, after: true })
    expect(paths(desk).slice(0, 3)).toEqual([third, first, second])
    expect(desk.notices.waiting).toBe(0)
    desk.notices.act()
    await vi.waitFor(() => expect(paths(desk)).toEqual(before))
  })

  it('stays if it cannot be written, and the reason is told', async () => {
    const { desk, host } = await start()
    const before = paths(desk)
    host.failNext('orderFile', fault('ORDER_UNUSABLE', 'broken', { path: '/p/manuscripts.toml' }))
    await desk.files.order(before[1] ?? '', { beside: before[0] ?? '', after: false }, null)
    expect(paths(desk)).toEqual(before)
    expect(desk.notices.sentence).toContain('/p/manuscripts.toml')
  })

  it('is followed from chapter to chapter, up to the ends of the book', async () => {
    const { desk } = await start()
    const all = desk.files.listed.map(({ path }) => path)
    await desk.openFile(all[0] ?? '')
    await desk.files.turn(all[0] ?? '', -1)
    expect([desk.pages.current?.path, desk.notices.sentence]).toEqual([all[0], 'This is the first chapter.'])
    await desk.files.turn(all[0] ?? '', 1)
    expect(desk.pages.current?.path).toBe(all[1])
    await desk.files.turn(all.at(-1) ?? '', 1)
    expect(desk.notices.sentence).toBe('This is the last chapter.')
  })
})

describe('a deleted file', () => {
  it('gives way to the file visited before, and is restored by the action of its notice', async () => {
    const { desk, host } = await start()
    await desk.openFile('Notes/Cast.md')
    await desk.files.remove('Notes/Cast.md')
    expect([desk.pages.current?.path, desk.pages.openFiles.tabs]).toEqual([FERRY, [FERRY]])
    await expect(host.readFile('Notes/Cast.md')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    desk.notices.act()
    await vi.waitFor(() => expect(desk.pages.current?.path).toBe('Notes/Cast.md'))
  })

  it('stays if its text cannot be saved', async () => {
    const { desk, host } = await start()
    host.writeFile = () => Promise.reject(fault('DISK_FULL'))
    const remove = vi.spyOn(host, 'removeFile')
    type(desk, 'Mine.')
    await desk.files.remove(FERRY)
    expect(remove).not.toHaveBeenCalled()
    expect(desk.pages.current?.state.doc.toString()).toMatch(/Mine\.$/)
  })
})

describe('the session', () => {
  it('counts the gain over all files, from the first count of each file', async () => {
    const { desk } = await start()
    desk.follow(status(written(100)))
    desk.follow(status(written(130)))
    desk.follow(status({ path: 'Notes/Cast.md', ...written(50) }))
    desk.follow(status({ path: 'Notes/Cast.md', ...written(40) }))
    expect(desk.session.gain).toBe(20)
    expect(desk.session.gained, 'what is deleted in one file takes nothing from the others').toBe(30)
    expect(desk.session.gainedToday).toBe(30)
  })

  it('has a target for each file, one for the session and one for the day', async () => {
    const { desk } = await start()
    await desk.aim('file', 800)
    await desk.aim('day', 500)
    expect(desk.session.targets(FERRY)).toMatchObject({ file: 800, day: 500 })
    expect(desk.session.targets('b.md')).toMatchObject({ file: undefined, day: 500 })
    await desk.aim('day', undefined)
    expect(desk.session.targets(FERRY).day).toBeUndefined()
  })

  it('keeps the gain of a file whose text went to another file', async () => {
    const { desk } = await start()
    desk.follow(status(written(100)))
    desk.follow(status(written(130, 5)))
    desk.session.keepGain(FERRY)
    desk.follow(status(written(60)))
    expect(desk.session.gained).toBe(30)
    desk.follow(status(written(65)))
    expect(desk.session.gained).toBe(35)
    desk.session.keepGain('New.md')
    desk.follow(status({ path: 'New.md', ...written(70) }))
    expect(desk.session.gained).toBe(35)
  })

  it('stores the targets and the gain of the day for the next start', async () => {
    const { desk, host } = await start()
    await desk.aim('file', 800)
    await desk.aim('session', 300)
    desk.follow(status(written(100)))
    desk.follow(status(written(130)))
    await desk.close()
    const next = new Desk(host)
    await next.start()
    expect(next.session.targets(FERRY)).toEqual({ file: 800, session: 300, day: undefined })
    expect([next.session.gained, next.session.gainedToday]).toEqual([0, 30])
    await next.aim('file', undefined)
    await next.close()
    expect(host.world.workspace.targets).toEqual({})
  })

  it('starts a new day if the stored day has another date', async () => {
    const { desk } = await start((world) => (world.workspace.days = [{ date: '2020-01-01', typed: lengthOfWords(900), total: lengthOfWords(950) }]))
    expect(desk.session.gainedToday).toBe(0)
    desk.follow(status(written(10)))
    desk.follow(status(written(12)))
    expect(desk.session.days.map((day) => desk.session.counted(day)), 'the earlier day is kept').toEqual([900, 2])
  })

  it('is counted as the writer chose, at once and for each day', async () => {
    const { desk } = await start()
    desk.follow(status(written(100)))
    desk.follow(status(written(110, 40)))
    for (const [counting, expected] of [['characters', 50], ['letters', 40], ['words', 10]] as const) {
      await desk.preferences.change({ writing: { ...desk.preferences.settings.writing, counting } })
      expect([desk.session.gain, desk.session.gained, desk.session.gainedToday], counting).toEqual([expected, expected, expected])
    }
  })

  it('stores today beside the days before, also past midnight', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 23, 50) })
    try {
      const { desk, host } = await start()
      desk.follow(status(written(100)))
      desk.follow(status(written(130)))
      vi.setSystemTime(new Date(2026, 10, 23, 0, 10))
      desk.follow(status(written(131)))
      desk.follow(status(written(151)))
      await desk.close()
      expect(host.world.workspace.days.map(({ date, typed }) => [date, typed.words])).toEqual([['2026-11-22', 30], ['2026-11-23', 21]])
    } finally {
      vi.useRealTimers()
    }
  })

  it('counts pasted text as soon as the setting is on', async () => {
    const { desk } = await start()
    desk.follow(status(written(100)))
    desk.follow(status(written(110, 40)))
    expect(desk.session.gained).toBe(10)
    await desk.preferences.change({ writing: { ...desk.preferences.settings.writing, countPasted: true } })
    expect(desk.session.gained).toBe(50)
  })

  it('does not treat a file without a count as empty', async () => {
    const { desk } = await start()
    desk.follow(status({ length: null }))
    desk.follow(status(written(100)))
    expect(desk.session.gain).toBe(0)
  })
})

it('shows the length of a file in the list once it is saved', async () => {
  const { desk } = await start()
  const listed = () => desk.files.all.value?.find(({ path }) => path === 'Part One/03 The ferry.md')?.length?.words
  const before = listed()
  desk.follow(status({ save: 'unsaved', length: lengthOfWords(7) }))
  expect(listed()).toBe(before)
  desk.follow(status({ save: 'saved', length: lengthOfWords(7) }))
  expect(listed()).toBe(7)
})

describe('closing the window', () => {
  afterEach(() => void vi.useRealTimers())

  it('waits for the text to be saved', async () => {
    const { desk, host } = await start()
    type(desk, 'Last words.')
    await host.close()
    expect((await host.readFile(FERRY)).text).toMatch(/Last words\.$/)
  })

  it.each([
    ['en', /^Not saved: 03 The ferry\. The disk is full.*Close the window again/],
    ['zh', /^未能保存：03 The ferry。磁盘已满.*再次关闭/],
  ] as const)('is refused once while text is unsaved, and names file and reason in %s', async (language, sentence) => {
    const { desk, host } = await start()
    locale.set(language)
    host.writeFile = () => Promise.reject(fault('DISK_FULL'))
    type(desk, 'Mine.')
    await expect(host.close()).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(desk.notices.sentence).toMatch(sentence)
    expect(desk.notices.waiting).toBe(0)
    await expect(host.close()).resolves.toBeUndefined()
  })

  it('by command saves first, and is refused if a save fails', async () => {
    const { desk, host } = await start()
    const end = vi.spyOn(host, 'closeWindow')
    host.failNext('writeFile', fault('DISK_FULL'))
    type(desk, 'Mine.')
    await desk.quit()
    expect(end).not.toHaveBeenCalled()
    await desk.quit()
    expect(end).toHaveBeenCalledOnce()
    expect((await host.readFile(FERRY)).text).toMatch(/Mine\.$/)
  })

  it('is refused again after further typing', async () => {
    const { desk, host } = await start()
    host.writeFile = () => Promise.reject(fault('DISK_FULL'))
    type(desk, 'Mine.')
    await expect(host.close()).rejects.toBeTruthy()
    type(desk, 'More.')
    await expect(host.close()).rejects.toBeTruthy()
  })

  it('succeeds with a disk that does not answer', async () => {
    const { desk, host } = await start()
    vi.useFakeTimers()
    host.writeFile = () => new Promise(() => {})
    type(desk, 'Mine.')
    const refused = expect(host.close()).rejects.toMatchObject({ code: 'IO' })
    await vi.advanceTimersByTimeAsync(5_000)
    await refused
    const closed = expect(host.close()).resolves.toBeUndefined()
    await vi.advanceTimersByTimeAsync(5_000)
    await closed
  })
})

describe('a new manuscript', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['en', 'Part One/Untitled.md', 'Part One/Untitled 2.md'],
    ['zh', 'Part One/无题.md', 'Part One/无题 2.md'],
  ] as const)('gets a free name in the folder of the page, and a file with its first character (%s)', async (language, first, second) => {
    vi.useFakeTimers()
    const { desk, host } = await start((world) => (world.settings.language = language))
    const journal = vi.spyOn(host, 'journalKeystrokes')
    desk.newManuscript()
    expect(desk.pages.current?.path).toBe(first)
    expect(desk.pages.status?.save).toBe('saved')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(host.world.documents.some(({ path }) => path === first)).toBe(false)

    type(desk, '雨')
    await vi.advanceTimersByTimeAsync(200)
    expect(journal).toHaveBeenCalledWith(expect.objectContaining({ path: first, base: '', since: 0, seq: 1, length: 0 }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(host.world.documents.find(({ path }) => path === first)?.text).toBe('雨')
    expect(desk.files.listed.map(({ path }) => path)).toContain(first)
    expect(desk.pages.openFiles.tabs).toContain(first)

    desk.newManuscript()
    expect(desk.pages.current?.path).toBe(second)
  })

  it('that stays empty creates no file', async () => {
    vi.useFakeTimers()
    const { desk, host } = await start()
    const write = vi.spyOn(host, 'writeFile')
    desk.newManuscript()
    const path = desk.pages.current?.path
    type(desk, 'x')
    const view = new EditorView()
    desk.pages.current?.show(view)
    view.dispatch({ changes: { from: 0, to: 1 }, userEvent: 'delete' })
    desk.pages.current?.hide()
    view.destroy()
    await vi.advanceTimersByTimeAsync(10_000)
    await desk.openFile(FERRY)
    expect(write).not.toHaveBeenCalled()
    expect(desk.files.listed.map((file) => file.path)).not.toContain(path)
    desk.newManuscript()
    expect(desk.pages.current?.path).toBe(path)
  })
})

describe('text an earlier session left unsaved', () => {
  afterEach(() => void vi.useRealTimers())

  const LEFT = '渡口。It was typed and not saved.\n'

  it('is restored as one undo step and saved', async () => {
    vi.useFakeTimers()
    const { desk, host } = await start((world) => {
      world.unsaved[FERRY] = { text: LEFT, how: 'typed', conflicts: [], seq: 1 }
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(desk.pages.current?.state.doc.toString()).toBe(LEFT)
    expect(desk.pages.status).toMatchObject({ save: 'unsaved', recovered: 'typed' })
    expect(undoDepth(desk.pages.current?.state as EditorState)).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(host.world.documents.find(({ path }) => path === FERRY)?.text).toBe(LEFT)
    expect(desk.pages.status).toMatchObject({ save: 'saved', recovered: 'typed' })
    type(desk, '!')
    expect(desk.pages.status?.recovered).toBeNull()
  })

  it('is restored also in a file that is not on the page, with a notice', async () => {
    vi.useFakeTimers()
    const other = 'Part Two/05 渡口.md'
    const { desk, host } = await start((world) => {
      world.unsaved[other] = { text: LEFT, how: 'typed', conflicts: [], seq: 1 }
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(host.world.documents.find(({ path }) => path === other)?.text).toBe(LEFT)
    expect(desk.notices.sentence).toContain('05 渡口')
  })

  it('is marked as a conflict where another program changed the same words, until she decides', async () => {
    const { desk } = await start((world) => {
      const conflict = { mineFrom: 0, mineTo: 4, theirsFrom: 4, theirsTo: 8 }
      world.unsaved[FERRY] = { text: `一二三四五六七八${LEFT}`, how: 'merged', conflicts: [conflict], seq: 1 }
    })
    expect(desk.pages.current?.conflicts).toBe(1)
    expect(desk.pages.status?.conflicts).toBe(1)
  })

  it('of a deleted file is saved only after the writer’s decision', async () => {
    vi.useFakeTimers()
    const { desk, host } = await start((world) => {
      world.unsaved['gone.md'] = { text: LEFT, how: 'gone', conflicts: [], seq: 1 }
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(desk.pages.failing).toEqual(['gone.md'])
    await desk.openFile('gone.md')
    expect(desk.pages.status).toMatchObject({ save: 'conflict', fault: { code: 'NOT_FOUND' } })
    await desk.pages.current?.keepMine()
    expect(host.world.documents.find(({ path }) => path === 'gone.md')?.text).toBe(LEFT)
  })

  it('is requested once, however often the file is opened', async () => {
    const { host } = await start((world) => {
      world.unsaved[FERRY] = { text: LEFT, how: 'typed', conflicts: [], seq: 1 }
    })
    const recover = vi.spyOn(host, 'recoverUnsaved')
    host.world.unsaved[FERRY] = { text: LEFT, how: 'typed', conflicts: [], seq: 1 }
    const again = new Desk(host)
    await again.start()
    expect(recover).toHaveBeenCalledExactlyOnceWith(FERRY)
    expect(again.pages.current?.state.doc.toString()).toBe(LEFT)
  })
})

describe('a crash journal that cannot be written', () => {
  afterEach(() => void vi.useRealTimers())

  it('is reported once, and the text is saved', async () => {
    vi.useFakeTimers()
    const { desk, host } = await start()
    vi.spyOn(host, 'journalKeystrokes').mockRejectedValue(fault('DISK_FULL'))
    const tell = vi.spyOn(desk.notices, 'tell')
    for (const key of ['a', 'b', 'c']) {
      type(desk, key)
      await vi.advanceTimersByTimeAsync(300)
    }
    expect(tell).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(desk.pages.status?.save).toBe('saved')
  })
})
