// Replays calls recorded against the core with their answers on the fake host. Where the answers differ, the fake host
// is wrong.

import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS, DEFAULT_WORKSPACE, type Host } from '$lib/host'
import course from './course.json'
import { fakeHost } from './fakeHost'
import { sampleWorld } from './sample'
import type { World } from './world'

type RecordedCall = {
  call: string
  args?: unknown[]
  as?: string
  picks?: string | null
  answer?: unknown
  fault?: unknown
}

const steps = course.steps as RecordedCall[]
const ROOT = '/home/writer/Novel'

/** Placeholders in the recorded answers, for values that differ between runs. */
const PLACEHOLDERS: Record<string, (value: unknown) => boolean> = {
  '<any>': () => true,
  '<id>': (value) => typeof value === 'string' && value !== '',
  '<hash>': (value) => typeof value === 'string' && value !== '',
  '<time>': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u.test(value),
}

/** The world before the first call: manuscripts only. */
function beginning(): World {
  const entries = Object.entries(course.files)
  const isPicture = ([path]: [string, string]) => path.endsWith('.svg')
  const sample = sampleWorld()
  return {
    ...sample,
    project: null,
    documents: entries.filter((entry) => !isPicture(entry)).map(([path, text]) => ({ path, text, hash: `hash-${path}` })),
    pictures: Object.fromEntries(entries.filter(isPicture)),
    rules: [],
    questions: [],
    episodes: [],
    runs: [],
    memoryFiles: [],
    proposals: [],
    versions: {},
    upkeep: { findings: [], would: { risk: 'low', actions: [], files: [] } },
    learning: { ...sample.learning, episodes: 0, pending: 0 },
    settings: structuredClone(DEFAULT_SETTINGS),
    workspace: structuredClone(DEFAULT_WORKSPACE),
    picks: null,
  }
}

/** Replaces `$root` and references to earlier answers, such as `$name/0/id`, by their values. */
function filled(value: unknown, answers: Record<string, unknown>): unknown {
  if (typeof value === 'string' && value.startsWith('$root')) return ROOT + value.slice('$root'.length)
  if (typeof value === 'string' && value.startsWith('$')) {
    const [name = '', ...place] = value.slice(1).split('/')
    return place.reduce((answer, key) => (answer as Record<string, unknown>)[key], answers[name])
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, answers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, answers)]))
}

/** Returns an answer in the recorded form: a value that fits a placeholder becomes this placeholder. */
function told(value: unknown, expected: unknown): unknown {
  if (typeof expected === 'string' && PLACEHOLDERS[expected]?.(value)) return expected
  if (typeof value === 'string') return value.replaceAll(ROOT, '$root')
  if (Array.isArray(value)) return value.map((each, at) => told(each, (expected as unknown[] | undefined)?.[at]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, told(each, (expected as Record<string, unknown> | undefined)?.[key])]))
}

/** Replays the calls. Returns each step with the answer of the fake host. */
async function played(): Promise<RecordedCall[]> {
  const world = beginning()
  const host = fakeHost({ world })
  const answers: Record<string, unknown> = {}
  const done: RecordedCall[] = []
  for (const { answer: known, fault, ...step } of steps) {
    const expected = known ?? fault
    if (step.picks !== undefined) world.picks = filled(step.picks, answers) as string | null
    const method = host[step.call as keyof Host] as (...args: unknown[]) => Promise<unknown>
    try {
      const answer = await method(...(filled(step.args ?? [], answers) as unknown[]))
      if (step.as) answers[step.as] = answer
      done.push({ ...step, answer: told(answer, expected) })
    } catch (reason) {
      const { code, details } = reason as { code: string; details: unknown }
      done.push({ ...step, fault: told({ code, details }, expected) })
    }
  }
  return done
}

const answered = await played()

it.each(steps.map((step, at) => [at, step.call, step.args ?? [], step] as const))('%i %s %j answers as the core does', (at, _, __, step) => {
  expect(answered[at]).toEqual(step)
})
