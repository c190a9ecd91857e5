import { describe, expect, it } from 'vitest'
import { Resource } from './resource.svelte'

/** A request whose answers the test gives, in any order. */
function question() {
  const answers: { give: (value: string) => void; fail: (reason: unknown) => void }[] = []
  const resource = new Resource(() => new Promise<string>((give, fail) => answers.push({ give, fail })))
  return { answers, resource }
}

describe('a resource', () => {
  it('is loading until the first answer', async () => {
    const { answers, resource } = question()
    const loading = resource.load()
    expect(resource.loading).toBe(true)
    answers[0]?.give('one')
    await loading
    expect(resource.loading).toBe(false)
    expect(resource.value).toBe('one')
  })

  it('sends one more request after a running one, however often it is loaded meanwhile', async () => {
    const { answers, resource } = question()
    const all = Promise.all(Array.from({ length: 300 }, () => resource.load()))
    answers[0]?.give('old')
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.give('new')
    await all
    expect(resource.value).toBe('new')
    expect(answers).toHaveLength(2)
  })

  it('keeps the last value after a failure, and drops the failure with the next value', async () => {
    const { answers, resource } = question()
    for (const settle of ['give', 'fail', 'give'] as const) {
      const loading = resource.load()
      answers.at(-1)?.[settle]('value')
      await loading
      expect(resource.value).toBe('value')
      expect(resource.fault !== null).toBe(settle === 'fail')
    }
  })

  it('drops a failure that is out of date', async () => {
    const { answers, resource } = question()
    const both = [resource.load(), resource.load()]
    answers[0]?.fail('late')
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.give('new')
    await Promise.all(both)
    expect(resource.fault).toBeNull()
  })
})
