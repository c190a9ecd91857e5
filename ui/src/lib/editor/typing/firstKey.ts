// Passes the first key after a composition to the keymap. Safari sends the key that ended a composition after the end
// event. So CodeMirror ignores a key within 100 ms of it. WebKitGTK identifies as Safari, but sends this key before the
// end event. The next key is then the writer's own, and the browser handled it alone. A Return was lost on a line that
// had just been redrawn, and broke two lines elsewhere.

import { runScopeHandlers, ViewPlugin } from '@codemirror/view'

/** The `keyCode` of a key handled by an input method, in every engine. */
const TAKEN = 229

/** Runs the keymap for the first key after a composition, if CodeMirror has ignored it. */
export const firstKey = ViewPlugin.define((view) => {
  const { dom, contentDOM } = view
  const listening = new AbortController()
  const { signal } = listening
  let isFirst = false
  dom.addEventListener('compositionstart', () => (isFirst = false), { signal })
  dom.addEventListener('compositionend', ({ target }) => (isFirst = isInside(target)), { signal })
  // Runs after CodeMirror's own listener, which is on the inner element.
  dom.addEventListener(
    'keydown',
    (event) => {
      if (!isFirst || event.keyCode === TAKEN || !isInside(event.target)) return
      isFirst = false
      if (!event.defaultPrevented && runScopeHandlers(view, event, 'editor')) event.preventDefault()
    },
    { signal },
  )

  /** Returns whether an event occurred in the text and not in a panel above or below it. */
  function isInside(target: EventTarget | null): boolean {
    return target instanceof Node && contentDOM.contains(target)
  }

  return { destroy: () => listening.abort() }
})
