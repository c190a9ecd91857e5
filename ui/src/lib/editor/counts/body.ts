// Where the words of a manuscript begin. Front matter says something about the manuscript and is no part of its length.

import { Facet, type EditorState, type Text } from '@codemirror/state'
import { frontMatter } from '../markdown'

/** Whether the manuscript is plain text, which has no front matter. */
export const plainText = Facet.define<boolean, boolean>({ combine: (values) => values.some(Boolean) })

/** Returns the offset of the first line after the front matter. */
export function bodyFrom(state: EditorState, doc: Text = state.doc): number {
  const matter = state.facet(plainText) ? null : frontMatter(doc)
  return matter ? Math.min(matter.to + 1, doc.length) : 0
}
