// The fake host against what the core answers. A step is JSON, so that the same course can be run against the core.

import { expect, it } from 'vitest'
import type { Host } from '$lib/host'
import course from './course.json'
import { fakeHost } from './fakeHost'
import { sampleWorld } from './sample'

type Step = {
  call: string
  args?: unknown[]
  /** How the course begins; on the sample project, with what the steps before did, where this is left out. */
  before?: string
  /** What the answer has in it. */
  answer?: unknown
  /** What the failure has in it. */
  fault?: { code: string; details?: Record<string, string> }
}

const host = fakeHost()

it.each(course as Step[])('$call $args answers as the core does', async ({ call, args = [], before, answer, fault }) => {
  const asked = before === 'no project' ? fakeHost({ world: Object.assign(sampleWorld(), { project: null }) }) : host
  const method = asked[call as keyof Host] as (...args: unknown[]) => Promise<unknown>
  if (fault) return expect(method(...args)).rejects.toMatchObject(fault)
  const answered = await method(...args)
  if (answer === null) expect(answered).toBeNull()
  else expect(answered).toMatchObject(answer as object)
})

it('refuses a rule that nobody reads to its end', async () => {
  const rule = { text: '长'.repeat(501), category: 'style', sceneType: null } as const
  await expect(fakeHost().addRule(rule)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { field: 'text', limit: '500' } })
})

it('keeps a memory file out of the list of manuscripts', async () => {
  const host = fakeHost()
  await host.writeMemoryFile({ path: 'memory/own.md', text: 'Mine.', baseHash: '', pasted: [], seq: null, asUtf8: false })
  expect((await host.listFiles()).map(({ path }) => path)).not.toContain('memory/own.md')
})

it('lists rules in the order of the panel', async () => {
  const host = fakeHost()
  await host.addRule({ text: 'Keeps to the past tense.', category: 'style', sceneType: null })
  const states = (await host.listRules()).map(({ state }) => state)
  expect(new Set(states).size).toBeGreaterThan(1)
  expect(states).toEqual(states.toSorted((one, other) => (one < other ? 1 : -1)))
})
