import { EditorSelection } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { describe, expect, it, vi } from 'vitest'
import { highlight, lineStyle, spans } from './highlight'

/** Returns what is styled in a line as “style:text”. */
const styled = (line: string) => spans(line).map(({ from, to, style }) => `${style}:${line.slice(from, to)}`)

describe('spans', () => {
  it.each([
    ['Plain prose. 平常的文字。', []],
    ['# 标题', ['md-mark:# ']],
    ['> 他说', ['md-mark:> ']],
    ['a **粗** b', ['md-mark:**', 'md-strong:粗', 'md-mark:**']],
    ['a *soft* b', ['md-mark:*', 'md-emphasis:soft', 'md-mark:*']],
    ['她_轻轻_说', []],
    ['she _softly_ said', ['md-mark:_', 'md-emphasis:softly', 'md-mark:_']],
    ['snake_case_name', []],
    ['2 * 3 * 4', []],
    ['`*not*`', ['md-mark:`', 'md-code:*not*', 'md-mark:`']],
    ['短句 <!-- rule a | *x* 45 -->', ['md-comment:<!-- rule a | *x* 45 -->']],
    ['<!-- 场景：动作 -->', ['md-comment:<!-- 场景：动作 -->']],
    ['[渡口](u.md)', ['md-mark:[', 'md-link:渡口', 'md-mark:](u.md)']],
    ['* * *', ['md-mark:* * *']],
    ['---', ['md-mark:---']],
  ])('finds the marks of %j', (line, expected) => {
    expect(styled(line)).toEqual(expected)
  })

  it('stays inside the line and in order for any marks', () => {
    const signs = ['*', '_', '`', '[', ']', '(', ')', '雨', 'a', ' ', '>', '#']
    let seed = 7
    for (let round = 0; round < 2_000; round++) {
      let line = ''
      for (let length = 0; length < round % 17; length++) {
        seed = (seed * 48_271) % 2_147_483_647
        line += signs[seed % signs.length]
      }
      let last = 0
      for (const { from, to } of spans(line)) {
        expect(from >= last && from < to && to <= line.length, line).toBe(true)
        last = from
      }
    }
  })
})

describe('lineStyle', () => {
  it.each([
    ['## 二', 'md-heading md-heading-2'],
    ['#', 'md-heading md-heading-1'],
    ['#标签', null],
    ['> quoted', 'md-quote'],
    ['####### seven', null],
  ])('of %j is %s', (line, expected) => {
    expect(lineStyle(line)).toBe(expected)
  })
})

describe('highlighting', () => {
  const open = (doc: string) => new EditorView({ doc, parent: document.body, extensions: highlight })
  const headings = (view: EditorView) => view.contentDOM.querySelectorAll('.md-heading').length

  it('draws a heading as it is typed', () => {
    const view = open('标题')
    view.dispatch({ changes: { from: 0, insert: '# ' } })
    expect(headings(view)).toBe(1)
    view.destroy()
  })

  it('changes no line under an input method, and catches up when it is done', async () => {
    vi.useFakeTimers()
    const view = open('# 标题\n正文')
    const composing = vi.spyOn(view, 'composing', 'get').mockReturnValue(true)
    view.dispatch({ changes: { from: 0, to: 2 }, selection: EditorSelection.cursor(0) })
    view.dispatch({ changes: { from: 3, insert: '# ' } })
    expect(headings(view), 'the old mark moved along and no new one came').toBe(1)
    expect(view.contentDOM.querySelector('.md-heading')?.textContent).toBe('标题')
    composing.mockReturnValue(false)
    view.contentDOM.dispatchEvent(new CompositionEvent('compositionend'))
    await vi.advanceTimersByTimeAsync(50)
    expect(view.contentDOM.querySelector('.md-heading')?.textContent).toBe('# 正文')
    view.destroy()
    vi.useRealTimers()
  })

  it('costs what is in view, however long the book', () => {
    const view = open('# 章\n\n正文**粗**。\n'.repeat(20_000))
    expect(view.contentDOM.querySelectorAll('.md-strong').length).toBeLessThan(1_000)
    view.destroy()
  })
})
