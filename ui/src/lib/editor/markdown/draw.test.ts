import { EditorSelection } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '$lib/host'
import { editorSettings } from '../settings'
import { writing } from '../writing'

let view: EditorView
afterEach(() => view.destroy())

function open(doc: string, settings = {}, files = {}): EditorView {
  view = new EditorView({
    doc,
    parent: document.body,
    selection: EditorSelection.cursor(doc.length),
    extensions: [
      editorSettings.of({ ...DEFAULT_SETTINGS.writing, ...settings }),
      writing({ path: () => 'Part/a.md', picture: () => Promise.reject(new Error('none')), follow: () => {}, ...files }),
    ],
  })
  return view
}

/** Returns the visible text of the lines. */
const seen = () => [...view.contentDOM.querySelectorAll('.cm-line, .md-folded')].map((line) => line.textContent)
const moveTo = (at: number) => view.dispatch({ selection: EditorSelection.cursor(at) })

describe('live preview', () => {
  it.each([
    ['# 渡口', '渡口'],
    ['> 坐下吧。', '坐下吧。'],
    ['a **粗** *soft* ~~no~~ `c` b', 'a 粗 soft no c b'],
    ['见[旧大衣](a.md)。', '见旧大衣。'],
    ['钟[^1]响^[两下]', '钟1响两下'],
    ['- one', '- one'],
    ['[](u)', '[](u)'],
    ['#', '#'],
    ['短句 <!-- rule a -->', '短句 <!-- rule a -->'],
  ])('shows %j as %j, and unchanged in the line of the caret', (line, shown) => {
    open(`${line}\n正文`)
    expect(seen()).toEqual([shown, '正文'])
    moveTo(1)
    expect(seen()).toEqual([line, '正文'])
    expect(view.state.doc.toString()).toBe(`${line}\n正文`)
  })

  it('hides no mark when it is off', () => {
    open('# 渡口\n**粗**\n---\nx', { livePreview: false })
    expect(seen()).toEqual(['# 渡口', '**粗**', '---', 'x'])
  })

  it('copies the text with its marks', () => {
    open('a **粗** b\nx')
    view.dispatch({ selection: EditorSelection.range(0, 9) })
    view.focus()
    const data = new Map<string, string>()
    const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
      clipboardData: { clearData: () => data.clear(), setData: (type: string, text: string) => data.set(type, text) },
    })
    view.contentDOM.dispatchEvent(event)
    expect([...data.values()]).toEqual(['a **粗** b'])
  })

  it('draws a fenced block with its marks', () => {
    open('```\n# *no*\n```\nx')
    expect(seen()).toEqual(['```', '# *no*', '```', 'x'])
    expect(view.contentDOM.querySelectorAll('.md-fence')).toHaveLength(3)
    expect(view.contentDOM.querySelector('.md-heading')).toBeNull()
  })

  it('folds front matter into its names, and opens it for the caret', () => {
    open('---\ntitle: Ferry\n场景：动作\n---\nText.')
    expect(seen()).toEqual(['title · 场景', 'Text.'])
    moveTo(6)
    expect(seen()).toEqual(['---', 'title: Ferry', '场景：动作', '---', 'Text.'])
  })

  it('indents Chinese paragraphs if the setting is on', () => {
    open('“雨停了。”\nThe rain.\n　　已经缩进。\n# 章\n', { indentChinese: true })
    expect([...view.contentDOM.querySelectorAll('.md-indented')].map((line) => line.textContent)).toEqual(['“雨停了。”', 'The rain.'])
  })

  it('indents Chinese paragraphs alone in an English text, and no picture, table or tag anywhere', () => {
    open('The rain fell all day and all night.\n雨停了。\n', { indentChinese: true })
    expect([...view.contentDOM.querySelectorAll('.md-indented')].map((line) => line.textContent)).toEqual(['雨停了。'])
    open('雨停了，风也停了。\n![](a.png)\n| 一 | 二 |\n<br>\n', { indentChinese: true })
    expect([...view.contentDOM.querySelectorAll('.md-indented')].map((line) => line.textContent)).toEqual(['雨停了，风也停了。'])
  })

  it('changes no mark while the mouse selects', async () => {
    open('# 一\nx')
    view.contentDOM.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
    moveTo(1)
    expect(seen()[0]).toBe('一')
    document.dispatchEvent(new MouseEvent('mouseup'))
    await vi.waitFor(() => expect(seen()[0]).toBe('# 一'))
  })
})

describe('a link', () => {
  it.each([true, false])('is followed by a click with Ctrl only (ctrl: %s)', (ctrlKey) => {
    const follow = vi.fn()
    open('[a](../b.md) https://x.y/z\nx', {}, { follow })
    for (const link of view.contentDOM.querySelectorAll('[data-target]')) {
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey }))
    }
    expect(follow.mock.calls).toEqual(ctrlKey ? [['../b.md'], ['https://x.y/z']] : [])
    expect(view.contentDOM.querySelector('a, [href]')).toBeNull()
  })
})

describe('a picture', () => {
  it('is loaded from the project by its path', async () => {
    const picture = vi.fn(async () => 'data:image/png;base64,AA')
    open('![灯](../图/灯.png)\nx', {}, { picture })
    expect(picture).toHaveBeenCalledExactlyOnceWith('图/灯.png')
    await vi.waitFor(() => expect(view.contentDOM.querySelector<HTMLImageElement>('.md-image img')?.src).toBe('data:image/png;base64,AA'))
    expect(view.contentDOM.querySelector<HTMLImageElement>('.md-image img')?.alt).toBe('灯')
    moveTo(1)
    expect(seen()[0]).toBe('![灯](../图/灯.png)')
  })

  it('that is missing shows a note', async () => {
    open('![灯](gone.png)\nx')
    await vi.waitFor(() => expect(seen()[0]).toBe('Picture not found: 灯'))
  })

  it.each(['https://a.b/c.png', '//a.b/c.png', 'file:///c.png', '../../c.png', '/c.png', 'data:image/png;base64,AA'])(
    'is never asked for from elsewhere: %s',
    (target) => {
      const picture = vi.fn(async () => '')
      open(`![x](${target})\n<img src="${target}"> <script>a</script>\nx`, {}, { picture })
      expect(picture).not.toHaveBeenCalled()
      expect(view.contentDOM.querySelector('img:not(.cm-widgetBuffer), script')).toBeNull()
    },
  )
})

describe('during a composition', () => {
  it('no line changes, and all lines are updated afterwards', async () => {
    open('# 标题\n正文')
    moveTo(0)
    const composing = vi.spyOn(view, 'compositionStarted', 'get').mockReturnValue(true)
    view.dispatch({ changes: { from: 0, to: 2 }, selection: EditorSelection.cursor(0) })
    view.dispatch({ changes: { from: 3, insert: '# ' } })
    const headings = () => [...view.contentDOM.querySelectorAll('.md-heading')].map((line) => line.textContent)
    expect(headings(), 'the old mark moved along and no new one came').toEqual(['标题'])
    composing.mockReturnValue(false)
    view.contentDOM.dispatchEvent(new CompositionEvent('compositionend'))
    await vi.waitFor(() => expect(headings()).toEqual(['正文']))
  })

  it('no mark is hidden or shown, wherever the caret goes', () => {
    open('**一**\n**二**')
    expect(seen()).toEqual(['一', '**二**'])
    vi.spyOn(view, 'compositionStarted', 'get').mockReturnValue(true)
    moveTo(2)
    expect(seen()).toEqual(['一', '**二**'])
  })
})

it('shows styles and marks in a very long line', () => {
  open(`${'雨停了，**不**肯走。'.repeat(20_000)}\nx`)
  expect([...view.contentDOM.querySelectorAll('.md-strong')].every((each) => each.textContent === '不')).toBe(true)
  expect(view.contentDOM.querySelectorAll('.md-strong').length).toBeGreaterThan(0)
  expect(view.contentDOM.querySelector('.md-mark')).toBeNull()
  expect(view.contentDOM.textContent).toContain('**不**')
})

it('draws only the lines in view, however long the book', () => {
  open('# 章\n\n正文**粗**。\n'.repeat(20_000))
  expect(view.contentDOM.querySelectorAll('.md-strong').length).toBeLessThan(1_000)
})
