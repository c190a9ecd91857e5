// How the page is set: a value that whoever keeps it hands down, in force at once in every open text.

import { Facet } from '@codemirror/state'

/** How the page is set. Faces, sizes and widths are custom properties of the page and no part of it. */
export type EditorSettings = {
  /** Hides the marks of Markdown in the lines the caret is not in, and shows pictures of the project. */
  readonly livePreview: boolean
  /** What stays lit around the caret while the rest of the text is dimmed. */
  readonly focus: 'off' | 'sentence' | 'paragraph'
  /** Holds the line of the caret at the middle of the window. */
  readonly typewriter: boolean
  /** Makes typographic signs of typed quotes, dashes and dots, in the way of the language of the paragraph. */
  readonly smartPunctuation: boolean
  /** The quotes a Chinese paragraph gets: “ ” or 「 」. */
  readonly chineseQuotes: 'curly' | 'corner'
  /** Indents Chinese paragraphs by two characters; drawn, never typed. */
  readonly indentChinese: boolean
}

/** What holds until the writer says otherwise. */
export const DEFAULT_EDITOR_SETTINGS: EditorSettings = {
  livePreview: true,
  focus: 'off',
  typewriter: false,
  smartPunctuation: false,
  chineseQuotes: 'curly',
  indentChinese: false,
}

/** The settings of an editor. */
export const editorSettings = Facet.define<EditorSettings, EditorSettings>({
  combine: (values) => values[0] ?? DEFAULT_EDITOR_SETTINGS,
})
