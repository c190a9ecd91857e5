import { DEFAULT_SETTINGS, DEFAULT_WORKSPACE } from '$lib/host'
import type {
  ActivityView,
  Category,
  EpisodeView,
  GateFound,
  GateQuestion,
  GateRelation,
  GateView,
  ObserveView,
  QuestionSide,
  QuestionView,
  RoutingMode,
  RuleView,
  Signal,
} from '$lib/host'
import type { World } from './world'
import { samplePictures } from './samplePage'
import { day, memoryTexts, sampleMemory } from './sampleMemory'
import { fileEntry } from './fileEntry'

const ferry = `# The ferry

By the time the bell stopped the water had come up over the second step, and the ferryman had not once looked round.

Wen ran very quickly down the steps, and she caught the rail with both hands, and then the boat really began to swing out and the rope burned through her fingers.

“You’ll want to sit,” he said, to the river.

She sat. Behind them the town went on lighting its lamps, one street at a time, as if nobody had left it.

There were four of them under the awning. The woman with the birdcage, the two boys who were not brothers, and a man asleep with his hat on his knees and his knees together, like someone waiting to be called in.
`

const crossing = `# 渡口

钟声停下的时候，水已经漫过了第二级石阶，船夫却一次也没有回头。

阿文非常快地跑下石阶，双手抓住了栏杆，然后船真的开始荡了出去，缆绳从她指间擦过，火一样地烫。

“坐下吧。”他对着河水说。

她坐下了。身后的镇子还在一条街一条街地点灯，仿佛从没有人离开过。
`

const texts: Record<string, string> = {
  'Part One/01 Low tide.md': '# Low tide\n\nThe harbour had been dry since Thursday.\n',
  'Part One/02 What Wen carried.md': '# What Wen carried\n\nA lamp, a length of rope, and the letter, which she had not read.\n',
  'Part One/03 The ferry.md': ferry,
  'Part One/04 Ashfall.md': '# Ashfall\n\nIt fell like something that had been asked to be quiet.\n',
  'Part Two/05 渡口.md': crossing,
  'Notes/Cast.md': '# Cast\n\n- Wen, seventeen\n- The ferryman\n',
  'Notes/Timeline.md': '# Timeline\n\nThursday: the harbour runs dry.\n',
  ...memoryTexts,
}

const files = Object.entries(texts)
  .filter(([path]) => !path.startsWith('memory/'))
  .map(([path, text]) => fileEntry({ path, text, hash: '' }))

function episode(id: string, ago: number, given: Partial<EpisodeView>): EpisodeView {
  return {
    id,
    createdAt: day(ago),
    kind: 'choice',
    chapterId: 'Part One/03 The ferry.md',
    sceneType: 'action',
    skillUsed: 'tighten',
    candidates: [],
    selectedIndex: 0,
    finalText: '',
    language: 'en',
    signal: 'DIRECT_ACCEPT' satisfies Signal,
    summary: null,
    wordings: null,
    ...given,
  }
}

const longSwing = 'She caught the rail with both hands, and then the boat really began to swing out.'
const shortSwing = 'She caught the rail with both hands. The boat swung out.'

const episodes: EpisodeView[] = [
  episode('episode-ferry-1', 0, { candidates: [longSwing, shortSwing], selectedIndex: 1, finalText: shortSwing }),
  episode('episode-ferry-2', 3, {
    candidates: [
      'He hit the door, which held, and so he hit it again.',
      'He hit the door. It held. He hit it again.',
    ],
    selectedIndex: 1,
    finalText: 'He hit the door. It held. He hit it again.',
    chapterId: 'Part One/04 Ashfall.md',
  }),
  episode('episode-carried-1', 9, {
    candidates: ['There were four of them. One slept.'],
    selectedIndex: -1,
    finalText: 'There were four of them under the awning, and one of the four was asleep.',
    chapterId: 'Part One/02 What Wen carried.md',
    signal: 'FULL_REJECT',
  }),
  episode('episode-intensifier-1', 1, {
    candidates: ['The water was very cold and quite still.', 'The water was cold and still.'],
    selectedIndex: 1,
    finalText: 'The water was cold and still.',
    sceneType: 'description',
  }),
  episode('episode-intensifier-2', 6, {
    kind: 'revision',
    candidates: ['She was really not afraid of him.'],
    selectedIndex: 0,
    finalText: 'She was not afraid of him.',
    sceneType: 'introspection',
    skillUsed: 'revise',
    signal: 'HEAVY_REWRITE',
  }),
  episode('episode-question-1', 2, {
    candidates: ['Was she late? Was the boat gone?', 'She was late. The boat was gone.'],
    selectedIndex: 1,
    finalText: 'She was late. The boat was gone.',
    sceneType: 'introspection',
  }),
  episode('episode-question-2', 5, {
    candidates: ['Who would come for her now? Nobody she could name.', 'Nobody she could name would come for her.'],
    selectedIndex: 1,
    finalText: 'Nobody she could name would come for her.',
    sceneType: 'introspection',
    chapterId: 'Part One/01 Low tide.md',
  }),
  episode('episode-zh-1', 1, {
    candidates: ['船真的开始慢慢地荡了出去，然后缆绳从她指间擦过。', '船荡了出去。缆绳擦过她的指间。'],
    selectedIndex: 1,
    finalText: '船荡了出去。缆绳擦过她的指间。',
    chapterId: 'Part Two/05 渡口.md',
    language: 'zh',
  }),
  episode('episode-zh-2', 4, {
    candidates: ['他跑。他停。他回头。'],
    selectedIndex: -1,
    finalText: '他跑了几步便停下来，回头去看那盏灯。',
    chapterId: 'Part Two/05 渡口.md',
    language: 'zh',
    signal: 'FULL_REJECT',
  }),
]

/** Returns `count` episode ids: first the known ones, then generated ids of older episodes. */
const ids = (known: string[], count: number, stem: string) => [
  ...Array.from({ length: Math.max(0, count - known.length) }, (_, index) => `${stem}-${index}`),
  ...known,
]

function rule(id: string, text: string, category: Category, given: Partial<RuleView>): RuleView {
  return {
    id,
    text,
    category,
    scope: 'project',
    sceneType: null,
    skill: null,
    feature: 'sentence_length',
    direction: 'less',
    claims: [{ feature: given.feature ?? 'sentence_length', direction: 'less', sceneType: given.sceneType ?? null }],
    moves: [],
    corrected: false,
    state: 'rule',
    origin: 'learned',
    confidence: 0.5,
    priority: given.confidence ?? 0.5,
    supportingEpisodes: [],
    contradictingEpisodes: [],
    moreNeeded: null,
    userConfirmed: false,
    userModified: false,
    resting: false,
    recentlyUpdated: false,
    conflictMarked: false,
    kept: null,
    shadows: [],
    createdAt: day(20),
    updatedAt: day(1),
    ...given,
  }
}

const rules: RuleView[] = [
  rule('rule-short-action', 'Action scenes: prefers short sentences', 'pacing', {
    sceneType: 'action',
    confidence: 0.91,
    supportingEpisodes: ids(['episode-ferry-2', 'episode-ferry-1'], 35, 'older-action'),
    contradictingEpisodes: ids(['episode-carried-1'], 4, 'older-action-against'),
    userConfirmed: true,
    kept: { agreed: 9, of: 10 },
    shadows: [
      { feature: 'comma_rate', direction: 'less' },
      { feature: 'connective_rate', direction: 'less' },
    ],
  }),
  rule('rule-dialogue-lines', 'Dialogue: paragraphs of one line', 'pacing', {
    sceneType: 'dialogue',
    confidence: 0.84,
    priority: 0.45,
    supportingEpisodes: ids([], 27, 'older-dialogue'),
    contradictingEpisodes: ids([], 5, 'older-dialogue-against'),
    feature: 'paragraph_length',
    kept: { agreed: 8, of: 10 },
    shadows: [{ feature: 'text_length', direction: 'less' }],
  }),
  rule('rule-short-action-zh', '动作场景偏好短句', 'pacing', {
    sceneType: 'action',
    confidence: 0.87,
    supportingEpisodes: ids(['episode-zh-1'], 35, 'older-zh'),
    contradictingEpisodes: ids(['episode-zh-2'], 5, 'older-zh-against'),
    recentlyUpdated: true,
    kept: { agreed: 10, of: 10 },
    shadows: [{ feature: 'comma_rate', direction: 'less' }],
  }),
  rule('rule-intensifiers', 'Cuts intensifiers (very, really, quite)', 'vocabulary', {
    moves: [{ en: 'Cut the intensifiers', zh: '删减强调词' }],
    confidence: 0.94,
    supportingEpisodes: ids(['episode-intensifier-2', 'episode-intensifier-1'], 48, 'older-intensifier'),
    contradictingEpisodes: ids([], 3, 'older-intensifier-against'),
    feature: 'filler_density',
  }),
  rule('rule-river', 'Wen never says the river’s name', 'character', {
    origin: 'written',
    confidence: 0.8,
    feature: null,
    direction: null,
    claims: [],
    userConfirmed: true,
    userModified: true,
    resting: false,
  }),
  rule('rule-questions', 'Introspection: prefers few questions', 'style', {
    state: 'proposed',
    sceneType: 'introspection',
    confidence: 0.78,
    supportingEpisodes: ids(['episode-question-2', 'episode-question-1'], 14, 'older-question'),
    contradictingEpisodes: ids([], 3, 'older-question-against'),
    moreNeeded: 9,
    feature: 'question_rate',
  }),
  rule('rule-dashes', 'Description: prefers few em-dashes', 'style', {
    state: 'noticed',
    sceneType: 'description',
    confidence: 0.7,
    supportingEpisodes: ids([], 9, 'older-dash'),
    contradictingEpisodes: ids([], 2, 'older-dash-against'),
    moreNeeded: 12,
    feature: 'em_dash_rate',
  }),
  rule('rule-de-zh', '描写场景偏好少用“的”', 'vocabulary', {
    state: 'noticed',
    sceneType: 'description',
    confidence: 0.68,
    supportingEpisodes: ids([], 11, 'older-de'),
    contradictingEpisodes: ids([], 4, 'older-de-against'),
    moreNeeded: 3,
    feature: 'de_rate',
  }),
]

/** Episodes in each of the last nine weeks, including a week of holiday. */
const perWeek = [6, 14, 22, 0, 18, 27, 31, 25, 19]

/** Returns the Monday `ago` weeks before this week. */
function monday(ago: number): string {
  const date = new Date()
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7) - 7 * ago)
  return date.toISOString().slice(0, 10)
}

function activity(): ActivityView {
  const weeks = perWeek.map((episodes, index) => ({ week: monday(perWeek.length - 1 - index), episodes }))
  const acts = perWeek.reduce((sum, episodes) => sum + episodes)
  const inForce = rules.filter((each) => each.state === 'rule')
  return {
    episodesPerWeek: weeks,
    rules: {
      noticed: rules.filter((each) => each.state === 'noticed').length,
      proposed: rules.filter((each) => each.state === 'proposed').length,
      rule: inForce.filter((each) => !each.userConfirmed).length,
      confirmed: inForce.filter((each) => each.userConfirmed).length,
    },
    bands: { active: 19, decaying: 56, toCompress: 18, toEvict: 5, compressed: acts - 98 },
    evidence: inForce
      .filter((each) => each.feature !== null)
      .map((each) => ({
        ruleId: each.id,
        text: each.text,
        points: weeks.map(({ week }, index) => {
          const share = perWeek.slice(0, index + 1).reduce((sum, episodes) => sum + episodes) / acts
          return {
            week,
            supports: Math.round(each.supportingEpisodes.length * share),
            contradicts: Math.round(each.contradictingEpisodes.length * share),
          }
        }),
      })),
    runs: weeks.map(({ week }, index) => ({
      week,
      learned: index % 2,
      hers: (index * 3) % 4,
      conversations: index < 3 ? 0 : 4 + (index % 3),
      upkeep: index % 4 === 3 ? 2 : 0,
      restored: index === weeks.length - 1 ? 1 : 0,
    })),
  }
}

/** Outcomes of conversations by week: written, sanitized, refused, without news, skipped. */
const outcomes = [
  [4, 1, 0, 0, 1],
  [9, 2, 1, 1, 0],
  [12, 3, 3, 2, 0],
  [0, 0, 0, 0, 0],
  [14, 2, 2, 4, 0],
  [18, 1, 1, 3, 0],
] as const

type GateCriterionRow = [name: GateQuestion, relation: GateRelation, needed: number | null, seen: number | null, found: GateFound]

const asked: Record<'preferred' | 'required', GateCriterionRow[]> = {
  preferred: [
    ['consolidations', 'at_least', 50, 23, 'too_few'],
    ['structured_daily_ok', 'at_least', 0.75, 0.82, 'met'],
    ['fallback_missing_falls', 'falling', null, 0.04, 'met'],
    ['preferred_retry_used', 'at_most', 0.3, 0, 'met'],
    ['preferred_retry_helped', 'at_least', 0.5, null, 'not_measured'],
    ['guard_no_worse', 'at_most', 0.05, -0.06, 'met'],
    ['sanitize_no_worse', 'at_most', 0.05, 0.09, 'not_met'],
    ['written', 'at_least', 0.8, 0.95, 'met'],
  ],
  required: [
    ['consolidations', 'at_least', 100, 45, 'too_few'],
    ['sessions', 'at_least', 3, 4, 'met'],
    ['tool_call_has_daily_sections', 'at_least', 0.95, 0.86, 'not_met'],
    ['guard_rejected', 'below', 0.05, 0.08, 'not_met'],
    ['fallback_alarms', 'at_most', 1, 0, 'met'],
    ['recall_no_worse', 'at_most', 0, null, 'not_measured'],
  ],
}

const counts: GateQuestion[] = ['consolidations', 'sessions', 'fallback_alarms']

function observed(): ObserveView {
  const gate = (from: RoutingMode, to: 'preferred' | 'required', days: number): GateView => ({
    from,
    to,
    since: day(days - 1).slice(0, 10),
    until: day(0).slice(0, 10),
    allowed: false,
    criteria: asked[to].map(([name, relation, needed, seen, found]) => ({ name, relation, needed, seen, found, share: !counts.includes(name) })),
  })
  return {
    weeks: outcomes.map(([written, sanitizeModified, guardRejected, noChange, truncatedSkip], index) => ({
      week: monday(outcomes.length - 1 - index),
      written,
      sanitizeModified,
      guardRejected,
      noChange,
      truncatedSkip,
    })),
    gates: [gate('compatible', 'preferred', 7), gate('preferred', 'required', 14)],
  }
}

/** Returns one side of a question, with the evidence of a rule. */
function side(text: string, passage: string | null, given: Partial<QuestionSide> = {}): QuestionSide {
  return { ruleId: null, text, passage, episodeId: null, supports: 0, contradicts: 0, confidence: 0, ...given }
}

/** Returns a pending question. */
function question(id: string, given: Partial<QuestionView> & Pick<QuestionView, 'reason' | 'a' | 'b'>): QuestionView {
  return {
    id,
    state: 'pending',
    answers: given.reason === 'proposal' ? ['a', 'neither', 'later'] : ['a', 'b', 'both_by_scene', 'both_by_project', 'neither', 'later'],
    forward: false,
    createdAt: day(2),
    updatedAt: day(2),
    ...given,
  }
}

const proposal = question('question-proposal', {
  reason: 'proposal',
  a: side('Introspection: prefers few questions', 'She was late. The boat was gone.', {
    ruleId: 'rule-questions',
    episodeId: 'episode-question-1',
    supports: 14,
    contradicts: 3,
    confidence: 0.78,
  }),
  b: side('Introspection: prefers few questions', 'Was she late? Was the boat gone?', { episodeId: 'episode-question-1' }),
  forward: true,
})

/** Questions of every kind, in both languages. */
export const sampleQuestions: QuestionView[] = [
  question('question-contradiction', {
    reason: 'direct_contradiction',
    a: side('Action scenes: prefers short sentences', 'He hit the door. It held. He hit it again.', {
      ruleId: 'rule-short-action',
      episodeId: 'episode-ferry-2',
      supports: 35,
      contradicts: 4,
      confidence: 0.71,
    }),
    b: side(
      'Action scenes: prefers long sentences',
      'He threw himself at the door, which shuddered but held, and threw himself again.',
      { ruleId: 'rule-long-action', supports: 12, contradicts: 5, confidence: 0.52 },
    ),
  }),
  question('question-contradiction-zh', {
    reason: 'direct_contradiction',
    a: side('动作场景偏好短句', '船荡了出去。缆绳擦过她的指间。', {
      ruleId: 'rule-short-action-zh',
      episodeId: 'episode-zh-1',
      supports: 35,
      contradicts: 5,
      confidence: 0.67,
    }),
    b: side('动作场景偏好长句', '他跑了几步便停下来，回头去看那盏还没有熄的灯，直到它也和别的灯一样看不见了。', {
      ruleId: 'rule-long-action-zh',
      supports: 11,
      contradicts: 4,
      confidence: 0.5,
    }),
  }),
  question('question-shift', {
    reason: 'time_shift',
    a: side('Cuts intensifiers (very, really, quite)', 'The water was cold and still.', {
      ruleId: 'rule-intensifiers',
      supports: 48,
      contradicts: 3,
      confidence: 0.74,
    }),
    b: side('Keeps intensifiers', 'It was very late, and very quiet.', { supports: 9, contradicts: 1, confidence: 0.8 }),
    answers: ['a', 'b', 'both_by_scene', 'neither', 'later'],
  }),
  question('question-rewording', {
    reason: 'rewording',
    a: side('One breath, one blow', null, { ruleId: 'rule-short-action', supports: 35, contradicts: 4, confidence: 0.91 }),
    b: side('Action scenes: prefers short sentences', null, { ruleId: null, supports: 35, contradicts: 4, confidence: 0.91 }),
    answers: ['a', 'neither', 'later'],
  }),
  question('question-rewording-zh', {
    reason: 'rewording',
    a: side('一口气，一记拳', null, { ruleId: 'rule-short-action-zh', supports: 35, contradicts: 5, confidence: 0.87 }),
    b: side('动作场景偏好短句', null, { ruleId: null, supports: 35, contradicts: 5, confidence: 0.87 }),
    answers: ['a', 'neither', 'later'],
  }),
  question('question-written', {
    reason: 'preference_key',
    a: side('Dialogue carries no adverbs', null, { ruleId: 'rule-no-adverbs', confidence: 0.6 }),
    b: side('Dialogue may carry an adverb where it is needed', null, { ruleId: 'rule-some-adverbs', confidence: 0.6 }),
    state: 'later',
  }),
]

/** Returns earlier versions of the two open manuscripts. */
function sampleVersions(): World['versions'] {
  const earlier = (path: string, changes: readonly (readonly [string, string])[]) =>
    changes.reduce((text, [now, then]) => text.replace(now, then), texts[path] ?? '')
  const [ferry, crossing] = ['Part One/03 The ferry.md', 'Part Two/05 渡口.md']
  const paragraphs = (path: string, count: number) => (texts[path] ?? '').split('\n\n').slice(0, count).join('\n\n') + '\n'
  return {
    [ferry]: [
      { id: 'ferry-1', at: day(3, 21, 12), text: paragraphs(ferry, 2) },
      { id: 'ferry-2', at: day(1, 22, 40), text: earlier(ferry, [['The', 'And then the'], ['.', ', or so they said.']]) },
      { id: 'ferry-3', at: day(0, 8, 55), text: earlier(ferry, [[' the ', ' that old ']]) },
    ],
    [crossing]: [
      { id: 'crossing-1', at: day(2, 20, 5), text: paragraphs(crossing, 2) },
      { id: 'crossing-2', at: day(0, 7, 30), text: earlier(crossing, [['。', '，谁也没有再说一句话。'], ['的', '']]) },
    ],
  }
}

/** Returns a small project in progress, with manuscripts and rules in both languages and rules in every state. */
export function sampleWorld(): World {
  return structuredClone({
    project: {
      id: 'project-salt-road',
      name: 'The Salt Road',
      root: '/home/writer/The Salt Road',
      memoryRoot: 'memory',
      access: 'full',
      files,
      first: null,
      notices: [],
    },
    pictures: samplePictures,
    folders: [],
    order: [],
    documents: Object.entries(texts).map(([path, text]) => ({ path, text, hash: `hash-${path}` })),
    rules,
    questions: [proposal],
    episodes,
    runs: [
      { id: 'run-5', kind: 'rule_confirmed', at: day(0, 9, 12), added: 0, updated: 1, removed: 0, episodes: 0, files: [{ path: 'MEMORY.md', change: 'changed' }], undoes: null, undoneBy: null, restorable: true },
      { id: 'run-4', kind: 'distill', at: day(0, 9, 10), added: 1, updated: 3, removed: 0, episodes: 162, files: [{ path: 'MEMORY.md', change: 'changed' }], undoes: null, undoneBy: null, restorable: true },
      { id: 'run-3', kind: 'file_followed', at: day(1, 22, 4), added: 1, updated: 0, removed: 0, episodes: 0, files: [{ path: 'MEMORY.md', change: 'changed' }], undoes: null, undoneBy: null, restorable: true },
      { id: 'run-2', kind: 'rule_deleted', at: day(1, 21, 30), added: 0, updated: 0, removed: 1, episodes: 0, files: [{ path: 'MEMORY.md', change: 'changed' }], undoes: null, undoneBy: null, restorable: true },
      { id: 'run-talk', kind: 'consolidate', at: day(2, 21, 20), added: 0, updated: 0, removed: 0, episodes: 0, files: [{ path: 'HISTORY.md', change: 'changed' }, { path: 'MEMORY.md', change: 'changed' }, { path: 'archive/MEMORY.md', change: 'created' }], undoes: null, undoneBy: null, restorable: true },
      { id: 'run-1', kind: 'distill', at: day(6, 18, 2), added: 4, updated: 0, removed: 0, episodes: 112, files: [{ path: 'MEMORY.md', change: 'changed' }], undoes: null, undoneBy: null, restorable: true },
    ],
    ...sampleMemory,
    versions: sampleVersions(),
    health: {
      checks: [
        { name: 'project', finding: 'fine', message: 'The project folder can be read and written.' },
        { name: 'memory_folder', finding: 'fine', message: 'Nothing in the memory is a link or another thing that is no file.' },
        { name: 'journal', finding: 'fine', message: 'Every line of the journal can be read.' },
        { name: 'memory_file', finding: 'fine', message: 'MEMORY.md can be read.' },
        { name: 'index', finding: 'fine', message: 'The index agrees with the journal.' },
        { name: 'capacity', finding: 'fine', message: '162 of at most 1000 episodes are in use.' },
        { name: 'capacity_compressed', finding: 'fine', message: '0 of at most 5000 shortened episodes are kept.' },
        { name: 'capacity_rules', finding: 'fine', message: '9 of at most 200 rules are in use.' },
        { name: 'maintenance', finding: 'fine', message: 'What has faded was looked at today.' },
        { name: 'workflow', finding: 'fine', message: 'There is no workflow.toml; the usual policies hold.' },
        { name: 'global', finding: 'fine', message: 'The global memory can be used.' },
      ],
    },
    activity: activity(),
    observed: observed(),
    learning: { episodes: 162, pending: 38, batch: 50, running: null, paused: false, exploration: 0.1 },
    settings: {
      ...structuredClone(DEFAULT_SETTINGS),
      language: 'en',
      theme: 'paper',
      recentProjects: ['/home/writer/The Salt Road', '/home/writer/渡口'],
    },
    misspellings: {},
    slips: {},
    ownWords: [],
    shownAt: 1,
    workspace: {
      ...structuredClone(DEFAULT_WORKSPACE),
      open: [{ path: 'Part One/03 The ferry.md', anchor: 0, head: 0, top: 0 }],
      current: 'Part One/03 The ferry.md',
    },
    picks: '/home/writer/The Salt Road',
    submission: { author: null, submission: null },
    imports: {
      folder: '/home/writer/Drafts 草稿',
      inside: null,
      files: ['First book.md', '草稿/01 第一章 渡口.md', '草稿/02 第二章 灰烬.md'],
      leftOut: [
        { path: 'old/first.docx', reason: 'damaged' },
        { path: 'song.mp3', reason: 'kind' },
      ],
      marked: false,
    },
  } satisfies World)
}
