import { describe, expect, it } from 'vitest'
import { Resource } from './resource.svelte'

/** A question whose answers the test gives, in the order it likes. */
function question() {
  const answers: { give: (value: string) => void; fail: (reason: unknown) => void }[] = []
  const resource = new Resource(() => new Promise<string>((give, fail) => answers.push({ give, fail })))
  return { answers, resource }
}

describe('something asked of the host', () => {
  it('is loading until the first answer', async () => {
    const { answers, resource } = question()
    const loading = resource.load()
    expect(resource.loading).toBe(true)
    answers[0]?.give('one')
    await loading
    expect(resource.loading).toBe(false)
    expect(resource.value).toBe('one')
  })

  it('drops an answer that was overtaken by a later question', async () => {
    const { answers, resource } = question()
    const both = [resource.load(), resource.load()]
    answers[1]?.give('new')
    answers[0]?.give('old')
    await Promise.all(both)
    expect(resource.value).toBe('new')
  })

  it('keeps the last answer beside a failure, and forgets the failure with the next answer', async () => {
    const { answers, resource } = question()
    for (const settle of ['give', 'fail', 'give'] as const) {
      const loading = resource.load()
      answers.at(-1)?.[settle]('value')
      await loading
      expect(resource.value).toBe('value')
      expect(resource.fault !== null).toBe(settle === 'fail')
    }
  })

  it('drops a failure that was overtaken', async () => {
    const { answers, resource } = question()
    const both = [resource.load(), resource.load()]
    answers[1]?.give('new')
    answers[0]?.fail('late')
    await Promise.all(both)
    expect(resource.fault).toBeNull()
  })
})
