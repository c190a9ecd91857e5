// Smart punctuation: converts typed quotes, dashes and dots into typographic ones, depending on the language of the
// paragraph.

/** A replacement for typed text: the number of characters before the caret to replace, and the new text. */
export type Substitution = { readonly back: number; readonly insert: string }

/** After these characters a quote opens. */
const OPENS = /[\s([{（【《〈「『“‘—–-]$|^$/u
const HAN = /\p{Script=Han}|[，。；：！？、]/u
const WORD = /[\p{L}\p{N}]$/u

/**
 * Returns the replacement for a sign typed after `before`, the line up to the caret, or `null` for none.
 *
 * `chinese`: the paragraph is Chinese. `corner`: its quotes are 「」.
 */
export function replacementOf(typed: string, before: string, chinese: boolean, corner: boolean): Substitution | null {
  switch (typed) {
    case '"':
      return chinese ? pair(before, corner ? '「」' : '“”') : { back: 1, insert: OPENS.test(before) ? '“' : '”' }
    case "'":
      // An apostrophe stands inside or after a word of letters.
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

/**
 * In Chinese the characters around a quote do not show whether it opens or closes. The quotes before it in the
 * paragraph do.
 */
function pair(before: string, [open = '', close = '']: string): Substitution {
  const opened = before.split(open).length - before.split(close).length
  return { back: 1, insert: opened > 0 ? close : open }
}

/** Two hyphens after text are a dash. At the start of a line, in a table and in a comment they are Markdown marks. */
function dash(before: string, chinese: boolean): Substitution | null {
  if (!before.endsWith('-') || /(?:^|[-|:!<])\s*-$/.test(before)) return null
  return { back: 2, insert: chinese ? '——' : '—' }
}

/**
 * Returns whether a paragraph is Chinese, by the nearest letter before the caret, else after it; `null` without
 * letters.
 */
export function isChinese(before: string, after: string): boolean | null {
  const nearest = [...before.slice(-80)].reverse().join('') + after.slice(0, 80)
  const found = /[\p{Script=Han}\p{Script=Latin}]/u.exec(nearest)
  return found ? HAN.test(found[0]) : null
}
