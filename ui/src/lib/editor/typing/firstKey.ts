// The first key behind a composition. Safari sends the key that ended a composition only behind its end, so CodeMirror
// passes over a key within 100 ms of it. WebKitGTK looks like Safari but sends that key before: the one behind is the
// writer's own, and it is left to the engine. A Return was lost then on a line that had just been drawn anew, and broke
// two lines elsewhere.

import { runScopeHandlers, ViewPlugin } from '@codemirror/view'

/** The code of a key that an input method took, in every engine. */
const TAKEN = 229

/** Gives the keymap the first key behind a composition where CodeMirror passed over it. */
export const firstKey = ViewPlugin.define((view) => {
  const { dom, contentDOM } = view
  const listening = new AbortController()
  const { signal } = listening
  let isFirst = false
  dom.addEventListener('compositionstart', () => (isFirst = false), { signal })
  dom.addEventListener('compositionend', ({ target }) => (isFirst = isInside(target)), { signal })
  // Behind CodeMirror's own listener, which stands on the text itself.
  dom.addEventListener(
    'keydown',
    (event) => {
      if (!isFirst || event.keyCode === TAKEN || !isInside(event.target)) return
      isFirst = false
      if (!event.defaultPrevented && runScopeHandlers(view, event, 'editor')) event.preventDefault()
    },
    { signal },
  )

  /** Returns whether something happened in the text, and not in a panel above or below it. */
  function isInside(target: EventTarget | null): boolean {
    return target instanceof Node && contentDOM.contains(target)
  }

  return { destroy: () => listening.abort() }
})
