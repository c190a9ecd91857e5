import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { pieces } from '../pieces'
import { fenced, fences, frontMatter, headings } from './blocks'

const open = (doc: string) => EditorState.create({ doc, extensions: [pieces, fences] })

/** Runs a generator to its end. */
function all<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value as T
  }
}

/** Returns the texts of the fenced blocks. */
const blocks = (doc: string) => {
  const state = open(doc)
  return fenced(state, doc.length + 1).map(({ from, to }) => state.sliceDoc(from, to))
}

describe('a fenced block', () => {
  it.each([
    ['ends with its own sign', 'a\n```\nb\n~~~\n```\nc', ['```\nb\n~~~\n```']],
    ['ends with as many of it or more', '````\n```\n`````\nc', ['````\n```\n`````']],
    ['does not end with a line that says more', '```js\nx\n```js\n```', ['```js\nx\n```js\n```']],
    ['reaches to the end of the text where nothing ends it', '正文\n~~~\n代码\n', ['~~~\n代码\n']],
    ['is none where the backticks are code in a sentence', '``` a `b` ```\n正文', []],
    ['is none inside front matter', '---\n```\n---\n正文', []],
    ['may follow another', '```\n```\n```\nb\n```', ['```\n```', '```\nb\n```']],
  ])('%s', (_, doc, expected) => expect(blocks(doc)).toEqual(expected))

  it('is found from any offset, and after an edit', () => {
    let state = open(`${'一行。\n'.repeat(9_000)}\`\`\`\n${'code\n'.repeat(9_000)}\`\`\`\n${'二行。\n'.repeat(9_000)}`)
    const before = fenced(state, state.doc.length).map(({ from, to }) => [from, to])
    expect(before).toHaveLength(1)
    expect(fenced(open(state.doc.toString()), 10)).toEqual([])
    state = state.update({ changes: { from: 0, insert: '雨' } }).state
    expect(fenced(state, state.doc.length)).toMatchObject([{ from: (before[0]?.[0] ?? 0) + 1, to: (before[0]?.[1] ?? 0) + 1 }])
  })
})

it('fenced blocks after any edits equal the blocks of a fresh read', () => {
  let seed = 3
  const roll = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit
  let state = open(`---\na: b\n---\n${'一行。\n```\ncode\n```\n'.repeat(2_000)}`)
  for (let round = 0; round < 300; round += 1) {
    const from = roll(state.doc.length + 1)
    const insert = ['', '```\n', '\n```\n', '~~~', '雨', '---\n'][roll(6)] ?? ''
    state = state.update({ changes: { from, to: Math.min(state.doc.length, from + roll(round % 7 ? 9 : 9_000)), insert } }).state
    // Reads a part first: the cache of the beginning must not spoil the rest.
    fenced(state, roll(state.doc.length + 1))
    if (round % 3 > 0) continue
    expect(fenced(state, state.doc.length)).toEqual(fenced(open(state.doc.toString()), state.doc.length))
  }
})

describe('headings', () => {
  it.each([
    ['# A\ntext\n## B', ['1 A 0', '2 B 9']],
    ['# 第一章\n```\n# no\n```\n###### 六', ['1 第一章 0', '6 六 19']],
    ['---\n# no\n---\n# yes', ['1 yes 13']],
    ['#标签\n####### seven\n #one', []],
    ['# A *soft* **strong** `code` [link](a.md)[^1] ##', ['1 A soft strong code link 0']],
    ['#', ['1  0']],
  ])('of %j are found with level, title and offset', (doc, expected) => {
    expect(all(headings(open(doc))).map(({ level, title, from }) => `${level} ${title} ${from}`)).toEqual(expected)
  })
})

describe('front matter', () => {
  it.each([
    ['---\ntitle: Ferry\nscene: action\n---\ntext', ['title', 'scene']],
    ['---\n标题：渡口\n场景：动作\n...\n', ['标题', '场景']],
    ['---\ntags:\n  - a: b\n# note: no\n---', ['tags']],
    ['---\n---', []],
  ])('of %j has the names %j', (doc, keys) => expect(frontMatter(open(doc).doc)?.keys).toEqual(keys))

  it.each(['text\n---\na: b\n---', '---\nno end', '--- \n', '', `---\n${'a: b\n'.repeat(300)}---`])('is not found in %j', (doc) =>
    expect(frontMatter(open(doc).doc)).toBeNull(),
  )
})
