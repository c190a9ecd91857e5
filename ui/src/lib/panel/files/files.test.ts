import { render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Notices } from '$lib/notices/notices.svelte'
import type { RestoredFile } from '$lib/host'
import { fakeHost, fault, type FakeHost } from '$lib/fake/fakeHost'
import { sampleWorld } from '$lib/fake/sample'
import { inOrder } from '$lib/fake/sampleMemory'
import { locale } from '$lib/i18n'
import { Memory } from '../memory.svelte'
import Panel from '../Panel.svelte'

async function open(prepare: (host: FakeHost) => void = () => {}) {
  const host = fakeHost({ world: sampleWorld() })
  prepare(host)
  const notices = new Notices()
  const memory = new Memory(host, notices)
  await host.onMemoryChanged((change) => void memory.refresh(change))
  const onEdit = vi.fn()
  render(Panel, { memory, root: '/home/writer/The Salt Road', onEdit })
  await memory.load()
  const user = userEvent.setup()
  await user.click(tab(/Files|文件/))
  return { host, memory, notices, user, onEdit }
}

const tab = (name: RegExp) => screen.getByRole('tab', { name })
const text = (selector: string) => Array.from(document.querySelectorAll(selector), (each) => each.textContent.replace(/\s+/gu, ' ').trim())
const row = (path: string) => {
  const found = document.querySelector<HTMLElement>(`[data-path="${path}"]`)
  if (!found) throw new Error(`no row of ${path}`)
  return found
}
const press = (label: RegExp | string, scope: HTMLElement = document.body) => within(scope).getByText(label)

async function read(path = 'memory/MEMORY.md', prepare?: (host: FakeHost) => void) {
  const opened = await open(prepare)
  await opened.user.click(row(path))
  await screen.findByText(/Open in the editor|在编辑器中打开/)
  await vi.waitFor(() => expect(document.querySelector('.document')).not.toBeNull())
  return opened
}

async function history(prepare?: (host: FakeHost) => void) {
  const opened = await read('memory/MEMORY.md', prepare)
  await opened.user.click(press('History'))
  await screen.findByText('You confirmed a rule')
  return opened
}

/** Returns the entry of a run in the history. */
const entry = (run: string) => {
  const found = document.querySelector(`[data-run="${run}"]`)?.closest('li')
  if (!found) throw new Error(`no entry of ${run}`)
  return found
}

describe('the memory files', () => {
  it.each([
    ['en', ['Lasting memory', 'Day by day', 'Archive', 'Records of the desk', 'Tidying up'], 'changed today by the desk', 'yesterday by you', '3 changes wait for your word'],
    ['zh', ['长久的记忆', '每日笔记', '归档', '札记自己的记录', '整理'], '今天由札记改动', '昨天由你改动', '3 处改动等你决定'],
  ] as const)('are listed by group in %s, each with its last author and its pending proposals', async (language, groups, desk, writer, waits) => {
    locale.set(language)
    await open()
    expect(text('section > h3')).toEqual(groups)
    expect(row('memory/MEMORY.md').textContent).toContain(desk)
    expect(row('memory/MEMORY.md').textContent).toContain(waits)
    const yesterday = new Date()
    yesterday.setDate(yesterday.getDate() - 1)
    yesterday.setHours(9, 40, 0, 0)
    expect(row(`memory/${yesterday.toISOString().slice(0, 10)}.md`).textContent).toContain(writer)
  })

  it('do not name an author while it is unknown', async () => {
    await open(({ world }) => world.memoryFiles.forEach((file) => (file.changedBy = null)))
    expect(row('memory/MEMORY.md').textContent).toMatch(/changed today\s/u)
    expect(row('memory/MEMORY.md').textContent).not.toMatch(/by the desk|by you/u)
  })

  it('show the latest days first and the others on request', async () => {
    const { user } = await open()
    const days = () => text('#files-daily ~ ul .name')
    expect(days()).toHaveLength(5)
    await user.click(press('Show 2 more files'))
    expect(days()).toHaveLength(7)
    expect(days()).toEqual([...days()].sort().reverse())
  })

  it('name their folder while there are none', async () => {
    await open(({ world }) => Object.assign(world, { memoryFiles: [], proposals: [], upkeep: inOrder }))
    expect(press('No memory yet.')).toBeTruthy()
    expect(tab(/^Files$/), 'without a count').toBeTruthy()
  })

  it('show why they cannot be listed, and can be loaded again', async () => {
    const { user } = await open((host) => host.failNext('memoryFiles', fault('IO', '', { path: 'memory' })))
    expect(press(/The disk did not answer/)).toBeTruthy()
    await user.click(press('Try again'))
    expect(await screen.findByText('INSIGHTS.md')).toBeTruthy()
  })

  it('that are only records of the desk do not count as memory', async () => {
    await open(({ world }) => (world.memoryFiles = world.memoryFiles.filter(({ path }) => path.endsWith('.jsonl'))))
    expect(press('No memory yet.')).toBeTruthy()
    expect(text('section[aria-labelledby^="files-"] > h3')).toEqual(['Records of the desk'])
  })

  it('can be opened and closed in the panel', async () => {
    const { user } = await read()
    expect(document.activeElement?.textContent).toMatch(/All files/u)
    expect(press('渡口一章里不出现“河”的名字。')).toBeTruthy()
    await user.click(press('All files'))
    expect(document.activeElement).toBe(row('memory/MEMORY.md'))
  })

  it.each([
    ['en', 'Open in the editor'],
    ['zh', '在编辑器中打开'],
  ] as const)('can be opened in the editor in %s', async (language, words) => {
    locale.set(language)
    const { user, onEdit } = await read()
    expect(screen.getByRole('heading', { name: 'MEMORY.md' })).toBeTruthy()
    await user.click(press(words))
    expect(onEdit).toHaveBeenCalledExactlyOnceWith('memory/MEMORY.md')
  })

  it.each([
    ['en', /^Show \d+ files?$/u],
    ['zh', /^查看 \d+ 个文件$/u],
  ] as const)('list the records of the desk in %s on request', async (language, words) => {
    locale.set(language)
    const { user } = await open()
    expect(text('#files-records ~ ul .name')).toEqual([])
    await user.click(press(words))
    expect(text('#files-records ~ ul .name').length).toBeGreaterThan(0)
  })

  it('follow a change made elsewhere', async () => {
    const { host } = await read()
    const document = host.world.documents.find(({ path }) => path === 'memory/MEMORY.md')
    if (document) document.text += '\n- Written in another program\n'
    host.emitMemoryChange({ files: true })
    expect(await screen.findByText('Written in another program')).toBeTruthy()
  })

  it('of many lines show some hundred lines and the rest on request', async () => {
    const { user } = await read('memory/MEMORY.md', ({ world }) => {
      const document = world.documents.find(({ path }) => path === 'memory/MEMORY.md')
      if (document) document.text = Array.from({ length: 700 }, (_, index) => `- 第 ${index} 条`).join('\n')
    })
    expect(document.querySelectorAll('.document > p')).toHaveLength(300)
    await user.click(press('Show 400 more lines'))
    await user.click(press('Show 100 more lines'))
    expect(document.querySelectorAll('.document > p')).toHaveLength(700)
  })

  it('that are empty show a note', async () => {
    await read('memory/MEMORY.md', ({ world }) => {
      for (const document of world.documents) if (document.path === 'memory/MEMORY.md') document.text = ''
    })
    expect(press('This file is empty.')).toBeTruthy()
  })
})

describe('why a line is there', () => {
  const why = (line: RegExp) => screen.getByRole('button', { name: line })

  it('has a small mark on lines of the desk, and no annotation is shown raw', async () => {
    await read()
    const document_ = document.querySelector('.document')
    expect(document_?.textContent).not.toMatch(/<!--|item-|rule-/u)
    expect(document_?.querySelectorAll('.noted')).toHaveLength(6)
    expect(press('check chapter one'), 'her own remark stays').toBeTruthy()
  })

  it.each([
    ['en', /Why is this line here\? There are four/, /Noted from the conversation “The awning”, .* 20:41–21:14, 14 messages\./],
    ['zh', /这一行从哪里来？There are four/, /记自对话「The awning」，.*20:41–21:14，14 条消息。/],
  ] as const)('names in %s the conversation it comes from', async (language, name, said) => {
    locale.set(language)
    const { user } = await read()
    await user.click(why(name))
    expect(await screen.findByText(said)).toBeTruthy()
    expect(why(name).getAttribute('aria-expanded')).toBe('true')
    await user.click(why(name))
    expect(screen.queryByText(said)).toBeNull()
  })

  it('shows when the line changed and which lines were merged into it', async () => {
    const { user } = await read()
    await user.click(why(/阿文提的灯/))
    expect(await screen.findByText(/^Here since .*, last changed today\.$/)).toBeTruthy()
    expect(press('1 line that said the same is part of it.')).toBeTruthy()
  })

  it('of a rule counts its evidence and leads to its card', async () => {
    const { memory, user } = await read()
    await user.click(why(/Action scenes/))
    expect(await screen.findByText('A rule: 35 for, 4 against.')).toBeTruthy()
    expect(press('It came with “Updated preferences”, today.')).toBeTruthy()
    memory.rules.reach = 'project'
    await user.click(press('Open the rule'))
    expect(tab(/Rules/).getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => document.activeElement?.getAttribute('data-rule')).toBe('rule-short-action')
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true')
    expect(memory.rules.reach).toBe('all')
  })

  it('leads to the change that wrote the line', async () => {
    const { host, memory, user } = await read()
    await user.click(why(/There are four/))
    await user.click(await screen.findByText('Show the change'))
    await expect.poll(() => document.activeElement?.getAttribute('data-run')).toBe('run-talk')
    // Only once: a later change of the file must not move the focus.
    tab(/Files/).focus()
    host.emitMemoryChange({ files: true })
    await memory.files.load()
    expect(document.activeElement).toBe(tab(/Files/))
  })

  it.each([
    [{}, 'Yours. You have changed what the desk wrote here, so it leaves the line alone.'],
    [{ owner: 'item' }, 'Noted from a conversation that is not known here; it may have been on another machine.'],
    [{ owner: 'rule', rule: 'rule-gone' }, 'It was a rule and is none any more.'],
  ] as const)('is stated as unknown where little is known: %j', async (given, said) => {
    const { user } = await read('memory/MEMORY.md', ({ world }) => {
      const nothing = { owner: 'writer', rule: null, run: null, conversation: null, since: null, updated: null, merged: 0 } as const
      world.origins = { 'item-5a1c0e77d2b4': { ...nothing, ...given } }
    })
    await user.click(why(/There are four/))
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.queryByText('Show the change')).toBeNull()
  })

  it('can be loaded again after a failure', async () => {
    const { user } = await read('memory/MEMORY.md', (host) => host.failNext('lineOrigin', fault('MEMORY_INDEX_UNAVAILABLE')))
    await user.click(why(/There are four/))
    expect(await screen.findByText(/The index cannot be read/)).toBeTruthy()
    await user.click(press('Try again'))
    expect(await screen.findByText(/The awning/)).toBeTruthy()
  })
})

describe('the history of a file', () => {
  it('lists its changes, newest first, with the added and removed lines', async () => {
    await history()
    expect(text('[data-run]')).toEqual(['You confirmed a rule', 'Updated preferences', 'Took over your edit of a file', 'A conversation became memory', 'Updated preferences'])
    const lines = Array.from(entry('run-talk').querySelectorAll('ul > li'), (line) => [line.className.split(' ')[0], line.querySelector('.words')?.textContent])
    expect(lines).toEqual([
      ['same', 'What is so'],
      ['removed', 'There are three under the awning'],
      ['added', 'There are four under the awning, and one of them is asleep'],
      ['added', '阿文提的灯是母亲留下的，第三章以前不点亮'],
    ])
    expect(within(entry('run-talk')).getAllByText(/^added:/u), 'said, not only drawn').toHaveLength(2)
    expect(within(entry('run-5')).getByText('the words are the same, only the note of the desk behind them changed')).toBeTruthy()
    expect(entry('run-1').textContent).toMatch(/new.*is not kept here\./su)
    expect(within(entry('run-1')).queryByText('Take back')).toBeNull()
  })

  it('shows a note if it is empty', async () => {
    const { user } = await read('memory/INSIGHTS.md')
    await user.click(press('History'))
    expect(await screen.findByText('The desk has not changed this file.')).toBeTruthy()
  })

  it('shows the beginning of a long change, the rest on request, and the number of lines left off', async () => {
    const { user } = await history(({ world }) => {
      const told = world.stories['MEMORY.md']?.[0]
      if (told) Object.assign(told, { lines: Array.from({ length: 60 }, (_, index) => ({ mark: 'added', text: `- ${index}` })), leftOff: 40 })
    })
    const shown = () => entry('run-5').querySelectorAll('ul > li').length
    expect(shown()).toBe(12)
    await user.click(press('Show all 60 lines'))
    expect(shown()).toBe(60)
    expect(press('and 40 more lines')).toBeTruthy()
    await user.click(press('Show less'))
    expect(shown()).toBe(12)
  })

  it('takes one change of this file back, after showing the effect', async () => {
    const { host, user } = await history()
    const restore = vi.spyOn(host, 'restoreRun')
    await user.click(press('Take back', entry('run-talk')))
    const asked = screen.getByRole('group', { name: /^Take back: A conversation became memory/ })
    expect(within(asked).getByText('What this did to MEMORY.md is undone.')).toBeTruthy()
    expect(document.activeElement).toBe(asked)
    expect(restore.mock.calls.map(([request]) => request.dryRun)).toEqual([true])

    await user.click(press('Take it back'))
    const line = await screen.findByText(/^Taken back\./)
    expect(document.activeElement).toBe(line)
    expect(restore).toHaveBeenLastCalledWith({ runId: 'run-talk', paths: ['MEMORY.md'], merge: false, dryRun: false })
    expect(await screen.findByText('You took a change back')).toBeTruthy()
  })

  it('is unchanged on Escape, and the focus is restored', async () => {
    const { host, user } = await history()
    const restore = vi.spyOn(host, 'restoreRun')
    await user.click(press('Take back', entry('run-talk')))
    await screen.findByText('Take it back')
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(escape)
    expect(escape.defaultPrevented, 'the panel does not fold with it').toBe(true)
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^Take back: A conversation/u)
    expect(restore).toHaveBeenCalledTimes(1)
  })

  const refused = (given: Partial<RestoredFile>) => ({ world }: FakeHost) => {
    world.inTheWay = { 'run-talk': { path: 'MEMORY.md', outcome: 'refused', why: 'changed_since', since: [], ...given } }
  }

  it.each([
    [{ why: 'conflicts' }, 'What came later in MEMORY.md touches the same lines, so the two cannot be told apart. Take the later change back first.'],
    [{ why: 'not_kept' }, 'What stood in MEMORY.md before is not kept here, so it cannot come back.'],
    [{ outcome: 'as_it_is', why: null }, 'Everything is already as it was before this.'],
  ] as const)('shows why it cannot be taken back, without a useless action: %j', async (given, said) => {
    const { user } = await history(refused(given))
    await user.click(press('Take back', entry('run-talk')))
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.queryByText('Take it back')).toBeNull()
    expect(screen.queryByText(/Take out only/)).toBeNull()
    await user.click(press('Leave it'))
    expect(screen.queryByText(said)).toBeNull()
  })

  it.each([
    [[], 'MEMORY.md has changed since, in another program, so it cannot simply go back.'],
    [['run-4', 'run-5'], 'MEMORY.md has changed since, by 2 later changes, so it cannot simply go back.'],
  ])('offers a merge if the file has changed since: %j', async (since, said) => {
    const { host, user } = await history(refused({ since }))
    const restore = vi.spyOn(host, 'restoreRun')
    await user.click(press('Take back', entry('run-talk')))
    expect(await screen.findByText(said)).toBeTruthy()
    await user.click(press('Take out only this change'))
    expect(await screen.findByText('What this did is taken out of MEMORY.md; what came later stays.')).toBeTruthy()
    await user.click(press('Take it back'))
    expect(await screen.findByText(/^Taken back\./)).toBeTruthy()
    expect(restore).toHaveBeenLastCalledWith({ runId: 'run-talk', paths: ['MEMORY.md'], merge: true, dryRun: false })
  })

  it('reports a failure and can be tried again', async () => {
    const { host, notices, user } = await history()
    host.failNext('restoreRun', fault('DISK_FULL'))
    await user.click(press('Take back', entry('run-talk')))
    await expect.poll(() => notices.sentence).toMatch(/disk is full/)
    await user.click(press('Take back', entry('run-talk')))
    expect(await screen.findByText('Take it back')).toBeTruthy()
  })
})

describe('a change to her own lines', () => {
  const card = () => screen.getByRole('group', { name: /Say it|Should this|Let this|换成|删去|改为/ })

  it.each([
    ['en', /Files.*3 changes to your own lines/u, 'Say it this way instead?'],
    ['zh', /文件.*3 处对你自己文字的改动/u, '换成这样说？'],
  ] as const)('is counted on the tab in %s, and the first is open', async (language, name, asks) => {
    locale.set(language)
    await open()
    expect(tab(name)).toBeTruthy()
    const open_ = within(screen.getByRole('group', { name: asks }))
    expect(open_.getByText('The ferryman lost two fingers on his left hand.').tagName).toBe('DEL')
    expect(open_.getByText('The ferryman lost two fingers on his right hand.').tagName).toBe('INS')
  })

  it.each([
    ['y', true],
    ['1', true],
    ['n', false],
    ['2', false],
  ])('takes the key %s', async (key, accepted) => {
    const { host, user } = await open()
    const decide = vi.spyOn(host, 'decideProposal')
    await user.tab()
    expect(document.activeElement, 'one Tab away from its tab').toBe(card())
    await user.keyboard(key)
    expect(decide).toHaveBeenCalledExactlyOnceWith({ proposalId: 'proposal-fingers', accepted })
    await expect.poll(() => text('[role=status]')).toContain(accepted ? 'MEMORY.md is changed. Its history takes it back.' : 'Left as it is; it is not asked again.')
    expect(document.activeElement, 'the next one is at hand').toBe(screen.getByRole('group', { name: 'Let this line go?' }))
  })

  it('ignores all other keys: with Ctrl, held down, or of an input method', async () => {
    const { host, user } = await open()
    const decide = vi.spyOn(host, 'decideProposal')
    await user.tab()
    for (const given of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }, { isComposing: true }, { keyCode: 229 }]) {
      const event = new KeyboardEvent('keydown', { key: 'y', bubbles: true, cancelable: true, ...given })
      card().dispatchEvent(event)
      expect(event.defaultPrevented, JSON.stringify(given)).toBe(false)
    }
    await user.keyboard('x')
    expect(decide).not.toHaveBeenCalled()
  })

  it('that no longer applies can only be dismissed', async () => {
    const { host, user } = await open(({ world }) => (world.proposals = world.proposals.filter(({ stands }) => !stands)))
    const decide = vi.spyOn(host, 'decideProposal')
    expect(press('You have changed this line since, so there is nothing left to accept.')).toBeTruthy()
    expect(screen.queryByText('Accept')).toBeNull()
    await user.tab()
    await user.keyboard('y')
    expect(decide).not.toHaveBeenCalled()
    await user.click(press('Put away'))
    expect(decide).toHaveBeenCalledExactlyOnceWith({ proposalId: 'proposal-stale', accepted: false })
    await expect.poll(() => text('[role=status]')).toContain('Left as it is; it is not asked again.')
    expect(tab(/^Files$/)).toBeTruthy()
  })

  it('that has become stale reports this and changes nothing', async () => {
    const { host, notices, user } = await open()
    for (const proposal of host.world.proposals) proposal.stands = false
    await user.tab()
    await user.keyboard('y')
    await expect.poll(() => notices.sentence).toMatch(/your line no longer stands as it did/)
    expect(await screen.findByText('You have changed this line since, so there is nothing left to accept.')).toBeTruthy()
    expect(host.world.proposals).toHaveLength(3)
  })

  it('is shown first, with the others one press away', async () => {
    const { user } = await open()
    await user.click(press('2 more'))
    expect(text('.card h4')).toEqual(['Say it this way instead?', 'Let this line go?', 'Should this hold instead?'])
  })
})

describe('the list of changes', () => {
  it('names the files of each change and takes it back whole', async () => {
    const { host, user } = await open()
    const restore = vi.spyOn(host, 'restoreRun')
    await user.click(tab(/Activity/))
    const item = (await screen.findByText(/A conversation became memory/)).closest('li')
    expect(item?.textContent).toMatch(/HISTORY\.md.*MEMORY\.md.*archive\/MEMORY\.md\s*\(new\)/su)
    await user.click(screen.getByRole('button', { name: /^Take back: A conversation became memory, .* 21:20$/ }))
    expect(await screen.findByText('What this did to HISTORY.md, MEMORY.md and archive/MEMORY.md is undone.')).toBeTruthy()
    await user.click(press('Take it back'))
    expect(document.activeElement).toBe(await screen.findByText(/^Taken back\./))
    expect(restore).toHaveBeenLastCalledWith({ runId: 'run-talk', paths: null, merge: false, dryRun: false })
    await expect.poll(() => item?.textContent).toMatch(/taken back/u)
    expect(screen.queryByRole('button', { name: /^Take back: A conversation became memory/ })).toBeNull()
  })
})

describe('tidying up', () => {
  it.each([
    ['en', '4 files can be put in order', ['2 entries that only repeat another go.', '3 old days move to the archive, word for word.'], 'Put in order', 'Done. Activity takes it back.'],
    ['zh', '4 个文件可以整理', ['去掉 2 条与别处重复的条目。', '3 天旧笔记原样移入归档。'], '整理', '已整理，可在「动态」中撤回。'],
  ] as const)('shows its effect in %s before it is done', async (language, fold, would, go, done) => {
    locale.set(language)
    const { host, user } = await open()
    expect(screen.queryByRole('button', { name: go })).toBeNull()
    const folded = screen.getByRole('button', { name: fold })
    expect(folded.getAttribute('aria-expanded')).toBe('false')
    await user.click(folded)
    expect(text('.would li')).toEqual(would)
    await user.click(screen.getByRole('button', { name: go }))
    await vi.waitFor(() => expect(text('[role="status"]')).toContain(done))
    expect(host.world.runs[0]).toMatchObject({ kind: 'audit', restorable: true })
    expect(screen.queryByRole('button', { name: fold })).toBeNull()
  })

  it('is not shown when there is nothing to do', async () => {
    await open(({ world }) => (world.upkeep = inOrder))
    expect(screen.queryByText('Tidying up')).toBeNull()
  })

  it('names findings that only the writer can resolve, without an action', async () => {
    const findings = [{ path: 'MEMORY.md', kind: 'memory_too_long' as const, count: 1, own: 0 }]
    await open(({ world }) => (world.upkeep = { ...inOrder, findings }))
    expect(screen.getByText(/MEMORY\.md is longer than it should be/u)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /put in order/u })).toBeNull()
  })

  it('reports a failure and stays unchanged', async () => {
    const { host, notices, user } = await open()
    host.failNext('putInOrder', fault('MEMORY_CLEANUP_FAILED'))
    await user.click(screen.getByRole('button', { name: /can be put in order/u }))
    await user.click(screen.getByRole('button', { name: 'Put in order' }))
    await vi.waitFor(() => expect(notices.sentence).not.toBeNull())
    expect(screen.getByRole('button', { name: /can be put in order/u })).toBeTruthy()
  })
})
