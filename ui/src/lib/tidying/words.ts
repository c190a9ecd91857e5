import type { TidyRule } from '$lib/editor'
import { formatCount, messages } from '$lib/i18n'
import type { Tidying } from '$lib/host'

export const t = messages(
  {
    of: (name: string) => `Tidy ${name}`,
    close: 'Back to the page',
    indent: 'Two spaces before a paragraph',
    blankLines: 'Blank line between paragraphs',
    choices: { keep: 'As it is', with: 'Yes', without: 'No' } satisfies Record<Tidying, string>,
    rules: {
      indent: 'Indentation',
      blankLines: 'Blank lines',
      quotes: 'Quotation marks',
      dashes: 'Dashes',
      ellipses: 'Ellipses',
      punctuation: 'Half-width punctuation',
      spaces: 'Needless spaces',
    } satisfies Record<TidyRule, string>,
    found: 'What would change',
    nothing: 'There is nothing to tidy.',
    hint: 'Click a change to leave it out.',
    taken: (change: string) => `${change}, taken`,
    left: (change: string) => `${change}, left out`,
    take: (count: number) => (count === 1 ? 'Make 1 change' : `Make ${formatCount(count)} changes`),
    takeNote: 'One undo takes all of them back. The present text is kept as a version first.',
    changedMeanwhile: 'The text has changed meanwhile. These are the changes to the present text.',
  },
  {
    of: (name) => `排版《${name}》`,
    close: '回到正文',
    indent: '段首空两格',
    blankLines: '段间空一行',
    choices: { keep: '不变', with: '要', without: '不要' },
    rules: {
      indent: '段首缩进',
      blankLines: '空行',
      quotes: '引号',
      dashes: '破折号',
      ellipses: '省略号',
      punctuation: '半角标点',
      spaces: '多余的空格',
    },
    found: '要改的地方',
    nothing: '没有要整理的地方。',
    hint: '点一处改动，就不采用这一处。',
    taken: (change) => `${change}，采用`,
    left: (change) => `${change}，不采用`,
    take: (count) => `采用 ${formatCount(count)} 处改动`,
    takeNote: '撤销一次即可全部恢复。会先把现在的文字留作一个版本。',
    changedMeanwhile: '正文刚才有变动。下面是对现在这份正文的改动。',
  },
)
