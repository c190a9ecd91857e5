import { describe, expect, it } from 'vitest'
import { lineStyle, spans } from './lines'

/** Returns the target of the first link in a line. */
const targetIn = (line: string) => spans(line).find(({ target }) => target !== undefined)?.target

it.each([
  ['[[人物]]', '人物'],
  ['[[Notes/Cast|Wen]]', 'Notes/Cast'],
  ['[Wen](Cast.md)', 'Cast.md'],
])('%s leads to %s', (line, expected) => expect(targetIn(line)).toBe(expected))

/** Returns the styled ranges of a line as “style:text”. */
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
    ['[雨](https://a.b/c_d_e)', ['md-mark:[', 'md-link:雨', 'md-mark:](https://a.b/c_d_e)']],
    ['见 https://a.b/c_d_e。然后', ['md-link:https://a.b/c_d_e']],
    ['<https://a.b/*c*>', ['md-mark:<', 'md-link:https://a.b/*c*', 'md-mark:>']],
    ['![灯](图/灯.png)', ['md-mark:![', 'md-picture:灯', 'md-mark:](图/灯.png)']],
    ['~~不~~ kept ~one~', ['md-mark:~~', 'md-strike:不', 'md-mark:~~']],
    ['***all***', ['md-mark:***', 'md-strong md-emphasis:all', 'md-mark:***']],
    ['**“粗体。”**后', ['md-mark:**', 'md-strong:“粗体。”', 'md-mark:**']],
    ['\\*not\\* \\[a](b)', []],
    ['钟[^1]响', ['md-mark:[^', 'md-note:1', 'md-mark:]']],
    ['bell^[it rang]', ['md-mark:^[', 'md-note-text:it rang', 'md-mark:]']],
    ['- *soft*', ['md-mark:- ', 'md-mark:*', 'md-emphasis:soft', 'md-mark:*']],
    ['* one *two*', ['md-mark:* ', 'md-mark:*', 'md-emphasis:two', 'md-mark:*']],
    ['1. 一', ['md-mark:1. ']],
    ['* * *', ['md-mark:* * *']],
    ['---', ['md-mark:---']],
    ['见[[人物]]。', ['md-mark:[[', 'md-link:人物', 'md-mark:]]']],
    ['[[Cast|Wen]] spoke', ['md-mark:[[Cast|', 'md-link:Wen', 'md-mark:]]']],
    ['[[ ]] [[]] \\[[no]]', []],
    ['| 一 | *two* |', ['md-mark:|', 'md-mark:|', 'md-mark:*', 'md-emphasis:two', 'md-mark:*', 'md-mark:|']],
    ['|---|:-:|', ['md-mark:|---|:-:|']],
    ['either | or', []],
  ])('finds the marks of %j', (line, expected) => {
    expect(styled(line)).toEqual(expected)
  })

  it('stay inside the line and in order for any marks', () => {
    const signs = ['*', '_', '~', '!', '^', '<', '-', '\\', '`', '[', ']', '(', ')', '雨', 'a', ' ', '>', '#']
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
    ['- 一', 'md-item'],
    ['12) twelve', 'md-item'],
    ['-一', null],
    ['---', 'md-rule'],
    ['[^1]: 注', 'md-note'],
  ])('of %j is %s', (line, expected) => {
    expect(lineStyle(line)).toBe(expected)
  })
})
