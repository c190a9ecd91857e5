import { history, undo } from '@codemirror/commands'
import { EditorSelection } from '@codemirror/state'
import { EditorView, type Command } from '@codemirror/view'
import { describe, expect, it } from 'vitest'
import { locale } from '$lib/i18n'
import { DEFAULT_SETTINGS } from '$lib/host'
import { pieces } from '../pieces'
import { settingCommands, textCommands, titleOf } from '.'

/** Opens an editor. `|` marks the caret; two of them mark a selection. */
function open(marked: string): EditorView {
  const anchor = marked.indexOf('|')
  const head = marked.indexOf('|', anchor + 1) - 1
  return new EditorView({
    doc: marked.replaceAll('|', ''),
    selection: EditorSelection.single(anchor, head < 0 ? anchor : head),
    extensions: [pieces, history()],
  })
}

function shown({ state }: EditorView): string {
  const { from, to, empty } = state.selection.main
  return `${state.sliceDoc(0, from)}|${state.sliceDoc(from, to)}${empty ? '' : '|'}${state.sliceDoc(to)}`
}

const command = (id: string): Command => textCommands.find((each) => each.id === id)?.run ?? (() => false)

describe('a mark', () => {
  it.each([
    ['format.bold', '|word|', '**|word|**'],
    ['format.bold', 'a **|word|** b', 'a |word| b'],
    ['format.bold', '|**word**|', '|word|'],
    ['format.bold', 'a wo|rd b', 'a **wo|rd** b'],
    ['format.bold', 'a | b', 'a **|** b'],
    ['format.bold', 'a **|** b', 'a | b'],
    ['format.bold', '|word |', '**|word** |'],
    ['format.italic', '**|word|**', '***|word|***'],
    ['format.italic', '***|word|***', '**|word|**'],
    ['format.bold', '***|word|***', '*|word|*'],
    ['format.bold', '*|word|*', '***|word|***'],
    ['format.strike', '他|不|走', '他~~|不|~~走'],
    ['format.code', '|x|', '`|x|`'],
    ['format.comment', '|改|', '<!-- |改| -->'],
    ['format.comment', '<!-- |改| -->', '|改|'],
    ['format.bold', '|one\n\ntwo|', '**|one**\n\n**two|**'],
    ['format.bold', '|# one\n- two|', '|# **one**\n- **two|**'],
    ['format.link', 'a |word| b', 'a [word](|) b'],
  ])('by %s changes %j to %j', (id, before, after) => {
    const view = open(before)
    expect(command(id)(view)).toBe(true)
    expect(shown(view)).toBe(after)
    undo(view)
    expect(view.state.doc.toString()).toBe(before.replaceAll('|', ''))
  })
})

describe('a line', () => {
  it.each([
    ['format.heading2', '标|题', '## 标|题'],
    ['format.heading2', '# 标|题', '## 标|题'],
    ['format.heading2', '## 标|题', '标|题'],
    ['format.heading1', '|', '# |'],
    ['format.quote', '|a\n\nb|', '> |a\n\n> b|'],
    ['format.quote', '> |a\n> b|', '|a\nb|'],
    ['format.list', '|a\n1. b|', '- |a\n- b|'],
    ['format.list', '- a|', 'a|'],
    ['format.numberedList', '|一\n二\n\n三|', '1. |一\n2. 二\n\n3. 三|'],
    ['format.list', '  - |a', '  |a'],
  ])('by %s changes %j to %j', (id, before, after) => {
    const view = open(before)
    command(id)(view)
    expect(view.state.doc.toString()).toBe(after.replaceAll('|', ''))
  })
})

it.each([
  ['go.nextHeading', 'a|\n# 一\nb\n```\n# no\n```\n## 二', 'a\n|# 一\nb\n```\n# no\n```\n## 二'],
  ['go.nextHeading', '# |一\n```\n# no\n```\n## 二', '# 一\n```\n# no\n```\n|## 二'],
  ['go.previousHeading', '# 一\nb|', '|# 一\nb'],
  ['go.previousHeading', '# 一\nb\n# |二', '|# 一\nb\n# 二'],
])('%s goes from %j to %j', (id, before, after) => {
  const view = open(before)
  expect(command(id)(view)).toBe(true)
  expect(shown(view)).toBe(after)
})

describe('the commands', () => {
  it('have distinct ids, distinct keys and a title in both languages', () => {
    const all = [...textCommands, ...settingCommands]
    const keys = all.flatMap((each) => each.keys)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(new Set(keys).size).toBe(keys.length)
    const english = all.map(({ id }) => titleOf(id))
    locale.set('zh')
    for (const [at, { id }] of all.entries()) expect(titleOf(id)).not.toBe(english[at])
  })

  it('cycle through the values of a setting', () => {
    for (const { change, isOn } of settingCommands) {
      expect(isOn(change(DEFAULT_SETTINGS.writing))).toBe(!isOn(DEFAULT_SETTINGS.writing))
      let settings = DEFAULT_SETTINGS.writing
      const seen = new Set<string>()
      do {
        settings = change(settings)
        seen.add(JSON.stringify(settings))
      } while (JSON.stringify(settings) !== JSON.stringify(DEFAULT_SETTINGS.writing) && seen.size < 9)
      expect(seen.size).toBeGreaterThan(1)
      expect(seen.size).toBeLessThan(9)
    }
  })
})
