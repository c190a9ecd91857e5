import { describe, expect, it } from 'vitest'
import { fileNamed, fileOf, isAddress } from './links'

it.each([
  ['lamp.png', 'Part One/03 The ferry.md', 'Part One/lamp.png'],
  ['../Notes/Cast.md#wen', 'Part One/03 The ferry.md', 'Notes/Cast.md'],
  ['./图/灯%20一.png', '第一卷/01.md', '第一卷/图/灯 一.png'],
  ['<with blank.png> "title"', 'a.md', 'with blank.png'],
  ['lamp.png "The lamp"', 'a.md', 'lamp.png'],
  ['100%.png', 'a.md', '100%.png'],
  ['../../outside.md', 'a/b.md', null],
  ['%2e%2e/%2e%2e/outside.md', 'a/b.md', null],
  ['/etc/passwd', 'a.md', null],
  ['C:\\x', 'a.md', null],
  ['a\\b', 'a.md', null],
  ['https://example.org/a.png', 'a.md', null],
  ['file:///etc/passwd', 'a.md', null],
  ['//host/share', 'a.md', null],
  ['data:image/png;base64,AA', 'a.md', null],
  ['javascript:alert(1)', 'a.md', null],
  ['#part', 'a.md', null],
  ['', 'a.md', null],
])('%j in %j leads to %j', (target, file, expected) => expect(fileOf(target, file)).toBe(expected))

it.each([
  ['https://a.b', true],
  ['mailto:a@b', true],
  ['//a', true],
  ['a.md', false],
  ['第一章：雨.md', false],
])('%j is a URL: %s', (target, expected) => expect(isAddress(target)).toBe(expected))

describe('a link by name', () => {
  const PATHS = ['第一卷/人物.md', 'Notes/Cast.md', 'Part One/Cast.md', 'Café.txt']

  it.each([
    ['Cast', 'Draft.md', 'Notes/Cast.md'],
    ['cast', 'Part One/01.md', 'Part One/Cast.md'],
    ['Notes/Cast', 'Part One/01.md', 'Notes/Cast.md'],
    ['人物#阿文', 'Draft.md', '第一卷/人物.md'],
    ['Cafe\u0301', 'Draft.md', 'Café.txt'],
    ['Nobody', 'Draft.md', null],
    ['#here', 'Draft.md', null],
  ])('%s in %s leads to %s', (target, file, expected) => expect(fileNamed(target, file, PATHS)).toBe(expected))
})
