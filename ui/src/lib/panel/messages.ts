import { formatCount, messages } from '$lib/i18n'
import type { Category, DistillReport, DistillStage } from '$lib/host'
import { join, odds, plural } from './phrase'

/** The words of the memory panel. */
export const t = messages(
  {
    memory: 'Memory',
    tabs: { rules: 'Rules', questions: 'Questions', files: 'Files', activity: 'Activity' },

    update: 'Update preferences',
    stage: {
      started: 'gathering your choices',
      clustered: 'sorting by scene',
      patterned: 'finding patterns',
      generated: 'wording the rules',
      completed: 'done',
      failed: 'stopped',
    } satisfies Record<DistillStage, string>,
    report: ({ added, updated, withdrawn }: DistillReport) =>
      join(
        [
          added > 0 && plural(added, 'new rule', 'new rules'),
          updated > 0 && `${formatCount(updated)} changed`,
          withdrawn > 0 && `${formatCount(withdrawn)} withdrawn`,
        ],
        ', ',
      ) || 'Nothing new yet',
    pending: (pending: number, batch: number) =>
      pending < batch
        ? `${formatCount(pending)} of ${formatCount(batch)} until the next update`
        : 'The next update starts after your next choice',
    updateFailed: 'Preferences were not updated.',
    pause: 'Pause learning',
    resume: 'Resume learning',
    paused: 'Learning is paused: new choices are still remembered, but nothing is learned from them yet.',
    updatePaused: 'Learning is paused',
    exploration: (every: number) => `1 in ${formatCount(every)} offers leaves a rule out, so that it can be proved wrong.`,

    category: {
      style: 'Style',
      structure: 'Structure',
      character: 'Character',
      pacing: 'Pacing',
      vocabulary: 'Vocabulary',
    } satisfies Record<Category, string>,
    noticed: 'Noticed, not yet used',
    noRules: 'Nothing learned yet.',
    noRulesMore: 'Select a passage, take or refuse what is offered, and rules appear here with the choices they come from.',
    noRulesInForce: 'No rule in force yet. What is noticed below needs more of your choices.',

    evidence: (supporting: number, contradicting: number) =>
      `${formatCount(supporting)} for, ${formatCount(contradicting)} against`,
    odds: (confidence: number) => {
      const { tenths, than } = odds(confidence)
      return `${{ about: 'about', more: 'more than', fewer: 'fewer than' }[than]} ${tenths} in 10`
    },
    promise: (odds: string) => `${odds[0]?.toUpperCase()}${odds.slice(1)} of your next such choices should agree.`,
    unknown: 'Not known yet',
    more: (count: number) => `about ${plural(count, 'more choice', 'more choices')} to know`,
    confirmed: 'confirmed',
    written: 'written by you',
    edited: 'edited by you',
    everywhere: 'all projects',
    recent: 'changed lately',
    recentMore: 'Changed lately: your choices of the last weeks point this way.',
    conflict: 'contradicted',
    conflictMore: 'Contradicted by another rule, so it counts for less. What is right is asked under Questions.',

    confirm: 'Confirm',
    edit: 'Edit',
    delete: 'Delete',
    save: 'Save',
    cancel: 'Cancel',
    ruleText: 'The rule',
    sureDelete: 'Delete it? The same choices will not bring it back.',
    keep: 'Keep',

    noEvidence: 'You wrote this rule yourself; no choice of yours speaks for or against it yet.',
    noQuotes: 'The choices behind this were made earlier and cannot be quoted here.',
    moreQuotes: (count: number) => `Show ${formatCount(count)} more`,
    quoted: (text: string) => `“${text}”`,
    choice: { stands: (quoted: string) => quoted, gaveWay: (quoted: string) => `over ${quoted}` },
    refusal: { stands: (quoted: string) => `kept ${quoted}`, gaveWay: (quoted: string) => `refused ${quoted}` },
    revision: { stands: (quoted: string) => quoted, gaveWay: (quoted: string) => `was ${quoted}` },
    forIt: 'For:',
    againstIt: 'Against:',

    add: 'Add a rule',
    addText: 'In one sentence, how do you write?',
    addPlaceholder: 'Dialogue carries no adverbs',
    addCategory: 'Group',

    memoryFolder: 'Memory folder',
    bullets: (count: number) => plural(count, 'entry', 'entries'),
    noFiles: 'No memory yet.',
    noFilesMore: 'The first rule or choice creates the files, beside your manuscripts.',
    back: 'All files',
    readOnly: 'Read only. Edit it in any editor; the desk follows within a second.',
    emptyFile: 'This file is empty.',
  },
  {
    memory: '记忆',
    tabs: { rules: '规则', questions: '提问', files: '文件', activity: '动态' },

    update: '更新偏好',
    stage: {
      started: '收集你的选择',
      clustered: '按场景归类',
      patterned: '寻找规律',
      generated: '写成规则',
      completed: '完成',
      failed: '已停止',
    },
    report: ({ added, updated, withdrawn }) =>
      join(
        [
          added > 0 && `新增 ${formatCount(added)} 条`,
          updated > 0 && `更新 ${formatCount(updated)} 条`,
          withdrawn > 0 && `撤回 ${formatCount(withdrawn)} 条`,
        ],
        '，',
      ) || '暂无新发现',
    pending: (pending, batch) =>
      pending < batch ? `距下次更新 ${formatCount(pending)}/${formatCount(batch)}` : '下一次选择后更新',
    updateFailed: '偏好未能更新。',
    pause: '暂停学习',
    resume: '恢复学习',
    paused: '学习已暂停：新情景仍记录，但不会触发蒸馏更新',
    updatePaused: '学习已暂停',
    exploration: (every) => `每 ${formatCount(every)} 次改写，有一次会撇开某条规则，好让它有机会被推翻。`,

    category: {
      style: '写作风格',
      structure: '叙事结构',
      character: '人物塑造',
      pacing: '叙事节奏',
      vocabulary: '用词偏好',
    },
    noticed: '有所察觉，尚未使用',
    noRules: '还没有学到什么。',
    noRulesMore: '选中一段文字，对改写作出取舍，规则就会连同它所依据的选择出现在这里。',
    noRulesInForce: '暂无生效的规则。下面这些还需要你更多的选择。',

    evidence: (supporting, contradicting) => `支持 ${formatCount(supporting)} · 反对 ${formatCount(contradicting)}`,
    odds: (confidence) => {
      const { tenths, than } = odds(confidence)
      return `${{ about: '约', more: '超过', fewer: '不到' }[than]}${'一二三四五六七八九'[tenths - 1]}成`
    },
    promise: (odds) => `接下来类似的选择，${odds}会与此相符。`,
    unknown: '尚不确定',
    more: (count) => `约再有 ${formatCount(count)} 次选择便可确定`,
    confirmed: '已确认',
    written: '手动添加',
    edited: '已修改',
    everywhere: '所有项目',
    recent: '近期有变',
    recentMore: '近期有变：最近几周的选择指向这里。',
    conflict: '存在冲突',
    conflictMore: '与另一条规则相冲突，因而暂时降低了分量。以哪条为准，请在「提问」中回答。',

    confirm: '确认',
    edit: '修改',
    delete: '删除',
    save: '保存',
    cancel: '取消',
    ruleText: '规则内容',
    sureDelete: '确定删除？同样的选择不会让它再次出现。',
    keep: '保留',

    noEvidence: '这条规则由你亲手写下，还没有选择支持或反对它。',
    noQuotes: '这些选择较早，暂时无法在此引用。',
    moreQuotes: (count) => `再看 ${formatCount(count)} 条`,
    quoted: (text) => `「${text}」`,
    choice: { stands: (quoted) => `取${quoted}`, gaveWay: (quoted) => `舍${quoted}` },
    refusal: { stands: (quoted) => `保留${quoted}`, gaveWay: (quoted) => `不取${quoted}` },
    revision: { stands: (quoted) => `改作${quoted}`, gaveWay: (quoted) => `原作${quoted}` },
    forIt: '支持：',
    againstIt: '反对：',

    add: '添加规则',
    addText: '用一句话说说你的写法',
    addPlaceholder: '对话中不用副词',
    addCategory: '分类',

    memoryFolder: '记忆文件夹',
    bullets: (count) => `${formatCount(count)} 条`,
    noFiles: '还没有记忆。',
    noFilesMore: '有了第一条规则或第一次选择，文件就会出现在书稿旁边。',
    back: '全部文件',
    readOnly: '只读。可用任何编辑器修改，一秒之内便会同步到这里。',
    emptyFile: '文件是空的。',
  },
)
