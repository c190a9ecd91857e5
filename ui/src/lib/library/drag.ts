// Drag and drop with pointer events. WebKitGTK breaks HTML5 drag and drop in a window that accepts dropped files.

/** Distance in pixels that the pointer must move before a drag starts. */
const FAR = 5

/** Callbacks for a drag. */
export type DragPort = {
  begin: () => void
  /** The pointer moved; `element` is the element under it. */
  over: (element: Element | null, x: number, y: number) => void
  /** The drag has ended over an element; `null` if it was cancelled. */
  end: (element: Element | null) => void
}

/** Starts to follow a pointer pressed on a row. Without enough movement the press remains a click. */
export function startDrag(event: PointerEvent, port: DragPort): void {
  if (event.button !== 0 || event.pointerType === 'touch') return
  const { clientX, clientY, pointerId } = event
  let dragging = false
  const ended = new AbortController()
  const options = { signal: ended.signal, capture: true }
  const under = (at: PointerEvent) => document.elementFromPoint(at.clientX, at.clientY)

  function end(element: Element | null): void {
    ended.abort()
    if (!dragging) return
    port.end(element)
    // The click event after the release must not open a file.
    const swallow = (click: MouseEvent) => {
      click.stopPropagation()
      click.preventDefault()
    }
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
  }

  addEventListener(
    'pointermove',
    (move) => {
      // Events of a second pointing device, or without the button pressed, are ignored.
      if (move.pointerId !== pointerId || (move.buttons & 1) === 0) return
      if (!dragging && Math.hypot(move.clientX - clientX, move.clientY - clientY) < FAR) return
      if (!dragging) {
        dragging = true
        port.begin()
      }
      port.over(under(move), move.clientX, move.clientY)
    },
    options,
  )
  addEventListener('pointerup', (up) => up.pointerId === pointerId && end(dragging ? under(up) : null), options)
  addEventListener('pointercancel', () => end(null), options)
  // Blur of the window only: a capturing listener also receives the blur of the focused element.
  addEventListener('blur', (blur) => blur.target === window && end(null), options)
  addEventListener(
    'keydown',
    (key) => {
      if (!dragging || key.key !== 'Escape') return
      key.preventDefault()
      key.stopPropagation()
      end(null)
    },
    options,
  )
}
