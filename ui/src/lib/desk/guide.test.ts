// The guide quotes words and keys of the desk. This test compares the quotes with the current words and keys.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { Commands } from '$lib/commands'
import { fakeHost } from '$lib/fake/fakeHost'
import en from '$lib/guide/en.md'
import Guide from '$lib/guide/Guide.svelte'
import zh from '$lib/guide/zh.md'
import { locale, type Locale } from '$lib/i18n'
import { keyName } from '$lib/ui/keys'
import { deskCommands } from './commands'
import { Desk } from './desk.svelte'

const FOLDER = join(import.meta.dirname, '../guide')
const PICTURES = join(FOLDER, 'pictures')

const writtenEn = readFileSync(join(FOLDER, 'en.md'), 'utf8')
const writtenZh = readFileSync(join(FOLDER, 'zh.md'), 'utf8')

const LANGUAGES = [
  { language: 'en', guide: en, written: writtenEn },
  { language: 'zh', guide: zh, written: writtenZh },
] as const

/** Limit for the size of all pictures together, in bytes: the installation package must stay small. */
const LARGEST = 150_000

/** Keys of an offer, which belong to no command. */
const OFFER_KEYS = ['Tab', 'Enter', 'Shift-Enter', 'Ctrl-ArrowRight', 'Ctrl-Shift-ArrowRight', 'Escape'].map((key) => keyName(key, false))

/** Keys of a row in the file list. */
const LIST_KEYS = ['Alt-Shift-ArrowUp', 'Alt-Shift-ArrowDown'].map((key) => keyName(key, false))

const modules = import.meta.glob<Record<string, object>>(['../**/messages.ts', '../**/words.ts', '../**/commandWords.ts'], { eager: true })

/** All strings of the window in the language of the interface. */
function strings(): Set<string> {
  const found = new Set<string>()
  const take = (value: unknown): void => {
    if (typeof value === 'string') found.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take)
  }
  for (const exported of Object.values(modules)) {
    for (const words of Object.values(exported)) Object.keys(words).forEach((key) => take(Reflect.get(words, key)))
  }
  return found
}

const everyCommand = (desk: Desk) =>
  deskCommands({ desk, perform: () => {}, focus: () => {}, inList: () => {}, inPanel: () => {}, openFile: () => {}, showCounts: () => {} })

function commands() {
  return everyCommand(new Desk(fakeHost())).map(({ title, keys = [] }) => ({ title: title(), key: keys[0] === undefined ? null : keyName(keys[0], false) }))
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found.slice(1))
const pictures = (written: string) => all(written, /!\[[^\]]+\]\(pictures\/(\w+)-(?:en|zh)\.webp\)/gu).flat()

describe.each(LANGUAGES)('the guide ($language)', ({ language, guide, written }) => {
  beforeEach(() => locale.set(language as Locale))

  it('quotes only words that stand on the desk', () => {
    const known = strings()
    const names = all(written, /\*\*(.+?)\*\*/gu).flat()
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  it('quotes only default keys of commands, and keys of an offer and of the file list', () => {
    const known = new Set([...commands().map(({ key }) => key), ...OFFER_KEYS, ...LIST_KEYS])
    const keys = all(written, /<kbd>(.+?)<\/kbd>/gu).flat()
    expect(keys.length).toBeGreaterThan(10)
    expect(keys.filter((key) => !known.has(key))).toEqual([])
  })

  it('has the key of a command beside its title', () => {
    const pairs = all(written, /\*\*([^*]+)\*\* ?[（(]<kbd>([^<]+)<\/kbd>[)）]/gu)
    const usual = new Map(commands().map(({ title, key }) => [title.replace(/^(Menu|菜单)…$/u, '$1'), key]))
    expect(pairs.length).toBeGreaterThan(4)
    expect(pairs.map(([name = '']) => [name, usual.get(name)])).toEqual(pairs)
  })

  it('has pictures in its own language and no Markdown marks left', () => {
    expect(written).not.toContain(`-${language === 'en' ? 'zh' : 'en'}.webp`)
    const html = [guide.opening, ...guide.sections.map((section) => section.html)].join('')
    expect(html).not.toMatch(/\*\*|\]\(|^#/mu)
    expect(html.match(/<img /gu)).toHaveLength(pictures(written).length)
  })
})

describe('the guide', () => {
  it('has the same sections, lists and pictures in both languages', () => {
    const shape = (html: string) => all(html, /<(img|table|tr|ol|ul|li|p|kbd|code)\b/gu).flat()
    expect(zh.sections.map(({ html }) => shape(html))).toEqual(en.sections.map(({ html }) => shape(html)))
    expect(pictures(writtenZh)).toEqual(pictures(writtenEn))
    expect(new Set([en, zh].flatMap(({ sections }) => sections.map(({ title }) => title))).size).toBe(12)
  })

  it('shows every picture of its folder, and all together are small', () => {
    const there = readdirSync(PICTURES)
    const shown = pictures(writtenEn).flatMap((name) => [`${name}-en.webp`, `${name}-zh.webp`])
    expect(there.toSorted()).toEqual(shown.toSorted())
    expect(there.reduce((bytes, name) => bytes + statSync(join(PICTURES, name)).size, 0)).toBeLessThan(LARGEST)
  })

  it('shows the current keys and follows the language', async () => {
    const own = { 'desk.menu': ['Alt-m'], 'edit.undo': [] }
    const desk = new Desk(fakeHost())
    const known = new Commands(everyCommand(desk), () => own)
    locale.set('en')
    const { container } = render(Guide, { commands: known, place: 0, onClose: () => {} })
    const keys = () => [...container.querySelectorAll('kbd')].map(({ textContent }) => textContent)
    expect(keys()).toEqual(expect.arrayContaining(['Alt M', 'no key', 'Ctrl P', 'Tab']))
    expect(keys()).not.toContain('F10')
    expect(screen.getByRole('region', { name: 'Guide' }).contains(document.activeElement)).toBe(true)
    locale.set('zh')
    expect(await screen.findByRole('heading', { name: zh.sections[0]?.title ?? '' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: zh.sections[2]?.title ?? '' }))
    expect(document.activeElement?.textContent).toBe(zh.sections[2]?.title)
  })
})
