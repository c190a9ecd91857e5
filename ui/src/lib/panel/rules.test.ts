import { describe, expect, it } from 'vitest'
import { Notices } from '$lib/notices/notices.svelte'
import { fakeHost, fault } from '$lib/fake/fakeHost'
import { sampleWorld } from '$lib/fake/sample'
import { groupRules, Rules, RuleDraft } from './rules.svelte'

async function open() {
  const host = fakeHost()
  const notices = new Notices()
  const rules = new Rules(host, notices)
  await rules.all.load()
  return { host, notices, rules }
}

describe('rules by category', () => {
  it('hold only rules in force, the most confident first', () => {
    const groups = groupRules(sampleWorld().rules)
    expect(groups.map(({ category }) => category)).toEqual(['pacing', 'character', 'vocabulary'])
    expect(groups[0]?.rules.map(({ confidence }) => confidence)).toEqual([0.91, 0.87, 0.84])
  })
})

describe('the rules of a project', () => {
  it('are noticed before they are in force', async () => {
    const { rules } = await open()
    expect(rules.noticed.map(({ id }) => id)).toEqual(['rule-dashes', 'rule-de-zh'])
  })

  it('are in force once confirmed', async () => {
    const { rules } = await open()
    expect(await rules.confirm('rule-questions')).toBe(true)
    expect(rules.groups.map(({ category }) => category)).toContain('style')
  })

  it('drop a deleted rule', async () => {
    const { rules } = await open()
    await rules.delete('rule-dashes')
    expect(rules.noticed.map(({ id }) => id)).toEqual(['rule-de-zh'])
  })

  it('have the scope that the writer chooses, and can be filtered by scope', async () => {
    const { host, rules } = await open()
    expect(rules.reaches, 'nothing to tell apart').toBe(false)
    expect(await rules.promote('rule-short-action')).toBe(true)
    expect(host.world.rules.find(({ id }) => id === 'rule-short-action')).toMatchObject({ scope: 'global', userConfirmed: true })
    const shown = () => rules.groups.flatMap((group) => group.rules.map(({ id }) => id))
    const all = shown()
    rules.reach = 'global'
    expect(shown()).toEqual(['rule-short-action'])
    expect(rules.noticed).toEqual([])
    rules.written = { text: '对话中不用副词', category: 'structure', sceneType: null }
    await rules.add()
    expect(shown().sort(), 'what she wrote is there to be seen').toEqual([...all, 'rule-2'].sort())
    await rules.delete('rule-2')
    rules.reach = 'project'
    expect([...shown(), 'rule-short-action'].sort()).toEqual([...all].sort())
    expect(await rules.demote('rule-short-action')).toBe(true)
    expect(shown().sort(), 'nothing to tell apart again').toEqual([...all].sort())
  })

  it('stay in their scope when the memory of all projects cannot be used, with a notice', async () => {
    const { host, notices, rules } = await open()
    host.failNext('promoteRule', fault('MEMORY_GLOBAL_UNAVAILABLE', '', { path: '/mnt/shared' }))
    expect(await rules.promote('rule-short-action')).toBe(false)
    expect(rules.reaches).toBe(false)
    expect(notices.sentence).toContain('/mnt/shared')
  })

  it('accept a rule written by hand', async () => {
    const { rules } = await open()
    rules.written = { text: ' 对话中不用副词 ', category: 'structure', sceneType: null }
    expect((await Promise.all([rules.add(), rules.add()])).filter(Boolean), 'once for two presses').toHaveLength(1)
    expect(rules.written).toBeNull()
    expect(rules.groups.find(({ category }) => category === 'structure')?.rules[0]?.text).toBe('对话中不用副词')
  })

  it('stay unchanged when a change is refused, with a notice', async () => {
    const { host, notices, rules } = await open()
    host.failNext('updateRule', fault('WRITE_DENIED', '', { path: 'memory/MEMORY.md' }))
    const dashes = host.world.rules.find(({ id }) => id === 'rule-dashes')
    if (!dashes) throw new Error('no such rule')
    rules.drafts.set('rule-dashes', new RuleDraft({ ...dashes, text: 'Never an em-dash' }))
    expect(await rules.edit(dashes)).toBeNull()
    expect(rules.drafts.get('rule-dashes')?.text, 'what was typed is still there').toBe('Never an em-dash')
    expect(rules.noticed[0]?.text).toBe('Description: prefers few em-dashes')
    expect(notices.sentence).toContain('memory/MEMORY.md')
  })
})
