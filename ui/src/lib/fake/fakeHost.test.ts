// Tests of the fake host that the recorded calls do not cover.

import { expect, it } from 'vitest'
import { fakeHost } from './fakeHost'

it('refuses a rule that is too long', async () => {
  const rule = { text: '长'.repeat(501), category: 'style', sceneType: null } as const
  await expect(fakeHost().addRule(rule)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { field: 'text', limit: '500' } })
})

it('does not list a memory file as a manuscript', async () => {
  const host = fakeHost()
  await host.writeMemoryFile({ path: 'memory/own.md', text: 'Mine.', baseHash: '', pasted: [], seq: null, asUtf8: false })
  expect((await host.listFiles()).map(({ path }) => path)).not.toContain('memory/own.md')
})

it('lists the rules in the order of the panel', async () => {
  const host = fakeHost()
  await host.addRule({ text: 'Keeps to the past tense.', category: 'style', sceneType: null })
  const states = (await host.listRules()).map(({ state }) => state)
  expect(new Set(states).size).toBeGreaterThan(1)
  expect(states).toEqual(states.toSorted((one, other) => (one < other ? 1 : -1)))
})
