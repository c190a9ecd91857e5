import { afterEach } from 'vitest'
import { locale } from '$lib/i18n'

// jsdom has no media queries; a wide window of a system without preferences answers no to all of them.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

// jsdom knows the element and not what it does.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
  this.querySelector<HTMLElement>('[autofocus], input, button')?.focus()
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

// jsdom lays nothing out; CodeMirror asks where text stands and takes no rectangles for an answer.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList

// The locale and the theme are one for the whole window; a test that changed them must not speak for the next.
afterEach(() => {
  locale.set('en')
  delete document.documentElement.dataset.theme
  delete document.documentElement.dataset.contrast
})
