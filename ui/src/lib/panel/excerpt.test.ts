import { describe, expect, it } from 'vitest'
import { contrast, shorten } from './excerpt'

describe('the differing parts of two texts', () => {
  it('are the whole texts if no sentence is shared', () => {
    expect(contrast('It held.', 'It did hold, in the end.')).toEqual(['It held.', 'It did hold, in the end.'])
  })

  it('leave out the shared sentences at both ends', () => {
    expect(contrast('She sat. The boat swung out. He rowed.', 'She sat. The boat really swung out. He rowed.')).toEqual([
      'The boat swung out.',
      'The boat really swung out.',
    ])
  })

  it('leave out shared sentences in Chinese', () => {
    expect(contrast('她坐下了。船荡了出去。', '她坐下了。船真的开始荡了出去。')).toEqual(['船荡了出去。', '船真的开始荡了出去。'])
  })

  it('are cut to the words around the difference if a sentence is long', () => {
    const before = 'By the time the bell stopped the water had come up over the second step of the old stone stair, '
    const after = ', and the ferryman had not once looked round.'
    const [one, other] = contrast(`${before}very fast${after}`, `${before}fast${after}`)
    expect(one).toBe('…stone stair, very…')
    expect(other).toBe('…stone stair,…')
  })

  it('keep the last shared sentence if one text only continues', () => {
    expect(contrast('Rain. She sat.', 'Rain. She sat. He rowed.')).toEqual(['She sat.', 'She sat. He rowed.'])
  })

  it('are the texts themselves if they are equal', () => {
    expect(contrast('She sat.', 'She sat.')).toEqual(['She sat.', 'She sat.'])
  })

  it('are empty for empty texts', () => {
    expect(contrast('', '')).toEqual(['', ''])
  })
})

it('ends a shortened text after a whole word', () => {
  const long = `${'The rope. '.repeat(10)}There was a sound from the pier.`
  expect(shorten(long)).toBe(`${'The rope. '.repeat(10)}There was…`)
  expect(shorten(`${'The rope. '.repeat(10)}Understanding came late.`)).toBe(`${'The rope. '.repeat(10).trim()}…`)
})

it('shortens a text without spaces at any character', () => {
  expect(shorten('雨'.repeat(200))).toBe(`${'雨'.repeat(110)}…`)
  expect(shorten('a'.repeat(200))).toBe(`${'a'.repeat(110)}…`)
})

it('never splits a surrogate pair', () => {
  const long = '𠮷'.repeat(200)
  expect(shorten(long)).toBe(`${'𠮷'.repeat(110)}…`)
})
