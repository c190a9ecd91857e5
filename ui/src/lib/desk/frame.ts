// The window is the desk and no browser: what a browser does by itself would throw away what is on the page.

/** Keeps the window from opening what is dropped on it, from loading anew, and from its browser's menu; returns the end of it. */
export function keepFrame(window: Window): () => void {
  const listeners = { dragover, drop: dragover, contextmenu, keydown } as const
  for (const [type, listener] of Object.entries(listeners)) window.addEventListener(type, listener as EventListener)
  return () => {
    for (const [type, listener] of Object.entries(listeners)) window.removeEventListener(type, listener as EventListener)
  }
}

/** Words may be dragged within a text; a file, or words dropped beside a text, would be opened in place of the desk. */
function dragover(event: DragEvent): void {
  const isFile = event.dataTransfer?.types.includes('Files') ?? false
  if (!isFile && isText(event.target)) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

/** In a text the menu has cut, copy and paste; elsewhere it has only "Reload" and "Back". */
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
