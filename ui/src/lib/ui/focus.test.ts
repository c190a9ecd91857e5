import { afterEach, expect, test } from 'vitest'
import { focusAfterAnswer } from './focus'

afterEach(() => document.body.replaceChildren())

function window() {
  document.body.innerHTML = `
    <main><textarea id="page"></textarea></main>
    <aside><button id="act"></button><p id="line" tabindex="-1"></p></aside>`
  return (id: string) => document.getElementById(id) as HTMLElement
}

test('an answer moves the focus within the panel', () => {
  const at = window()
  at('act').focus()
  focusAfterAnswer(at('line'))
  expect(document.activeElement).toBe(at('line'))
})

test('an answer takes a focus that has lost its button', () => {
  const at = window()
  at('act').focus()
  at('act').remove()
  focusAfterAnswer(at('line'))
  expect(document.activeElement).toBe(at('line'))
})

test('an answer leaves the focus on the page where the writer types', () => {
  const at = window()
  at('page').focus()
  focusAfterAnswer(at('line'))
  expect(document.activeElement).toBe(at('page'))
})
