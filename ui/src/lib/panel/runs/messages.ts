import { formatCount, messages } from '$lib/i18n'
import type { RunFileChange } from '$lib/host'
import { join, plural } from '../phrase'

/** Counts of the parts that are taken back in addition to files. */
interface Along {
  rules: number
  questions: number
  noes: number
  episodes: number
}

/** Number of files that are named: a month of daily notes has about thirty. */
const NAMED = 3

/** Returns all of a few names, or the first names and the number of the others. */
function said(names: string[], more: (count: number) => string): string[] {
  return names.length <= NAMED + 1 ? names : [...names.slice(0, NAMED), more(names.length - NAMED)]
}

const list = (names: string[]) => new Intl.ListFormat('en-GB').format(said(names, (count) => plural(count, 'more file', 'more files')))
const liste = (names: string[]) => said(names, (count) => `另外 ${formatCount(count)} 个文件`).join('、')

export const t = messages(
  {
    takeBack: 'Take back',
    takeBackOf: (what: string, when: string) => `Take back: ${what}, ${when}`,
    looking: 'Finding out what that would change…',
    go: 'Take it back',
    merge: 'Take out only this change',
    leave: 'Leave it',
    done: 'Taken back. That is a change too, and can be taken back itself.',
    nothing: 'There is no change to take back.',
    undone: 'taken back',
    undoes: 'takes back an earlier change',

    goesBack: (files: string[], along: string) =>
      `What this did to ${list(files)} is undone${along && `, and with it ${along}`}.`,
    merges: (files: string[], along: string) =>
      `What this did is taken out of ${list(files)}; what came later stays.${along && ` With it goes back: ${along}.`}`,
    onlyAlong: (along: string) => `No file changes; what goes back is ${along}.`,
    asItIs: 'Everything is already as it was before this.',
    changedSince: (files: string[], later: number) =>
      `${list(files)} ${files.length === 1 ? 'has' : 'have'} changed since, ${later > 0 ? `by ${plural(later, 'later change', 'later changes')}` : 'in another program'}, so it cannot simply go back.`,
    conflicts: (files: string[]) =>
      `What came later in ${list(files)} touches the same lines, so the two cannot be told apart. Take the later change back first.`,
    notKept: (files: string[]) => `What stood in ${list(files)} before is not kept here, so it cannot come back.`,
    rulesChanged: (count: number) =>
      `${plural(count, 'rule it touched has', 'rules it touched have')} changed since. Take the later change back first.`,
    along: ({ rules, questions, noes, episodes }: Along) =>
      join(
        [
          rules > 0 && plural(rules, 'rule', 'rules'),
          questions > 0 && plural(questions, 'question', 'questions'),
          noes > 0 && plural(noes, 'refusal', 'refusals'),
          episodes > 0 && plural(episodes, 'choice', 'choices'),
        ],
        ', ',
      ),
    together: (parts: string[]) => parts.filter(Boolean).join(', '),
    change: { created: 'new', changed: 'changed', removed: 'gone' } satisfies Record<RunFileChange, string>,
    changed: (path: string, change: string) => `${path}\u00a0(${change})`,
  },
  {
    takeBack: '撤回',
    takeBackOf: (what, when) => `撤回：${what}，${when}`,
    looking: '正在看撤回会怎样……',
    go: '确定撤回',
    merge: '只去掉这一次的改动',
    leave: '不撤回',
    done: '已撤回。撤回也是一次改动，同样可以再撤回。',
    nothing: '没有可以撤回的变更。',
    undone: '已撤回',
    undoes: '撤回了之前的一次改动',

    goesBack: (files, along) => `这次对 ${liste(files)} 的改动会撤销${along && `，连同 ${along}一起回到之前`}。`,
    merges: (files, along) => `会从 ${liste(files)} 里去掉这次的改动，之后的改动保留。${along && `同时回到之前的还有 ${along}。`}`,
    onlyAlong: (along) => `文件不变，${along}会回到之前。`,
    asItIs: '现在已经和这次改动之前一样。',
    changedSince: (files, later) =>
      `${liste(files)} 之后又变过${later > 0 ? `（${formatCount(later)} 次改动）` : '（在其他程序里）'}，无法直接撤回。`,
    conflicts: (files) => `${liste(files)} 之后的改动动了同样的几行，两者分不开。请先撤回之后的那次。`,
    notKept: (files) => `这里没有留下 ${liste(files)} 原来的内容，无法恢复。`,
    rulesChanged: (count) => `它动过的 ${formatCount(count)} 条规则之后又变过。请先撤回之后的那次。`,
    along: ({ rules, questions, noes, episodes }) =>
      join(
        [
          rules > 0 && `${formatCount(rules)} 条规则`,
          questions > 0 && `${formatCount(questions)} 个提问`,
          noes > 0 && `${formatCount(noes)} 次否定`,
          episodes > 0 && `${formatCount(episodes)} 次选择`,
        ],
        '、',
      ),
    together: (parts) => parts.filter(Boolean).join('、'),
    change: { created: '新建', changed: '已修改', removed: '已删除' },
    changed: (path, change) => `${path}（${change}）`,
  },
)
