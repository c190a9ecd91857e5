// Drag and drop by pointer events: WebKitGTK loses the drag of HTML5 where the window takes dropped files.

/** A drag begins once the pointer is this far from where it was pressed, in pixels. */
const FAR = 5

/** What a drag needs from the list. */
export type DragPort = {
  /** The drag begins. */
  begin: () => void
  /** The pointer is over this element now. */
  over: (element: Element | null, x: number, y: number) => void
  /** Let go here; `null` where the drag was given up. */
  end: (element: Element | null) => void
}

/** Follows a pointer that was pressed on a row until it is let go. A click stays a click. */
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
    // The click that follows is the end of the drag and opens nothing.
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
      // A hand that lies on another mouse moves the pointer too, and holds nothing.
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
  // Of the window, not of what had the focus when the pointer was pressed.
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
