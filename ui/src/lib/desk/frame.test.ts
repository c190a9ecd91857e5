import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepFrame } from './frame'

let end: () => void

beforeEach(() => {
  document.body.innerHTML = '<main><div contenteditable="true"><p id="text"></p></div><textarea></textarea></main>'
  end = keepFrame(window)
})
afterEach(() => end())

/** Returns whether the default action of the browser for an event is allowed. */
function isLeft(selector: string, event: Event, types: string[] = []): boolean {
  if (event.type.startsWith('dr')) Object.assign(event, { dataTransfer: { types, dropEffect: 'move' } })
  document.querySelector(selector)?.dispatchEvent(event)
  return !event.defaultPrevented
}

const event = (type: string) => new Event(type, { bubbles: true, cancelable: true })

describe.each(['dragover', 'drop'])('%s', (type) => {
  it('of a file is always prevented', () => {
    expect(isLeft('main', event(type), ['Files'])).toBe(false)
    expect(isLeft('#text', event(type), ['Files'])).toBe(false)
  })

  it('of words is allowed on a text field and prevented elsewhere', () => {
    expect(isLeft('#text', event(type), ['text/plain'])).toBe(true)
    expect(isLeft('textarea', event(type), ['text/plain'])).toBe(true)
    expect(isLeft('main', event(type), ['text/uri-list'])).toBe(false)
  })
})

it('allows the context menu only on text fields', () => {
  expect(isLeft('#text', event('contextmenu'))).toBe(true)
  expect(isLeft('main', event('contextmenu'))).toBe(false)
})

it.each([
  ['F5', {}, false],
  ['r', { ctrlKey: true }, false],
  ['R', { ctrlKey: true, shiftKey: true }, false],
  ['r', { metaKey: true }, false],
  ['r', {}, true],
  ['z', { ctrlKey: true }, true],
])('%s with %j is left to the browser: %s', (key, modifiers, left) => {
  expect(isLeft('#text', new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }))).toBe(left)
})

it('removes its listeners', () => {
  end()
  expect(isLeft('main', event('contextmenu'))).toBe(true)
})
