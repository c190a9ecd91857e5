// Smart punctuation: typed quotes, dashes and dots become typographic ones, in the way of the paragraph's language.

/** What a typed sign becomes: how much before the caret it takes along, and what stands there then. */
export type Substitution = { readonly back: number; readonly insert: string }

/** Behind these a quote opens. */
const OPENS = /[\s([{（【《〈「『“‘—–-]$|^$/u
const HAN = /\p{Script=Han}|[，。；：！？、]/u
const WORD = /[\p{L}\p{N}]$/u

/**
 * Returns what a sign becomes that is typed behind `before`, the line up to the caret, or `null` where it stays.
 *
 * `chinese` says which way the paragraph is written, `corner` that its quotes are 「」.
 */
export function replacementOf(typed: string, before: string, chinese: boolean, corner: boolean): Substitution | null {
  switch (typed) {
    case '"':
      return chinese ? pair(before, corner ? '「」' : '“”') : { back: 1, insert: OPENS.test(before) ? '“' : '”' }
    case "'":
      // An apostrophe stands inside or behind a word of letters.
      if (WORD.test(before) && !HAN.test(before.at(-1) ?? '')) return { back: 1, insert: '’' }
      return chinese ? pair(before, corner ? '『』' : '‘’') : { back: 1, insert: OPENS.test(before) ? '‘' : '’' }
    case '-':
      return dash(before, chinese)
    case '.':
      if (!before.endsWith('..') || before.endsWith('...')) return null
      return { back: 3, insert: chinese ? '……' : '…' }
    case '。':
      return before.endsWith('。。') ? { back: 3, insert: '……' } : null
    default:
      return null
  }
}

/** In Chinese nothing around a quote says whether it opens; the quotes before it in the paragraph do. */
function pair(before: string, [open = '', close = '']: string): Substitution {
  const opened = before.split(open).length - before.split(close).length
  return { back: 1, insert: opened > 0 ? close : open }
}

/** Two hyphens behind a text are a dash. At the beginning of a line, in a table and in a comment they are a mark. */
function dash(before: string, chinese: boolean): Substitution | null {
  if (!before.endsWith('-') || /(?:^|[-|:!<])\s*-$/.test(before)) return null
  return { back: 2, insert: chinese ? '——' : '—' }
}

/** Returns whether a paragraph is written in Chinese, by what stands nearest before the caret, else behind it. */
export function isChinese(before: string, after: string): boolean | null {
  const nearest = [...before.slice(-80)].reverse().join('') + after.slice(0, 80)
  const found = /[\p{Script=Han}\p{Script=Latin}]/u.exec(nearest)
  return found ? HAN.test(found[0]) : null
}
