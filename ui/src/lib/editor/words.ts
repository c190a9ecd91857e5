import { messages } from '$lib/i18n'

/** The words of this feature. */
export const words = messages(
  {
    manuscript: (path: string) => `Manuscript ${path}`,
    notSaved: (sentence: string) => `Not saved: ${sentence}`,
    changedOutside: 'Another program changed this file while you wrote.',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
  },
  {
    manuscript: (path) => `文稿 ${path}`,
    notSaved: (sentence) => `未保存：${sentence}`,
    changedOutside: '你写作时，其他程序修改了这个文件。',
    keepMine: '保留我的',
    takeTheirs: '采用新的',
  },
)
