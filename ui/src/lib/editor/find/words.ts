import { formatCount, messages } from '$lib/i18n'
import type { PatternFault } from './pattern'

export const words = messages(
  {
    find: 'Find',
    findField: 'Find in this file',
    replaceField: 'Replace with',
    next: 'Next match',
    previous: 'Previous match',
    replace: 'Replace',
    replaceAll: 'Replace all',
    close: 'Close',
    showReplace: 'Show replacing',
    caseSensitive: 'Match case',
    wholeWord: 'Whole words (makes no difference in Chinese)',
    regex: 'Regular expression, within a line',
    keepCase: 'Keep the case of what is replaced: word, Word, WORD',
    count: (at: number, all: number, more: boolean) =>
      all === 0 && !more ? 'none' : at > 0 ? `${formatCount(at)} of ${formatCount(all)}${more ? '+' : ''}` : `${formatCount(all)}${more ? '+' : ''}`,
    incomplete: (parts: number) =>
      `${parts === 1 ? 'One part' : `${formatCount(parts)} parts`} of the text took too long for this pattern and may hold more.`,
    replaced: (count: number) => (count === 1 ? 'Replaced one.' : `Replaced ${formatCount(count)}. One undo brings them back.`),
    changed: 'The text changed meanwhile; nothing was replaced.',
    fault: {
      syntax: 'This is no regular expression yet.',
      lookaround: 'Looking around, (?=…) and the like, is not known here.',
      backreference: 'A group cannot be referred to in the pattern; in the replacement it is $1.',
      notWord: 'Write [^\\w…] here: \\W and \\S cannot stand among other characters.',
      large: 'This pattern is too large.',
    } satisfies Record<PatternFault, string>,
  },
  {
    find: '查找',
    findField: '在本文件中查找',
    replaceField: '替换为',
    next: '下一处',
    previous: '上一处',
    replace: '替换',
    replaceAll: '全部替换',
    close: '关闭',
    showReplace: '显示替换',
    caseSensitive: '区分大小写',
    wholeWord: '整词匹配（对中文不起作用）',
    regex: '正则表达式，不跨行',
    keepCase: '替换时沿用原来的大小写：word、Word、WORD',
    count: (at, all, more) =>
      all === 0 && !more ? '无' : at > 0 ? `第 ${formatCount(at)} 处，共 ${formatCount(all)}${more ? '+' : ''}` : `共 ${formatCount(all)}${more ? '+' : ''} 处`,
    incomplete: (parts) => `正文有 ${formatCount(parts)} 段用这个表达式查找太久，可能还有未找到的。`,
    replaced: (count) => `已替换 ${formatCount(count)} 处，撤销一次即可全部恢复。`,
    changed: '其间正文有变动，没有替换。',
    fault: {
      syntax: '还不是完整的正则表达式。',
      lookaround: '不支持环视，如 (?=…)。',
      backreference: '表达式中不能引用分组；替换中可用 $1。',
      notWord: '\\W 与 \\S 不能写在方括号里；请改用 [^\\w…]。',
      large: '这个表达式太大了。',
    },
  },
)
