import { mockIPC } from '@tauri-apps/api/mocks'
import { expect, it } from 'vitest'
import { tauriHost } from './tauri'

it.each(['', '\n', '雨停了。\n', 'no end of line', '\ufeffa mark of hers', '\r lone', 'é and é, 👩‍🚀'])('separates the text %j from the hash after it', async (text) => {
  mockIPC((command, payload) => {
    expect([command, payload]).toEqual(['desk:file:read', { path: '稿.md' }])
    return new TextEncoder().encode(`${text}\nabc123`).buffer
  })
  expect(await tauriHost().readFile('稿.md')).toEqual({ path: '稿.md', text, hash: 'abc123' })
})
