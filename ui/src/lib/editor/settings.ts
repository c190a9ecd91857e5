// How the page is set: a value that whoever keeps it hands down, in force at once in every open text.

import { Facet } from '@codemirror/state'
import { DEFAULT_SETTINGS, type WritingSettings } from '$lib/host'

/** How the page is set. Faces, sizes and widths are custom properties of the page and no part of it. */
export type EditorSettings = Readonly<WritingSettings>

/** Returns whether two settings are the same in everything. */
export function sameSettings(one: EditorSettings, other: EditorSettings): boolean {
  return (Object.keys(one) as (keyof EditorSettings)[]).every((name) => one[name] === other[name])
}

/** The settings of an editor. */
export const editorSettings = Facet.define<EditorSettings, EditorSettings>({
  combine: (values) => values[0] ?? DEFAULT_SETTINGS.writing,
})
