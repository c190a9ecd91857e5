// Prevents default actions of the browser that would replace the page of the desk, such as a reload.

/**
 * Prevents opening a dropped file, reloading, and the context menu outside of text fields. The returned function
 * removes the listeners.
 */
export function keepFrame(window: Window): () => void {
  const listeners = { dragover, drop: dragover, contextmenu, keydown } as const
  for (const [type, listener] of Object.entries(listeners)) window.addEventListener(type, listener as EventListener)
  return () => {
    for (const [type, listener] of Object.entries(listeners)) window.removeEventListener(type, listener as EventListener)
  }
}

/**
 * Words may be dragged within a text field. The browser would open a dropped file, or words dropped elsewhere, in place
 * of the desk.
 */
function dragover(event: DragEvent): void {
  const isFile = event.dataTransfer?.types.includes('Files') ?? false
  if (!isFile && isText(event.target)) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

/** On a text field the context menu has cut, copy and paste. Elsewhere it has only "Reload" and "Back". */
function contextmenu(event: MouseEvent): void {
  if (!isText(event.target)) event.preventDefault()
}

function keydown(event: KeyboardEvent): void {
  const reload = event.key === 'F5' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'r')
  if (reload) event.preventDefault()
}

function isText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null
}
