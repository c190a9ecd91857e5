import { formatCount, messages } from '$lib/i18n'
import type { BandCounts, Finding, RuleCounts, RunKind, RunView } from '$lib/host'
import { join, plural } from '../phrase'

/** What the doctor looks at, by stable name, and what to do where it is not as it should be. */
type Advice = Record<string, Partial<Record<Exclude<Finding, 'fine'>, string>>>

type Counts = Pick<RunView, 'added' | 'updated' | 'removed'>

/** The words of what happened and how things stand. */
export const t = messages(
  {
    choices: (count: number) => `${plural(count, 'choice', 'choices')} remembered`,
    asTable: 'As a table',
    asChart: 'As a chart',
    perWeek: 'Choices a week',
    perWeekSays: (weeks: number, most: number) => `Choices in each of the last ${plural(weeks, 'week', 'weeks')}, at most ${formatCount(most)} a week.`,
    perWeekColumn: 'Choices',
    nothing: 'Nothing to draw yet; it begins with your first choice.',
    week: 'Week',
    thisWeek: 'this week',
    evidence: 'Evidence for each rule',
    evidenceKey: 'What your choices have added up to, week by week: for a rule above its line, against it below.',
    evidenceCounts: (supports: number, contradicts: number) => `${formatCount(supports)} for, ${formatCount(contradicts)} against`,
    evidenceSays: (rule: string, supports: number, contradicts: number) =>
      `${rule}: ${formatCount(supports)} for and ${formatCount(contradicts)} against by now`,
    for: 'For',
    against: 'Against',
    moreRules: (count: number) => `Show ${plural(count, 'more rule', 'more rules')}`,
    states: 'What is known',
    state: { noticed: 'Noticed', proposed: 'Asked about', rule: 'In force', confirmed: 'Confirmed by you' } satisfies Record<keyof RuleCounts, string>,
    stateColumn: 'State',
    ruleColumn: 'Rules',
    bands: 'How fresh the choices are',
    bandsMore: 'What is not called on fades and is shortened with time. The journal keeps every choice.',
    band: {
      active: 'Fresh',
      decaying: 'Fading',
      toCompress: 'To be shortened',
      toEvict: 'To be let go',
      compressed: 'Shortened',
    } satisfies Record<keyof BandCounts, string>,

    history: 'What changed',
    noRuns: 'Nothing has changed the memory yet.',
    run: {
      distill: 'Updated preferences',
      rule_added: 'You added a rule',
      rule_confirmed: 'You confirmed a rule',
      rule_edited: 'You edited a rule',
      rule_deleted: 'You deleted a rule',
      rule_moved: 'A rule went to or came from all projects',
      file_followed: 'Followed your edit of a file',
      question_answered: 'You answered a question',
      question_put_off: 'You put a question off',
      compress: 'Shortened choices that had faded',
      purge: 'Let go of choices that had faded',
    } satisfies Record<RunKind, string>,
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
      capacity: 'Room for choices',
      capacity_compressed: 'Room for old choices',
      capacity_rules: 'Room for rules',
      maintenance: 'Daily upkeep',
      workflow: 'Project settings (workflow.toml)',
      global: 'Memory of all projects',
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
      capacity: {
        warning: 'More choices are marked to stay than there is room for. Nothing is lost; recall grows slower.',
        broken: 'It cannot be counted. Your files are safe; opening the project again rebuilds the index.',
      },
      capacity_compressed: {
        warning: 'Your rules rest on more old choices than there is room for. Nothing is lost; deleting rules that say nothing of use makes room.',
        broken: 'It cannot be counted. Your files are safe; opening the project again rebuilds the index.',
      },
      capacity_rules: {
        warning: 'There are more rules than there is room for. None was dropped; delete those that say nothing of use.',
        broken: 'It cannot be counted. Your files are safe; opening the project again rebuilds the index.',
      },
      maintenance: {
        warning: 'What has faded could not be shortened today. Nothing is lost, and it is tried again tomorrow.',
      },
      global: {
        warning: 'Something in it is worth a look: open its MEMORY.md, or run “commonplace doctor” to see what.',
        broken: 'It cannot be used, so only the rules of this project hold. Check that its disk is connected and who may read it.',
      },
      workflow: {
        warning: 'It cannot be read as it stands, so nothing in it holds. Mend it or take it away.',
      },
    } as Advice,
  },
  {
    choices: (count) => `已记录 ${formatCount(count)} 次选择`,
    asTable: '看表格',
    asChart: '看图',
    perWeek: '每周的选择',
    perWeekSays: (weeks, most) => `最近 ${formatCount(weeks)} 周每周的选择，最多一周 ${formatCount(most)} 次。`,
    perWeekColumn: '选择',
    nothing: '还没有可画的内容，从你的第一次选择开始。',
    week: '周',
    thisWeek: '本周',
    evidence: '每条规则的依据',
    evidenceKey: '你的选择逐周累计：支持的画在线上，反对的画在线下。',
    evidenceCounts: (supports, contradicts) => `支持 ${formatCount(supports)} · 反对 ${formatCount(contradicts)}`,
    evidenceSays: (rule, supports, contradicts) =>
      `${rule}：至今支持 ${formatCount(supports)} 次，反对 ${formatCount(contradicts)} 次`,
    for: '支持',
    against: '反对',
    moreRules: (count) => `再看 ${formatCount(count)} 条规则`,
    states: '已知的内容',
    state: { noticed: '有所察觉', proposed: '正在询问', rule: '已生效', confirmed: '经你确认' },
    stateColumn: '状态',
    ruleColumn: '条数',
    bands: '选择的新旧',
    bandsMore: '久未用到的选择会逐渐淡去并被压缩；日志保留每一次选择。',
    band: {
      active: '活跃',
      decaying: '衰减中',
      toCompress: '待压缩',
      toEvict: '待淘汰',
      compressed: '已压缩',
    },

    history: '变更记录',
    noRuns: '记忆还没有发生过变化。',
    run: {
      distill: '更新了偏好',
      rule_added: '你添加了一条规则',
      rule_confirmed: '你确认了一条规则',
      rule_edited: '你修改了一条规则',
      rule_deleted: '你删除了一条规则',
      rule_moved: '一条规则移入或移出所有项目',
      file_followed: '同步了你对文件的修改',
      question_answered: '你回答了一个提问',
      question_put_off: '你搁置了一个提问',
      compress: '压缩了已淡去的选择',
      purge: '淘汰了已淡去的选择',
    },
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
      capacity: '选择的容量',
      capacity_compressed: '旧选择的容量',
      capacity_rules: '规则的容量',
      maintenance: '每日整理',
      workflow: '项目设置 workflow.toml',
      global: '所有项目共用的记忆',
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
      capacity: {
        warning: '标为保留的选择超出了容量。没有丢失任何内容，只是回想会变慢。',
        broken: '无法统计。文件都在，重新打开项目即可重建索引。',
      },
      capacity_compressed: {
        warning: '规则所依据的旧选择超出了容量。没有丢失任何内容，删去无用的规则即可腾出空间。',
        broken: '无法统计。文件都在，重新打开项目即可重建索引。',
      },
      capacity_rules: {
        warning: '规则超出了容量，一条也没有丢弃。请删去无用的规则。',
        broken: '无法统计。文件都在，重新打开项目即可重建索引。',
      },
      maintenance: {
        warning: '今天未能整理淡出的选择。没有丢失任何内容，明天会再试。',
      },
      global: {
        warning: '其中有需要留意之处：请查看那里的 MEMORY.md，或运行 commonplace doctor。',
        broken: '无法使用，目前只有本项目的规则生效。请检查磁盘是否已连接、是否有权读取。',
      },
      workflow: {
        warning: '文件无法读懂，其中的设置都没有生效。请改正或移走它。',
      },
    },
  },
)
