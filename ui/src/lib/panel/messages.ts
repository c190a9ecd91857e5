import { formatCount, messages } from '$lib/i18n'
import type { Category, DistillReport, DistillStage, Finding, RunView } from '$lib/host'

const plural = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`
const join = (parts: (string | false)[], separator: string) => parts.filter(Boolean).join(separator)

/** What the doctor looks at, by stable name, and what to do where it is not as it should be. */
type Advice = Record<string, Record<Exclude<Finding, 'fine'>, string>>

type Counts = Pick<RunView, 'added' | 'updated' | 'removed'>

/** The words of the memory panel. */
export const t = messages(
  {
    memory: 'Memory',
    tabs: { rules: 'Rules', questions: 'Questions', files: 'Files', activity: 'Activity' },
    waiting: (count: number) => plural(count, 'question waits', 'questions wait'),

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
    updateFailed: 'Preferences were not updated.',

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
    confidence: (value: string) => `Confidence ${value}`,
    confidenceHint: 'How likely your next such choice agrees',
    unknown: 'Not known yet',
    more: (count: number) => `about ${plural(count, 'more choice', 'more choices')} to know`,
    confirmed: 'confirmed',
    written: 'written by you',
    edited: 'edited by you',
    everywhere: 'all projects',
    recent: 'changed lately',
    conflict: 'contradicted',

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

    isThisYou: 'Is this how you write?',
    alsoAsked: 'Also waiting',
    yes: 'Yes, that’s me',
    no: 'No',
    yesHint: 'Makes it a rule',
    noHint: 'Forgets it; the same choices will not bring it back',
    noQuestions: 'No questions.',
    noQuestionsMore: 'When your choices suggest something the desk is not sure of, it asks here, and nowhere else.',

    memoryFolder: 'Memory folder',
    bullets: (count: number) => plural(count, 'entry', 'entries'),
    noFiles: 'No memory yet.',
    noFilesMore: 'The first rule or choice creates the files, beside your manuscripts.',
    back: 'All files',
    readOnly: 'Read only. Edit it in any editor; the desk follows within a second.',
    emptyFile: 'This file is empty.',

    choices: (count: number) => `${plural(count, 'choice', 'choices')} remembered`,
    pending: (pending: number, batch: number) =>
      pending < batch
        ? `${formatCount(pending)} of ${formatCount(batch)} until the next update`
        : 'The next update starts after your next choice',
    history: 'What changed',
    noRuns: 'Nothing has changed the memory yet.',
    run: {
      distill: 'Updated preferences',
      rule_added: 'You added a rule',
      rule_confirmed: 'You confirmed a rule',
      rule_edited: 'You edited a rule',
      rule_deleted: 'You deleted a rule',
      file_followed: 'Followed your edit of a file',
    } as Record<string, string>,
    runUnknown: 'Changed memory',
    runCounts: ({ added, updated, removed }: Counts) =>
      join(
        [
          added > 0 && `${formatCount(added)} added`,
          updated > 0 && `${formatCount(updated)} changed`,
          removed > 0 && `${formatCount(removed)} removed`,
        ],
        ', ',
      ) || 'no change',
    runEpisodes: (count: number) => `from ${plural(count, 'choice', 'choices')}`,
    health: 'Health',
    healthy: 'Everything is in order.',
    finding: { fine: 'in order', warning: 'worth a look', broken: 'does not work' } satisfies Record<Finding, string>,
    check: {
      project: 'Project folder',
      journal: 'Journal',
      memory_file: 'MEMORY.md',
      index: 'Index',
    } as Record<string, string>,
    advice: {
      project: {
        warning: 'Some of the folder cannot be read. Check who may read it.',
        broken: 'The folder cannot be read. Check that the disk is connected and who may read it.',
      },
      journal: {
        warning: 'Some lines are not understood and were passed over; a newer desk may have written them. Nothing is lost.',
        broken: 'The journal cannot be read. Check that the memory folder is there and who may read it.',
      },
      memory_file: {
        warning: 'Edits of it were not followed yet. Update preferences to take them over.',
        broken: 'It cannot be read and was left as it is. Save it as UTF-8 text.',
      },
      index: {
        warning: 'It does not agree with your files. Rebuild it with “commonplace index rebuild”.',
        broken: 'It cannot be read. Your files are safe; opening the project again rebuilds it.',
      },
    } as Advice,
  },
  {
    memory: '记忆',
    tabs: { rules: '规则', questions: '提问', files: '文件', activity: '动态' },
    waiting: (count) => `${formatCount(count)} 个提问待答`,

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
    updateFailed: '偏好未能更新。',

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
    confidence: (value) => `置信度 ${value}`,
    confidenceHint: '下一次类似选择与此相符的可能性',
    unknown: '尚不确定',
    more: (count) => `约再有 ${formatCount(count)} 次选择便可确定`,
    confirmed: '已确认',
    written: '手动添加',
    edited: '已修改',
    everywhere: '所有项目',
    recent: '近期有变',
    conflict: '存在冲突',

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

    isThisYou: '你是这样写的吗？',
    alsoAsked: '其他提问',
    yes: '是，我就这样写',
    no: '不是',
    yesHint: '成为规则',
    noHint: '忘掉它，同样的选择不会让它再次出现',
    noQuestions: '没有待答的提问。',
    noQuestionsMore: '当你的选择透露出某种偏好、而它还拿不准时，只会在这里问你。',

    memoryFolder: '记忆文件夹',
    bullets: (count) => `${formatCount(count)} 条`,
    noFiles: '还没有记忆。',
    noFilesMore: '有了第一条规则或第一次选择，文件就会出现在书稿旁边。',
    back: '全部文件',
    readOnly: '只读。可用任何编辑器修改，一秒之内便会同步到这里。',
    emptyFile: '文件是空的。',

    choices: (count) => `已记录 ${formatCount(count)} 次选择`,
    pending: (pending, batch) =>
      pending < batch ? `距下次更新 ${formatCount(pending)}/${formatCount(batch)}` : '下一次选择后更新',
    history: '变更记录',
    noRuns: '记忆还没有发生过变化。',
    run: {
      distill: '更新了偏好',
      rule_added: '你添加了一条规则',
      rule_confirmed: '你确认了一条规则',
      rule_edited: '你修改了一条规则',
      rule_deleted: '你删除了一条规则',
      file_followed: '同步了你对文件的修改',
    },
    runUnknown: '更改了记忆',
    runCounts: ({ added, updated, removed }) =>
      join(
        [
          added > 0 && `新增 ${formatCount(added)}`,
          updated > 0 && `更新 ${formatCount(updated)}`,
          removed > 0 && `移除 ${formatCount(removed)}`,
        ],
        '，',
      ) || '没有变化',
    runEpisodes: (count) => `依据 ${formatCount(count)} 次选择`,
    health: '健康状况',
    healthy: '一切正常。',
    finding: { fine: '正常', warning: '值得留意', broken: '无法工作' },
    check: {
      project: '项目文件夹',
      journal: '日志',
      memory_file: 'MEMORY.md',
      index: '索引',
    },
    advice: {
      project: {
        warning: '文件夹中有些内容无法读取，请检查读取权限。',
        broken: '文件夹无法读取，请检查磁盘是否已连接以及读取权限。',
      },
      journal: {
        warning: '有些行无法识别，已略过；可能由更新的版本写入。没有丢失任何内容。',
        broken: '日志无法读取，请检查记忆文件夹是否存在以及读取权限。',
      },
      memory_file: {
        warning: '其中的修改尚未同步，更新偏好即可采纳。',
        broken: '文件无法读取，已原样保留。请将它另存为 UTF-8 文本。',
      },
      index: {
        warning: '索引与文件不一致，请用“commonplace index rebuild”重建。',
        broken: '索引无法读取。文件都在，重新打开项目即可重建。',
      },
    },
  },
)
