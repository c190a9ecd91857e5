import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { fences } from '../markdown'
import { pieces } from '../pieces'
import { tidy, type TidyChoices } from './tidy'

const KEEP: TidyChoices = { indent: 'keep', blankLines: 'keep', quotes: 'curly' }
const open = (doc: string) => EditorState.create({ doc, extensions: [pieces, fences] })

function tidied(text: string, choices: Partial<TidyChoices> = {}): string {
  const state = open(text)
  const changes = tidy(state, { ...KEEP, ...choices }).map(({ from, to, insert }) => ({ from, to, insert }))
  return state.update({ changes }).state.doc.toString()
}

describe('tidying a Chinese text', () => {
  it.each([
    ['他说:"走吧",然后转身.', '他说：“走吧”，然后转身。'],
    ['「好」他说"不"', '「好」他说「不」'],
    ['他说"走', '他说"走'],
    ["她想:'也许吧'", '她想：‘也许吧’'],
    ['等等...', '等等……'],
    ['等等。。。', '等等……'],
    ['等等…', '等等……'],
    ['等等…………', '等等…………'],
    ['他--没有来', '他——没有来'],
    ['他—没有来', '他——没有来'],
    ['2010—2020年', '2010—2020年'],
    ['真的吗?!', '真的吗？！'],
    ['你好, 世界', '你好，世界'],
    ['你好! OK', '你好! OK'],
    ['比分 3:20, 3.14 元', '比分 3:20, 3.14 元'],
    ['他(其实是她)走了', '他（其实是她）走了'],
    ['函数 f(x) 没变', '函数 f(x) 没变'],
    ['用 --help 看看', '用 --help 看看'],
    ['走了。  ', '走了。'],
    ['走了. ', '走了。'],
    ['**好的**,走', '**好的**，走'],
  ])('%j becomes %j', (text, expected) => expect(tidied(text)).toBe(expected))

  it.each([
    ['with', 'with', '　　一段。\n\n　　OK。\n\n　　“二段。”'],
    ['without', 'without', '一段。\nOK。\n“二段。”'],
    ['keep', 'with', '一段。\n\n　OK。\n\n“二段。”'],
  ] as const)('indents the paragraphs (%s) and divides them (%s), as the writer chose', (indent, blankLines, expected) => {
    expect(tidied('一段。\n　OK。\n\n\n“二段。”', { indent, blankLines })).toBe(expected)
  })

  it('indents no heading, item, picture or note, and makes none', () => {
    const text = '# 标题\n\n- 一\n\n![](a.png)\n\n[^1]: 注\n\n> 引\n\n　　# 井号'
    expect(tidied(text, { indent: 'with' })).toBe(text)
    expect(tidied(text, { indent: 'without' })).toBe(text)
  })
})

describe('tidying an English text', () => {
  it.each([
    ['"Go," she said. "Now."', '“Go,” she said. “Now.”'],
    ["'Tis the '90s, isn't it?", '’Tis the ’90s, isn’t it?'],
    ["She said 'no'. The dogs' bowl.", 'She said ‘no’. The dogs’ bowl.'],
    ['A 6" nail and 5\' of rope', 'A 6" nail and 5\' of rope'],
    ['Wait...', 'Wait…'],
    ['Wait.... Then', 'Wait…. Then'],
    ['He left--at once', 'He left—at once'],
    ['He left --- at once', 'He left — at once'],
    ['Run it with --help -> see', 'Run it with --help -> see'],
    ['One.  Two.', 'One. Two.'],
    ['One. \nTwo.', 'One.\nTwo.'],
    ['A line  \nbroken by hand', 'A line  \nbroken by hand'],
  ])('%j becomes %j', (text, expected) => expect(tidied(text)).toBe(expected))

  it('keeps one blank line between two paragraphs, and joins none', () => {
    expect(tidied('One.\n\n\n\nTwo.\nstill two.', { blankLines: 'without', indent: 'with' })).toBe('One.\n\nTwo.\nstill two.')
  })
})

it.each([
  '---\ntitle: "他说...":,\n---\n',
  '```\n他说...,"好"  \n```\n',
  '    代码...,"好"  ',
  '`他说...,"好"`',
  '[他说...,好](a--b.md)',
  '[[他说...,好]]',
  '<https://example.org/a...b--c>',
  '| 他说... | "好" |\n| --- | --- |\n| 一,二 | 三 |',
  '甲[^a...]',
  '<!-- 他说...,"好" -->',
  '***\n\n---',
])('leaves what is no prose as it is: %j', (text) => {
  expect(tidied(text, { indent: 'without', blankLines: 'with' })).toBe(text)
})

it('says the rule of each change, in order and without overlaps', () => {
  const found = tidy(open('他说:"好"...  '), KEEP)
  expect(found.map(({ kind, insert }) => [kind, insert])).toEqual([
    ['punctuation', '：'],
    ['quotes', '“'],
    ['quotes', '”'],
    ['ellipses', '……'],
    ['spaces', ''],
  ])
  expect(found.every(({ from, to }, at) => from <= to && (at === 0 || (found[at - 1]?.to ?? 0) <= from))).toBe(true)
})

describe('in any text', () => {
  const PARTS = ['他', '说', '好', 'OK', 'it', 'don', ' ', '  ', '　', '\n', '\n\n', '\n\n\n', '"', "'", '“', '”', '「', '」', '.', '...', '。', '。。。', '…', '-', '--', '—', '——', ',', '，', '?', '!', ':', '(', ')', '3', '*', '**', '_', '`', '#', '# ', '- ', '> ', '|', '[', ']', '(a.md)', '[^1]', '<b>', '<!--', '-->', '```\n', '𠮷', '\t']

  /** Returns the same texts at each run: a generator of Lehmer's kind, seeded by the number of the text. */
  function textOf(seed: number): string {
    let state = seed * 48_271 + 11
    const next = () => (state = (state * 48_271) % 2_147_483_647)
    return Array.from({ length: next() % 24 }, () => PARTS[next() % PARTS.length]).join('')
  }

  /** Everything but the signs and blanks that a rule may change. */
  const rest = (text: string) => text.replace(/[\s"'“”‘’「」『』.。…\-—,，;；:：!！?？()（）]/gu, '')

  it('only listed signs change, and a second time changes nothing', () => {
    for (let seed = 1; seed < 2_000; seed++) {
      const text = textOf(seed)
      for (const choices of [{}, { indent: 'with', blankLines: 'without' }, { indent: 'without', blankLines: 'with', quotes: 'corner' }] as const) {
        const once = tidied(text, choices)
        expect(rest(once), JSON.stringify(text)).toBe(rest(text))
        expect(tidied(once, choices), JSON.stringify([text, choices])).toBe(once)
      }
    }
  })
})
