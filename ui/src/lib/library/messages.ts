import { formatCount, messages } from '$lib/i18n'

/** The words of the file list. */
export const t = messages(
  {
    manuscript: 'Manuscript',
    files: 'Files of the project',
    units: (count: number) => (count === 1 ? '1 word' : `${formatCount(count)} words`),
    notSaved: 'not saved',
  },
  {
    manuscript: '书稿',
    files: '项目文件',
    units: (count) => `${formatCount(count)} 字`,
    notSaved: '未保存',
  },
)
