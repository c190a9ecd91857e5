import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { locale } from '$lib/i18n'
import { commandLines } from './commandLine'
import { t } from './messages'

const REFERENCE = readFileSync(join(import.meta.dirname, '../../../../../src-tauri/docs/command-line.md'), 'utf8')

describe('the command lines', () => {
  it.each([
    ['/home/writer/Novel', '/home/writer/Novel'],
    ['/home/writer/The Salt Road', "'/home/writer/The Salt Road'"],
    ['/home/writer/渡口', "'/home/writer/渡口'"],
    ["/home/writer/Wen's", String.raw`'/home/writer/Wen'\''s'`],
  ])('name the folder %s as a shell reads it', (root, written) => {
    expect(commandLines(root).find(({ act }) => act === 'day')?.line).toBe(`commonplace --project ${written} day`)
  })

  it('are commands and options of the command line', () => {
    for (const { line } of commandLines('.')) {
      const words = line.replace('commonplace --project . ', '').split(' ')
      const options = words.filter((word) => word.startsWith('--'))
      const [command = '', sub = ''] = words
      const title = REFERENCE.includes(`\n## \`commonplace ${command} ${sub}\`\n`) ? `${command} ${sub}` : command
      const [, section = ''] = REFERENCE.split(`\n## \`commonplace ${title}\`\n`)
      expect(section, line).not.toBe('')
      for (const option of options) expect(section.split('\n## ')[0], line).toContain(option)
    }
  })

  it.each(['en', 'zh'] as const)('say in %s what each does', (language) => {
    locale.set(language)
    const said = commandLines('.').map(({ act }) => t.commandLineAct[act])
    expect(new Set(said).size).toBe(said.length)
  })
})
