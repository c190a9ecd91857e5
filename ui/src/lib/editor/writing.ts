// What makes an editor a page to write on: one list, so that a manuscript names it once.

import type { EditorState, Extension } from '@codemirror/state'
import { find } from './find/find'
import { drawn, fences, foldFrontMatter, footnotes, frontMatter, surroundings, type FilesAround } from './markdown'
import { focus } from './modes/focus'
import { typewriter } from './modes/typewriter'
import { pieces } from './pieces'
import { firstKey } from './typing/firstKey'
import { smartPunctuation } from './typing/smart'

/** Returns the extension; `files` is what the text knows of the files around it, if anything. */
export function writing(files?: FilesAround): Extension {
  return [
    pieces,
    fences,
    files ? surroundings.of(files) : [],
    // What is earlier is drawn inside of what is later: a match in a link leaves the link whole.
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

/** Returns where the prose of a text begins: behind its front matter. */
export function textStart({ doc }: EditorState): number {
  const matter = frontMatter(doc)
  return matter ? Math.min(matter.to + 1, doc.length) : 0
}
