import { expect, it } from 'vitest'
import type { Restored, RestoredFile } from '$lib/host'
import { locale } from '$lib/i18n'
import { foresight } from './foresight'

const file = (path: string, given: Partial<RestoredFile> = {}): RestoredFile => ({ path, outcome: 'goes_back', why: null, since: [], ...given })
const refused = (path: string, why: RestoredFile['why'], since: string[] = []) => file(path, { outcome: 'refused', why, since })
const restored = (given: Partial<Restored>): Restored => ({ runId: null, undoes: 'r', files: [], rules: [], questions: 0, noes: 0, episodes: 0, ...given })
const rule = (outcome: 'goes_back' | 'refused') => ({ id: 'r1', outcome, since: [] })

it.each([
  [restored({ files: [file('MEMORY.md'), file('HISTORY.md', { outcome: 'as_it_is' })], rules: [rule('goes_back')], noes: 1 }), 'go',
    'What this did to MEMORY.md is undone, and with it 1 rule, 1 refusal.', '这次对 MEMORY.md 的改动会撤销，连同 1 条规则、1 次否定一起回到之前。'],
  [restored({ files: [...'ABCDEFG'].map((name) => file(`${name}.md`)) }), 'go',
    'What this did to A.md, B.md, C.md and 4 more files is undone.', '这次对 A.md、B.md、C.md、另外 4 个文件 的改动会撤销。'],
  [restored({ questions: 2 }), 'go', 'No file changes; what goes back is 2 questions.', '文件不变，2 个提问会回到之前。'],
  [restored({ files: [file('MEMORY.md', { outcome: 'as_it_is' })] }), 'none', 'Everything is already as it was before this.', '现在已经和这次改动之前一样。'],
  [restored({ files: [refused('A.md', 'changed_since', ['x', 'y']), refused('B.md', 'changed_since', ['y'])] }), 'merge',
    'A.md and B.md have changed since, by 2 later changes, so it cannot simply go back.', 'A.md、B.md 之后又变过（2 次改动），无法直接撤回。'],
  [restored({ files: [refused('A.md', 'changed_since'), refused('B.md', 'not_kept')] }), 'none',
    'What stood in B.md before is not kept here, so it cannot come back.', '这里没有留下 B.md 原来的内容，无法恢复。'],
  [restored({ files: [refused('A.md', 'changed_since')], rules: [rule('refused')] }), 'none',
    '1 rule it touched has changed since. Take the later change back first.', '它动过的 1 条规则之后又变过。请先撤回之后的那次。'],
  [restored({ files: [file('A.md', { outcome: 'merged' }), file('B.md')], rules: [rule('goes_back')] }), 'go',
    'What this did is taken out of A.md; what came later stays. With it goes back: B.md, 1 rule.', '会从 A.md 里去掉这次的改动，之后的改动保留。同时回到之前的还有 B.md、1 条规则。'],
] as const)('describes the effect of taking a run back: %#', (given, next, english, chinese) => {
  expect(foresight(given)).toEqual({ sentence: english, next })
  locale.set('zh')
  expect(foresight(given)).toEqual({ sentence: chinese, next })
})
