import { describe, expect, it } from 'vitest'
import { OpenFiles } from './openFiles.svelte'

function open(...paths: string[]) {
  const files = new OpenFiles()
  for (const path of paths) files.visit(path)
  return files
}

describe('the open files', () => {
  it('are in the order of opening, each once', () => {
    expect(open('a', '第二章', 'a').tabs).toEqual(['a', '第二章'])
  })

  it('place a new file after the file she comes from', () => {
    expect(open('a', 'b', 'c', 'a', 'new').tabs).toEqual(['a', 'new', 'b', 'c'])
  })

  it('go back to the file visited before when a file is closed', () => {
    const files = open('a', 'b', 'c', 'a')
    expect(files.close('a')).toBe('c')
    expect(files.close('c')).toBe('b')
    expect(files.close('b')).toBeNull()
  })

  it('are cycled through past the end', () => {
    const files = open('a', 'b', 'c')
    expect(files.beside('c', 1)).toBe('a')
    expect(files.beside('a', -1)).toBe('c')
    expect(files.beside(null, 1)).toBe('a')
    expect(open().beside(null, 1)).toBeNull()
  })

  it('keep their place when renamed, also to the name of an open file', () => {
    const files = open('a', 'b', 'c')
    files.rename('b', '乙')
    expect(files.tabs).toEqual(['a', '乙', 'c'])
    files.rename('乙', 'c')
    expect(files.tabs).toEqual(['a', 'c'])
  })
})
