import { fakeHost, fault, type FakeHost, type World } from './fake'
import { sampleWorld } from './sample'

/** The states worth looking at, by the name they have in the address: `?world=empty`. */
const worlds: Record<string, (world: World) => void> = {
  first: (world) => Object.assign(world, { project: null, settings: { ...world.settings, lastProject: null } }),
  empty: (world) => {
    if (world.project) world.project.files = []
    Object.assign(world, { rules: [], episodes: [], runs: [], memoryFiles: [] })
    Object.assign(world.learning, { episodes: 0, pending: 0 })
  },
  long: (world) => {
    const sentence = 'In long descriptive passages that open a chapter: prefers sentences that carry several images at once, '
    world.rules.forEach((rule) => (rule.text = sentence + rule.text))
    world.project?.files.forEach((file) => (file.path = file.path.replace('03 The ferry', '03 The ferry and everyone who was ever on it')))
    world.documents.forEach((doc) => (doc.path = doc.path.replace('03 The ferry', '03 The ferry and everyone who was ever on it')))
    world.settings.lastFile = 'Part One/03 The ferry and everyone who was ever on it.md'
  },
  unwell: (world) => {
    world.health.checks[3] = {
      name: 'index',
      finding: 'warning',
      message: 'The index is older than the journal; `commonplace index rebuild` brings it up to date.',
    }
    world.health.checks[2] = {
      name: 'memory_file',
      finding: 'broken',
      message: 'MEMORY.md is not UTF-8 text; save it as UTF-8 and the desk follows it again.',
    }
    world.project?.notices.push({ kind: 'journal_set_aside', path: 'memory/journal/desk/2026-11.jsonl', message: '' })
  },
  broken: () => {},
}

/** Returns the fake host in the state the address asks for: `?world=long&lang=zh&theme=ink`. */
export function demoHost(params: URLSearchParams): FakeHost {
  const world = sampleWorld()
  worlds[params.get('world') ?? '']?.(world)
  if (params.get('lang') === 'zh') world.settings.language = 'zh'
  if (params.get('theme') === 'ink') world.settings.theme = 'ink'
  const host = fakeHost({ world, pace: 900 })
  if (params.get('world') === 'broken') {
    host.failNext('listRules', fault('MEMORY_INDEX_UNAVAILABLE'))
    host.failNext('runs', fault('MEMORY_INDEX_UNAVAILABLE'))
    host.failNext('distill', fault('MEMORY_FILE_UNUSABLE', '', { path: 'memory/MEMORY.md' }))
  }
  return host
}
