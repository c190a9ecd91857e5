// The fake host in the course of calls whose answers the core gave. Where they differ the fake is wrong.

import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS, DEFAULT_WORKSPACE, type Host } from '$lib/host'
import course from './course.json'
import { fakeHost } from './fakeHost'
import { sampleWorld } from './sample'
import type { World } from './world'

type Step = {
  call: string
  args?: unknown[]
  as?: string
  picks?: string | null
  answer?: unknown
  fault?: unknown
}

const steps = course.steps as Step[]
const ROOT = '/home/writer/Novel'

/** What the core says in the place of anything that is another one at every run. */
const PLACEHOLDERS: Record<string, (value: unknown) => boolean> = {
  '<any>': () => true,
  '<id>': (value) => typeof value === 'string' && value !== '',
  '<hash>': (value) => typeof value === 'string' && value !== '',
  '<time>': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u.test(value),
}

/** The world before the course: manuscripts and nothing else. */
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

/** Puts what is known in the place of its name: `$root`, or `$name/0/id`. */
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

/** Returns an answer of the fake host as the core's is written down, with a placeholder where the core has one that fits. */
function told(value: unknown, expected: unknown): unknown {
  if (typeof expected === 'string' && PLACEHOLDERS[expected]?.(value)) return expected
  if (typeof value === 'string') return value.replaceAll(ROOT, '$root')
  if (Array.isArray(value)) return value.map((each, at) => told(each, (expected as unknown[] | undefined)?.[at]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, told(each, (expected as Record<string, unknown> | undefined)?.[key])]))
}

/** Plays the course; returns each step with what the fake host made of it. */
async function played(): Promise<Step[]> {
  const world = beginning()
  const host = fakeHost({ world })
  const answers: Record<string, unknown> = {}
  const done: Step[] = []
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
