import { describe, expect, it } from 'vitest'
import { bodyOf, saidOf, statusChange } from './frontMatter'

const changed = (text: string, status: string | null) => {
  const change = statusChange(text, status)
  return change && text.slice(0, change.from) + change.insert + text.slice(change.to)
}

describe('the front matter', () => {
  it.each([
    ['a.md', '---\nstatus: draft\nsynopsis: "Wen waits."\n---\nRain.', { isNote: false, status: 'draft', synopsis: 'Wen waits.' }],
    ['a.md', '---\n状态：修订\n梗概：阿文等船。\n类型：笔记\n---\n', { isNote: true, status: '修订', synopsis: '阿文等船。' }],
    ['a.md', '---\nsynopsis: >-\n  Wen waits\n  for the boat.\nstatus:\n---\n', { isNote: false, status: null, synopsis: 'Wen waits for the boat.' }],
    ['a.txt', '---\nstatus: draft\n---\n', { isNote: false, status: null, synopsis: null }],
    ['a.md', 'status: draft\n', { isNote: false, status: null, synopsis: null }],
    ['a.md', '---\nstatus: draft\n', { isNote: false, status: null, synopsis: null }],
  ])('%s says what stands in %j', (path, text, expected) => {
    expect(saidOf(path, text)).toEqual(expected)
  })

  it.each([
    ['a.md', '---\nstatus: draft\n---\nRain.', 'Rain.'],
    ['a.md', '---\n状态：草稿\n...\n雨。', '雨。'],
    ['a.md', '---\nstatus: draft\n---', ''],
    ['a.txt', '---\nstatus: draft\n---\nRain.', '---\nstatus: draft\n---\nRain.'],
    ['a.md', '---\nRain.\n', '---\nRain.\n'],
    ['a.md', `---\n${'Rain.\n'.repeat(198)}---\nSun.`, 'Sun.'],
    // A scene break at the top and the next one far below.
    ['a.md', `---\n${'Rain.\n'.repeat(199)}---\nSun.`, `---\n${'Rain.\n'.repeat(199)}---\nSun.`],
    ['a.md', '', ''],
  ])('of %s is no part of its words: %j', (path, text, expected) => {
    expect(bodyOf(path, text)).toBe(expected)
  })

  it.each([
    ['Rain.\n', 'draft', '---\nstatus: draft\n---\n\nRain.\n'],
    ['---\ntitle: T\n---\nRain.\n', 'done', '---\ntitle: T\nstatus: done\n---\nRain.\n'],
    ['---\nStatus:  "draft" \ntitle: T\n---\n', 'revised', '---\nStatus: revised\ntitle: T\n---\n'],
    ['---\n状态：草稿\n---\n雨。\n', '完成', '---\n状态：完成\n---\n雨。\n'],
    ['---\nstatus: draft\ntitle: T\n---\nRain.\n', null, '---\ntitle: T\n---\nRain.\n'],
    ['---\nstatus: draft\n---\n\nRain.\n', null, 'Rain.\n'],
    ['Rain.\n', null, null],
  ])('of %j has the status %s', (text, status, expected) => {
    expect(changed(text, status)).toBe(expected)
  })

  it('is the same again once the status is taken away', () => {
    for (const text of ['Rain.\n', '雨。', '---\ntitle: T\n---\n\nRain.\n']) {
      const set = changed(text, 'draft')
      expect(set && changed(set, null)).toBe(text)
    }
  })
})
