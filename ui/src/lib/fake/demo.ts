import type { HealthCheck, RestoreRefusal } from '$lib/host'
import { fakeHost, fault, type FakeHost } from './fakeHost'
import { fileEntry } from './fileEntry'
import { sampleQuestions, sampleWorld } from './sample'
import { inOrder } from './sampleMemory'
import { samplePage } from './samplePage'
import type { World } from './world'

/** Demo states by their name in the URL, as in `?world=empty`. */
const worlds: Record<string, (world: World) => void> = {
  first: (world) => Object.assign(world, { project: null, settings: { ...world.settings, recentProjects: [] } }),
  empty: (world) => {
    if (world.project) world.project.files = []
    Object.assign(world, { rules: [], questions: [], episodes: [], runs: [], memoryFiles: [], proposals: [], upkeep: inOrder })
    Object.assign(world.activity, { episodesPerWeek: [], evidence: [], runs: [] })
    Object.assign(world.observed, { weeks: [] })
    for (const counts of [world.activity.rules, world.activity.bands]) for (const name of Object.keys(counts)) Object.assign(counts, { [name]: 0 })
    Object.assign(world.learning, { episodes: 0, pending: 0 })
  },
  long: (world) => {
    const sentence = 'In long descriptive passages that open a chapter: prefers sentences that carry several images at once, '
    world.rules.forEach((rule) => (rule.text = sentence + rule.text))
    world.project?.files.forEach((file) => (file.path = file.path.replace('03 The ferry', '03 The ferry and everyone who was ever on it')))
    world.documents.forEach((doc) => (doc.path = doc.path.replace('03 The ferry', '03 The ferry and everyone who was ever on it')))
    world.workspace.current = 'Part One/03 The ferry and everyone who was ever on it.md'
    world.workspace.open = [{ path: 'Part One/03 The ferry and everyone who was ever on it.md', anchor: 0, head: 0, top: 0 }]
  },
  outside: (world) => {
    for (const [original, copy] of [
      ['Part One/03 The ferry.md', 'Part One/03 The ferry (conflicted copy 2026-11-20).md'],
      ['Part Two/05 渡口.md', 'Part Two/05 渡口_冲突文件_Ida_20261120101112.md'],
    ] as const) {
      const document = world.documents.find(({ path }) => path === original)
      if (!document) continue
      world.documents.push({ path: copy, text: document.text.replace('the', 'this').replace('石阶', '台阶'), hash: `hash-${copy}` })
      world.project?.files.push({ ...fileEntry({ ...document, path: copy }), copyOf: original })
    }
    world.folders = ['Part Three', '第三卷']
  },
  unwell: (world) => {
    const found = (check: HealthCheck) => {
      world.health.checks = world.health.checks.map((each) => (each.name === check.name ? check : each))
    }
    found({
      name: 'index',
      finding: 'warning',
      message: 'The index is older than the journal; `commonplace index rebuild` brings it up to date.',
    })
    found({
      name: 'memory_file',
      finding: 'broken',
      message: 'MEMORY.md is not UTF-8 text; save it as UTF-8 and the desk follows it again.',
    })
    world.project?.notices.push({ kind: 'journal_set_aside', path: 'memory/journal/desk/2026-11.jsonl', count: 1, message: '' })
  },
  questions: (world) => {
    const forward = world.settings.language === 'zh' ? 'question-contradiction-zh' : 'question-contradiction'
    const all = sampleQuestions.map((question) => ({ ...question, forward: question.id === forward }))
    world.questions = [...all, ...world.questions.map((question) => ({ ...question, forward: false }))]
    for (const id of ['rule-short-action', 'rule-short-action-zh']) {
      Object.assign(world.rules.find((rule) => rule.id === id) ?? {}, { conflictMarked: true })
    }
  },
  activity: (world) => {
    // Half a year of weeks, and more rules than the charts draw at first.
    const { episodesPerWeek: weeks, evidence } = world.activity
    const first = new Date(weeks[0]?.week ?? 0).getTime()
    const earlier = Array.from({ length: 17 }, (_, index) => ({
      week: new Date(first - (17 - index) * 7 * 86_400_000).toISOString().slice(0, 10),
      episodes: (index * 7) % 23,
    }))
    world.activity.episodesPerWeek = [...earlier, ...weeks]
    for (const rule of evidence) {
      rule.points = [...earlier.map(({ week }) => ({ week, supports: 0, contradicts: 0 })), ...rule.points]
    }
    world.activity.evidence = [...evidence, ...evidence.map((rule) => ({ ...rule, ruleId: `${rule.ruleId}-again` }))]
  },
  everywhere: (world) => {
    for (const rule of world.rules) {
      if (rule.origin === 'written' || rule.id.startsWith('rule-short-action')) Object.assign(rule, { scope: 'global', userConfirmed: true })
    }
  },
  refused: (world) => {
    // One example for each reason not to take a run back: edited since by hand, edited by two runs, a conflict, not
    // stored.
    const refusal = (why: RestoreRefusal, since: string[] = []) => ({ path: 'MEMORY.md', outcome: 'refused' as const, why, since })
    world.inTheWay = {
      'run-4': refusal('changed_since', ['run-5']),
      'run-3': refusal('changed_since'),
      'run-talk': refusal('conflicts', ['run-4']),
      'run-2': refusal('not_kept'),
    }
  },
  story: (world) => {
    // A memory file of ten years, and a very long change of it.
    const lines = Array.from({ length: 900 }, (_, index) => `- ${index % 2 ? '第' : 'Line'} ${index + 1}${index % 2 ? ' 条：灯还没有点亮' : ': the lamp is not lit yet'}`)
    const document = world.documents.find(({ path }) => path === 'memory/MEMORY.md')
    if (document) document.text = `# Memory\n\n## What is so\n\n${lines.join('\n')}\n`
    const told = world.stories['MEMORY.md']?.[0]
    if (told) Object.assign(told, { lines: lines.slice(0, 160).map((text) => ({ mark: 'added', text })), leftOff: 740 })
  },
  page: (world) => {
    const document = world.documents.find(({ path }) => path === 'Part One/03 The ferry.md')
    if (document) document.text = samplePage[world.settings.language === 'zh' ? 'zh' : 'en']
  },
  paused: (world) => void (world.learning.paused = true),
  broken: () => {},
}

/** Returns the fake host in the state given by the URL: `?world=long&lang=zh&theme=ink`. */
export function demoHost(params: URLSearchParams): FakeHost {
  const world = sampleWorld()
  if (params.get('lang') === 'zh') world.settings.language = 'zh'
  worlds[params.get('world') ?? '']?.(world)
  if (params.get('theme') === 'ink') world.settings.theme = 'ink'
  const host = fakeHost({ world, pace: 900 })
  if (params.get('world') === 'broken') {
    host.failNext('listRules', fault('MEMORY_INDEX_UNAVAILABLE'))
    host.failNext('listQuestions', fault('MEMORY_INDEX_UNAVAILABLE'))
    host.failNext('activity', fault('MEMORY_INDEX_UNAVAILABLE'))
    host.failNext('observe', fault('IO'))
    host.failNext('memoryFiles', fault('IO', '', { path: 'memory' }))
    host.failNext('listProposals', fault('MEMORY_INDEX_UNAVAILABLE'))
    host.failNext('runs', fault('MEMORY_INDEX_UNAVAILABLE'))
    host.failNext('distill', fault('MEMORY_FILE_UNUSABLE', '', { path: 'memory/MEMORY.md' }))
  }
  return host
}
