import { afterEach } from 'vitest'
import { locale } from '$lib/i18n'

// jsdom has no media queries. Every query answers no: a wide window, and no preferences of the system.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

// jsdom has the dialog element, but not its methods.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
  this.querySelector<HTMLElement>('[autofocus], input, button')?.focus()
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

// jsdom has no layout. CodeMirror asks for text rectangles and accepts none.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList

// Locale and theme are global to the window, so each test starts with the defaults.
afterEach(() => {
  locale.set('en')
  delete document.documentElement.dataset.theme
  delete document.documentElement.dataset.contrast
})
