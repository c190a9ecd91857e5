import { expect, it } from 'vitest'
import { languageOf } from './language'

it.each([
  ['The rain had stopped.', 'en'],
  ['雨停了。', 'zh-Hans'],
  ['他说 OK，然后走了。', 'zh-Hans'],
  ['She read the character 雨 aloud.', 'en'],
  ['# 123\n', 'en'],
  ['', 'en'],
])('detects the language of %j as %s', (text, language) => {
  expect(languageOf(text)).toBe(language)
})
