// The extensions of a writing page in one list.

import type { EditorState, Extension } from '@codemirror/state'
import { find } from './find/find'
import { drawn, fences, foldFrontMatter, footnotes, frontMatter, fileAccess, type FileAccess } from './markdown'
import { focus } from './modes/focus'
import { typewriter } from './modes/typewriter'
import { pieces } from './pieces'
import { firstKey } from './typing/firstKey'
import { smartPunctuation } from './typing/smart'

/** Returns the extension; `files` gives access to the files of the project, if any. */
export function writing(files?: FileAccess): Extension {
  return [
    pieces,
    fences,
    files ? fileAccess.of(files) : [],
    // An earlier decoration is nested inside a later one: a search match inside a link must not split the link.
    find,
    focus,
    drawn,
    foldFrontMatter,
    footnotes,
    typewriter,
    smartPunctuation,
    firstKey,
  ]
}

/** Returns the offset of the first text after the front matter. */
export function textStart({ doc }: EditorState): number {
  const matter = frontMatter(doc)
  return matter ? Math.min(matter.to + 1, doc.length) : 0
}
