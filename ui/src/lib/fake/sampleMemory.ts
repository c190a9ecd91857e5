import type { DiffLine, FileRun, LineOrigin, MemoryFile, ProposalView, UpkeepView } from '$lib/host'
import type { World } from './world'

// The memory of the sample project: its files, their history, and the proposals that wait for a decision.

/** Returns a time `ago` days before now, so that "today" in the sample stays today. */
export const day = (ago: number, hour = 9, minute = 40) => {
  const date = new Date()
  date.setDate(date.getDate() - ago)
  date.setHours(hour, minute, 0, 0)
  return date.toISOString()
}

const date = (ago: number) => day(ago).slice(0, 10)

const ruleNote = (id: string, says: string, ago = 20) => `<!-- rule ${id} | rule | ${says} | since ${date(ago)} | updated ${date(0)} -->`
const itemNote = (id: string, run: string, since: number, updated: number, more = '') =>
  `<!-- item ${id} | active | run ${run} | since ${date(since)} | updated ${date(updated)}${more} -->`

const short = `- Action scenes: prefers short sentences ${ruleNote('rule-short-action', 'confirmed | confidence 0.91 | 35 for, 4 against')}`
const shortBefore = `- Action scenes: prefers short sentences ${ruleNote('rule-short-action', 'confidence 0.90 | 33 for, 4 against')}`
const dialogue = `- Dialogue: paragraphs of one line ${ruleNote('rule-dialogue-lines', 'confidence 0.84 | 27 for, 5 against')}`
const shortZh = `- 动作场景偏好短句 ${ruleNote('rule-short-action-zh', 'confidence 0.87 | 35 for, 5 against')}`
const intensifiers = `- Cuts intensifiers (very, really, quite) ${ruleNote('rule-intensifiers', 'confidence 0.94 | 48 for, 3 against')}`
const four = `- There are four under the awning, and one of them is asleep ${itemNote('item-5a1c0e77d2b4', 'run-talk', 2, 2)}`
const lamp = `- 阿文提的灯是母亲留下的，第三章以前不点亮 ${itemNote('item-90be41f3a6c8', 'run-talk', 2, 0, ' | merged 1')}`

const memory = `# Memory

## Pacing

${short}
${dialogue}
${shortZh}

## Vocabulary

${intensifiers}

## What is so

${four}
${lamp}

## Notes of my own

- Wen never says the river’s name.
- The ferryman lost two fingers on his left hand. <!-- check chapter one -->
- 渡口一章里不出现“河”的名字。
`

const insights = `# Insights

- ${date(6)} | Scenes on water go better when the sound comes first.
- ${date(12)} | 对白写得太满的时候，先删最后一句。
`

const history = `[${date(2)} 21:14] Talked about who sits under the awning, and decided that one of the four is asleep. <!-- entry entry-5a0c3e7d9b21 | run run-talk | from ferry -->

[${date(6)} 18:02] 谈到渡口一章的灯，决定第三章以前不点亮。
`

const today = `# ${date(0)}

## Topics

- The ferry, second draft

## Decisions

- Wen keeps the lamp unlit

## Open Questions

- Who owns the birdcage?
`

/** The text of each memory file, by its path in the project. */
export const memoryTexts: Record<string, string> = {
  'memory/MEMORY.md': memory,
  'memory/INSIGHTS.md': insights,
  'memory/HISTORY.md': history,
  [`memory/${date(0)}.md`]: today,
  ...Object.fromEntries([1, 2, 3, 5, 6, 9].map((ago) => [`memory/${date(ago)}.md`, `# ${date(ago)}\n\n## Topics\n\n- The ferry\n`])),
  'memory/archive/MEMORY.md': `## ${date(2)} run-talk\n\n- There are three under the awning\n`,
  [`memory/archive/${date(40)}.md`]: `# ${date(40)}\n\n## Topics\n\n- Low tide\n`,
  'memory/journal/desk/2026-11.jsonl':
    '{"id":"episode-ferry-1","created_at":"2026-11-21T09:40:00Z","scene_type":"action","skill_used":"tighten","selected_index":1}\n',
}

const bullets = (text: string) => text.split('\n').filter((line) => line.startsWith('- ')).length

const byWriter = new Set(['memory/INSIGHTS.md', `memory/${date(1)}.md`])

const files: MemoryFile[] = [
  ...Object.entries(memoryTexts)
    .filter(([path]) => path.endsWith('.md'))
    .map(([path, text]): MemoryFile => {
      const ago = [0, 1, 2, 3, 5, 6, 9, 40].find((ago) => path.includes(date(ago))) ?? (path.includes('archive') ? 2 : 0)
      return {
        path,
        name: path.replace(/^memory\//u, ''),
        bytes: new TextEncoder().encode(text).length,
        bullets: bullets(text),
        modifiedAt: day(path.endsWith('INSIGHTS.md') ? 6 : path.endsWith('HISTORY.md') ? 2 : ago, 9, 12),
        changedBy: byWriter.has(path) ? 'writer' : 'desk',
      }
    }),
  ...[['2026-11', 184_320, 0], ['2026-10', 96_110, 21]].map(
    ([month, bytes, ago]): MemoryFile => ({
      path: `memory/journal/desk/${month}.jsonl`,
      name: `journal/desk/${month}.jsonl`,
      bytes: Number(bytes),
      bullets: null,
      modifiedAt: day(Number(ago)),
      changedBy: 'desk',
    }),
  ),
]

const line = (mark: DiffLine['mark'], text = ''): DiffLine => ({ mark, text })

const told = (run: string, kind: FileRun['kind'], at: string, lines: DiffLine[] | null, given: Partial<FileRun> = {}): FileRun => ({
  run,
  kind,
  at,
  change: 'changed',
  lines,
  leftOff: 0,
  undoneBy: null,
  restorable: true,
  ...given,
})

const stories: Record<string, FileRun[]> = {
  'MEMORY.md': [
    told('run-5', 'rule_confirmed', day(0, 9, 12), [line('same', '## Pacing'), line('same'), line('noted', short), line('same', dialogue), line('gap')]),
    told('run-4', 'distill', day(0, 9, 10), [line('gap'), line('noted', shortBefore), line('added', dialogue), line('same', shortZh), line('gap'), line('removed', '- Description: prefers few em-dashes'), line('added', intensifiers)]),
    told('run-3', 'file_followed', day(1, 22, 4), [line('gap'), line('same', '- Wen never says the river’s name.'), line('removed', '- 渡口一章里不写河'), line('added', '- 渡口一章里不出现“河”的名字。')]),
    told('run-talk', 'consolidate', day(2, 21, 20), [line('gap'), line('same', '## What is so'), line('same'), line('removed', '- There are three under the awning'), line('added', four), line('added', lamp), line('gap')]),
    told('run-1', 'distill', day(6, 18, 2), null, { change: 'created', restorable: false }),
  ],
  'HISTORY.md': [told('run-talk', 'consolidate', day(2, 21, 20), history.split('\n').slice(0, 1).map((text) => line('added', text)))],
}

const origin = (given: Partial<LineOrigin>): LineOrigin => ({
  owner: 'item',
  rule: null,
  run: null,
  conversation: null,
  since: null,
  updated: null,
  merged: 0,
  ...given,
})

const talk = { id: 'run-talk', kind: 'consolidate' as const, at: day(2, 21, 20) }
const ferryTalk = { session: 'The awning', from: day(2, 20, 41), to: day(2, 21, 14), messages: 14 }

const origins: Record<string, LineOrigin> = {
  'item-5a1c0e77d2b4': origin({ run: talk, conversation: ferryTalk, since: date(2), updated: date(2) }),
  'item-90be41f3a6c8': origin({
    run: talk,
    conversation: { session: '渡口的灯', from: day(6, 17, 30), to: day(2, 21, 14), messages: 22 },
    since: date(2),
    updated: date(0),
    merged: 1,
  }),
  ...Object.fromEntries(
    ['rule-short-action-zh', 'rule-short-action', 'rule-dialogue-lines', 'rule-intensifiers'].map((rule) => [
      `rule ${rule} `,
      origin({ owner: 'rule', rule, run: { id: 'run-4', kind: 'distill', at: day(0, 9, 10) } }),
    ]),
  ),
}

/** Proposed changes of the writer's own lines, one of each kind. */
export const sampleProposals: ProposalView[] = [
  {
    id: 'proposal-fingers',
    run: 'run-talk',
    path: 'MEMORY.md',
    section: 'Notes of my own',
    before: '- The ferryman lost two fingers on his left hand. <!-- check chapter one -->',
    after: '- The ferryman lost two fingers on his right hand.',
    reason: 'reworded',
    stands: true,
    createdAt: day(2, 21, 20),
  },
  {
    id: 'proposal-river-zh',
    run: 'run-talk',
    path: 'MEMORY.md',
    section: 'Notes of my own',
    before: '- 渡口一章里不出现“河”的名字。',
    after: null,
    reason: 'retired',
    stands: true,
    createdAt: day(2, 21, 20),
  },
  {
    id: 'proposal-stale',
    run: 'run-talk',
    path: 'MEMORY.md',
    section: 'Notes of my own',
    before: '- Wen is sixteen.',
    after: '- Wen is seventeen.',
    reason: 'preference_key',
    stands: false,
    createdAt: day(2, 21, 20),
  },
]

/** An upkeep view without anything to do. */
export const inOrder: UpkeepView = { findings: [], would: { risk: 'low', actions: [], files: [] } }

const aged = [34, 33, 31].map((ago) => `${date(ago)}.md`)

export const sampleUpkeep: UpkeepView = {
  findings: [
    { path: `${date(3)}.md`, kind: 'duplicate', count: 2, own: 1 },
    ...aged.map((path) => ({ path, kind: 'aged_daily' as const, count: 1, own: 0 })),
  ],
  would: {
    risk: 'low',
    actions: [
      { action: 'dedupe', count: 2 },
      { action: 'archive', count: 3 },
    ],
    files: [`${date(3)}.md`, ...aged, ...aged.map((path) => `archive/${path}`)],
  },
}

export const sampleMemory = { memoryFiles: files, stories, origins, proposals: sampleProposals, upkeep: sampleUpkeep, inTheWay: {}, unsaved: {}, undo: {} } satisfies Partial<World>
