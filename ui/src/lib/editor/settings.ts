// The settings of the page as a value. A change applies at once to all open texts.

import { Facet } from '@codemirror/state'
import { DEFAULT_SETTINGS, type WritingSettings } from '$lib/host'

/** The settings of the page. Fonts, sizes and widths are not included: they are CSS custom properties. */
export type EditorSettings = Readonly<WritingSettings>

export function sameSettings(one: EditorSettings, other: EditorSettings): boolean {
  return (Object.keys(one) as (keyof EditorSettings)[]).every((name) => one[name] === other[name])
}

export const editorSettings = Facet.define<EditorSettings, EditorSettings>({
  combine: (values) => values[0] ?? DEFAULT_SETTINGS.writing,
})
