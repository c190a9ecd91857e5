/** The parts of the window: the page, the file list, the panel, and a dialog over them. */
const PART = 'main, nav, aside, [role=dialog]'

/**
 * Moves the focus to an element once an act in its part of the window is answered. The answer can take seconds. If the
 * writer has gone on in another part meanwhile, the focus stays there.
 */
export function focusAfterAnswer(element: HTMLElement | null | undefined): void {
  if (!element) return
  const part = element.closest(PART) ?? document.body
  const focused = document.activeElement
  if (focused === null || focused === document.body || part.contains(focused)) element.focus()
}
