import { describe, expect, it } from 'vitest'
import { asFault } from './faults'

describe('asFault', () => {
  it('returns a fault of the core unchanged', () => {
    const fault = { code: 'DISK_FULL', message: 'The disk is full.', details: { path: 'a.md' } }
    expect(asFault(fault)).toEqual(fault)
  })

  it.each([
    ['a plain string from Tauri', 'Command memory_x not found', 'Command memory_x not found'],
    ['an error of the window', new TypeError('x is undefined'), 'x is undefined'],
    ['nothing at all', undefined, 'undefined'],
  ])('converts %s', (_, reason, message) => {
    expect(asFault(reason)).toEqual({ code: 'UNEXPECTED', message, details: {} })
  })

  it.each([
    ['a code nobody knows', { code: 'SOMETHING_NEW', message: 'New.', details: {} }],
    ['a name every object has', { code: 'toString', message: 'New.', details: {} }],
    ['a fault without details', { code: 'IO', message: 'Broken.' }],
    ['details that are nothing', { code: 'IO', message: 'Broken.', details: null }],
  ])('does not treat %s as a fault of the core', (_, reason) => {
    expect(asFault(reason).code).toBe('UNEXPECTED')
  })
})
