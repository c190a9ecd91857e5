// All commands of the editor as data. The desk adds them to its commands and binds their keys.

import { gotoLine } from '@codemirror/search'
import type { Command } from '@codemirror/view'
import { findNext, findPrevious, openFind, openReplace } from '../find/finding'
import { jumpFootnote } from '../markdown'
import type { EditorSettings } from '../settings'
import { misspeltAt, nextMisspelling, suggestSpelling } from '../spelling'
import { showRemark } from '../style'
import { insertLink, toggleHeading, toggleList, toggleMark, toggleQuote } from './format'
import { goToHeading } from './headings'
import { titles, type CommandId } from './words'

/** A command on the text, with its default keys as CodeMirror writes them. */
export type TextCommand = { readonly id: CommandId; readonly keys: readonly string[]; readonly run: Command }

/** A command that changes a setting of the page. Pure: the desk stores the result. */
export type SettingCommand = {
  readonly id: CommandId
  readonly keys: readonly string[]
  readonly isOn: (settings: EditorSettings) => boolean
  readonly change: (settings: EditorSettings) => EditorSettings
}

/** Returns the title of a command in the language of the interface. */
export function titleOf(id: CommandId): string {
  return titles[id]
}

/** Opens the menu for the underlined word or passage at the caret. */
const suggest: Command = (view) =>
  (!misspeltAt(view, view.state.selection.main.from) && showRemark(view)) || suggestSpelling(view)

export const textCommands: readonly TextCommand[] = [
  { id: 'format.bold', keys: ['Mod-b'], run: toggleMark('**') },
  { id: 'format.italic', keys: ['Mod-i'], run: toggleMark('*') },
  { id: 'format.strike', keys: ['Mod-Shift-x'], run: toggleMark('~~') },
  { id: 'format.code', keys: ['Mod-e'], run: toggleMark('`') },
  { id: 'format.comment', keys: ['Mod-/'], run: toggleMark('<!-- ', ' -->') },
  { id: 'format.link', keys: ['Mod-Shift-k'], run: insertLink },
  { id: 'format.heading1', keys: ['Mod-1'], run: toggleHeading(1) },
  { id: 'format.heading2', keys: ['Mod-2'], run: toggleHeading(2) },
  { id: 'format.heading3', keys: ['Mod-3'], run: toggleHeading(3) },
  { id: 'format.heading4', keys: ['Mod-4'], run: toggleHeading(4) },
  { id: 'format.heading5', keys: ['Mod-5'], run: toggleHeading(5) },
  { id: 'format.heading6', keys: ['Mod-6'], run: toggleHeading(6) },
  { id: 'format.quote', keys: ['Mod-Shift-.'], run: toggleQuote },
  { id: 'format.list', keys: ['Mod-Shift-8'], run: toggleList(false) },
  { id: 'format.numberedList', keys: ['Mod-Shift-7'], run: toggleList(true) },
  { id: 'go.nextHeading', keys: ['Alt-ArrowDown'], run: goToHeading(1) },
  { id: 'go.previousHeading', keys: ['Alt-ArrowUp'], run: goToHeading(-1) },
  { id: 'go.footnote', keys: ['F12'], run: jumpFootnote },
  { id: 'edit.find', keys: ['Mod-f'], run: openFind },
  { id: 'edit.replace', keys: ['Mod-h'], run: openReplace },
  { id: 'edit.findNext', keys: ['F3', 'Mod-g'], run: findNext },
  { id: 'edit.findPrevious', keys: ['Shift-F3', 'Mod-Shift-g'], run: findPrevious },
  { id: 'edit.suggestSpelling', keys: ['Mod-.'], run: suggest },
  { id: 'edit.nextMisspelling', keys: ['F7'], run: nextMisspelling },
  { id: 'go.line', keys: ['Mod-Alt-g'], run: gotoLine },
]

const NEXT_FOCUS = { off: 'paragraph', paragraph: 'sentence', sentence: 'off' } as const

/** Returns the command that toggles one setting. */
function toggle(id: CommandId, keys: string[], name: 'typewriter' | 'livePreview' | 'indentChinese' | 'smartPunctuation' | 'spelling' | 'style'): SettingCommand {
  return { id, keys, isOn: (settings) => settings[name], change: (settings) => ({ ...settings, [name]: !settings[name] }) }
}

export const settingCommands: readonly SettingCommand[] = [
  toggle('view.livePreview', ['Mod-Alt-p'], 'livePreview'),
  {
    id: 'view.focus',
    keys: ['F8'],
    isOn: ({ focus }) => focus !== 'off',
    change: (settings) => ({ ...settings, focus: NEXT_FOCUS[settings.focus] }),
  },
  toggle('view.typewriter', ['Shift-F8'], 'typewriter'),
  toggle('view.indentChinese', [], 'indentChinese'),
  toggle('edit.smartPunctuation', [], 'smartPunctuation'),
  toggle('edit.spelling', [], 'spelling'),
  toggle('edit.style', [], 'style'),
]
