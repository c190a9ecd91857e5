import { describe, expect, it } from 'vitest'
import { OpenFiles } from './openFiles.svelte'

function open(...paths: string[]) {
  const files = new OpenFiles()
  for (const path of paths) files.visit(path)
  return files
}

describe('the open files', () => {
  it('stand in the order in which they were opened, each once', () => {
    expect(open('a', '第二章', 'a').tabs).toEqual(['a', '第二章'])
  })

  it('take a new one behind the one she comes from', () => {
    expect(open('a', 'b', 'c', 'a', 'new').tabs).toEqual(['a', 'new', 'b', 'c'])
  })

  it('go back to the one she was at before, when one is closed', () => {
    const files = open('a', 'b', 'c', 'a')
    expect(files.close('a')).toBe('c')
    expect(files.close('c')).toBe('b')
    expect(files.close('b')).toBeNull()
  })

  it('are walked through around the end', () => {
    const files = open('a', 'b', 'c')
    expect(files.beside('c', 1)).toBe('a')
    expect(files.beside('a', -1)).toBe('c')
    expect(files.beside(null, 1)).toBe('a')
    expect(open().beside(null, 1)).toBeNull()
  })

  it('keep their place under another name, also one that stands open already', () => {
    const files = open('a', 'b', 'c')
    files.rename('b', '乙')
    expect(files.tabs).toEqual(['a', '乙', 'c'])
    files.rename('乙', 'c')
    expect(files.tabs).toEqual(['a', 'c'])
  })
})
