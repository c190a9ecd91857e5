import { undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Desk } from './desk.svelte'
import { fakeHost } from '$lib/fake/fakeHost'
import { sampleWorld } from '$lib/fake/sample'
import { DEFAULT_SETTINGS } from '$lib/host'
import { locale, type Locale } from '$lib/i18n'
import Tidying from '$lib/tidying/Tidying.svelte'

const PATH = 'Notes/Cast.md'

async function show(text: string, language: Locale, choices = {}) {
  const world = sampleWorld()
  const document = world.documents.find(({ path }) => path === PATH)
  if (document) document.text = text
  const host = fakeHost({ world })
  const desk = new Desk(host)
  await desk.start()
  await desk.openFile(PATH)
  locale.set(language)
  const manuscript = desk.pages.current
  if (!manuscript) throw new Error('a manuscript is open')
  const onClose = vi.fn()
  const onChoice = vi.fn()
  render(Tidying, { manuscript, writing: { ...DEFAULT_SETTINGS.writing, ...choices }, onChoice, onClose, onFault: (reason) => expect.fail(String(reason)) })
  const written = () => manuscript.state.doc.toString()
  return { user: userEvent.setup(), host, manuscript, written, onClose, onChoice }
}

describe('tidying', () => {
  it.each([
    ['en', '"Go," she said -- and went...\n', 'Make 4 changes', '“Go,” she said — and went…\n'],
    ['zh', '他说:"走吧"...\n', '采用 4 处改动', '他说：“走吧”……\n'],
  ] as [Locale, string, string, string][])('changes the text by one step that undo takes back (%s)', async (language, text, button, expected) => {
    const { user, manuscript, written, onClose, host } = await show(text, language)
    expect(written(), 'nothing changes before').toBe(text)
    await user.click(screen.getByRole('button', { name: button }))
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(written()).toBe(expected)
    expect((await host.listVersions(PATH)).length, 'the text before is a version').toBe(1)
    const view = new EditorView()
    manuscript.show(view)
    undo(view)
    expect(written()).toBe(text)
  })

  it('leaves out a single change, and the changes of a rule', async () => {
    const { user, written, onClose } = await show('他说:"走吧"...好,走...\n', 'zh')
    await user.click(screen.getByRole('checkbox', { name: /引号/u }))
    await user.click(screen.getAllByTitle('省略号，采用')[0] as HTMLElement)
    expect(screen.getByTitle('省略号，不采用').getAttribute('aria-pressed')).toBe('false')
    await user.click(screen.getByRole('button', { name: /^采用/u }))
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(written()).toBe('他说："走吧"...好，走……\n')
  })

  it('draws what changes of the paragraphs, and tells the desk what was chosen', async () => {
    const { user, onChoice } = await show('一段。\n二段。\n', 'zh', { tidyIndent: 'with', tidyBlankLines: 'with' })
    expect(screen.getAllByTitle('段首缩进，采用').map(({ textContent }) => textContent)).toEqual(['新增：□□', '新增：□□'])
    expect(screen.getByTitle('空行，采用').textContent).toBe('删去：↵新增：↵↵')
    await user.click(screen.getAllByRole('radio', { name: '不要' })[0] as HTMLElement)
    expect(onChoice).toHaveBeenCalledExactlyOnceWith({ tidyIndent: 'without' })
  })

  it('says so where there is nothing to tidy', async () => {
    const { user, onClose } = await show('Nothing here.\n', 'en')
    expect(screen.getByText('There is nothing to tidy.')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalled()
  })

  it('shows the changes to the present text if it changed meanwhile', async () => {
    const { user, manuscript, written } = await show('Go...\n', 'en')
    const view = new EditorView()
    manuscript.show(view)
    view.dispatch({ changes: { from: 0, insert: 'Now -- ' } })
    await user.click(screen.getByRole('button', { name: 'Make 1 change' }))
    await screen.findByText('The text has changed meanwhile. These are the changes to the present text.')
    expect(written()).toBe('Now -- Go...\n')
    expect(screen.getByRole('button', { name: 'Make 2 changes' })).toBeTruthy()
  })
})
