import { describe, expect, it } from 'vitest'
import { asFault, type FaultCode } from '$lib/host'
import { sayFault, sentences } from './faults'
import { locale } from './locale.svelte'

describe('the sentence of a failure', () => {
  const codes = Object.keys(sentences) as FaultCode[]

  it.each(codes)('exists for %s in both languages, with and without details', (code) => {
    for (const details of [{}, { path: 'Part One/01.md' }]) {
      const fault = { code, message: 'For the log.', details }
      locale.set('en')
      expect(sayFault(fault)).toMatch(/^\p{Lu}.*\.$/u)
      locale.set('zh')
      expect(sayFault(fault)).toMatch(/\p{Script=Han}.*。$/u)
      expect(sayFault(fault)).not.toContain('undefined')
    }
  })

  it('distinguishes an answered question from an action in progress', () => {
    const answered = asFault({ code: 'CONFLICT', message: '', details: { questionId: 'question-1' } })
    const busy = asFault({ code: 'CONFLICT', message: '', details: { runId: 'run-1' } })
    locale.set('en')
    expect([sayFault(answered), sayFault(busy)]).toEqual([
      expect.stringContaining('answered elsewhere'),
      expect.stringContaining('under way'),
    ])
    locale.set('zh')
    expect([sayFault(answered), sayFault(busy)]).toEqual([
      expect.stringContaining('已在别处回答'),
      expect.stringContaining('正在进行'),
    ])
  })

  it('names the maximum length of a rule', () => {
    const fault = asFault({ code: 'INVALID_ARGUMENT', message: '', details: { field: 'text', limit: '500' } })
    locale.set('en')
    expect(sayFault(fault)).toBe('A rule has room for 500 characters. Shorten it, or write several rules.')
    locale.set('zh')
    expect(sayFault(fault)).toBe('一条规则最多 500 个字，请缩短，或分写成几条规则。')
  })

  it('names the file concerned', () => {
    const fault = asFault({ code: 'FILE_NOT_UTF8', message: '', details: { path: '第一章.md' } })
    expect(sayFault(fault)).toContain('第一章.md')
  })
})
