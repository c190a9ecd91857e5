import { formatCount, messages } from '$lib/i18n'

/** The words of this feature. */
export const words = messages(
  {
    search: 'Find in the project',
    field: 'Find in all files',
    close: 'Close',
    stop: 'Stop',
    searching: 'Searching the files',
    changing: 'Changing the files',
    found: (places: number, files: number, more: boolean) =>
      places === 0
        ? 'Nothing found.'
        : `${more ? 'More than ' : ''}${formatCount(places)} ${places === 1 ? 'place' : 'places'} in ${formatCount(files)} ${files === 1 ? 'file' : 'files'}`,
    narrow: 'More was found than is shown. Look for something narrower to replace all of it.',
    incomplete: 'Parts of the text took too long for this pattern and may hold more.',
    unread: (files: number) => `${files === 1 ? 'One file' : `${formatCount(files)} files`} could not be read.`,
    replaceAll: 'Replace all',
    replaceFile: (name: string) => `Replace all in ${name}`,
    replaceHit: 'Replace this one',
    showReplace: 'Show replacing',
    rest: (count: number) => `Show ${formatCount(count)} more`,
    outcome: {
      replaced: (places: number, files: number) =>
        `Replaced ${formatCount(places)} in ${files === 1 ? 'one file' : `${formatCount(files)} files`}.`,
      undone: (places: number, files: number) =>
        `Took back ${formatCount(places)} in ${files === 1 ? 'one file' : `${formatCount(files)} files`}.`,
    },
    changed: (names: readonly string[]) => `Changed meanwhile and left as ${names.length === 1 ? 'it is' : 'they are'}: ${listed(names, ', ')}.`,
    failed: (name: string, sentence: string) => `${name}: ${sentence}`,
    undo: 'Undo replacement',
  },
  {
    search: '在项目中查找',
    field: '在所有文件中查找',
    close: '关闭',
    stop: '停止',
    searching: '正在查找',
    changing: '正在修改文件',
    found: (places, files, more) =>
      places === 0 ? '没有找到。' : `${formatCount(files)} 个文件，${more ? '超过 ' : '共 '}${formatCount(places)} 处`,
    narrow: '找到的比显示的多。请缩小查找范围，再全部替换。',
    incomplete: '部分文字用这个表达式查找太久，可能还有未找到的。',
    unread: (files) => `${formatCount(files)} 个文件无法读取。`,
    replaceAll: '全部替换',
    replaceFile: (name) => `替换「${name}」中的全部`,
    replaceHit: '替换这一处',
    showReplace: '显示替换',
    rest: (count) => `再显示 ${formatCount(count)} 处`,
    outcome: {
      replaced: (places, files) => `已在 ${formatCount(files)} 个文件中替换 ${formatCount(places)} 处。`,
      undone: (places, files) => `已在 ${formatCount(files)} 个文件中恢复 ${formatCount(places)} 处。`,
    },
    changed: (names) => `其间有变动，保持不变：${listed(names, '、')}。`,
    failed: (name, sentence) => `${name}：${sentence}`,
    undo: '撤销替换',
  },
)

/** Names the first few. */
function listed(names: readonly string[], mark: string): string {
  const first = names.slice(0, 3).join(mark)
  return names.length > 3 ? `${first}… (${formatCount(names.length)})` : first
}
