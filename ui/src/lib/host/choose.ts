import type { Host } from './host'

/** Returns the host of this window: Tauri's inside the app, the fake one in a browser while developing. */
export async function chooseHost(): Promise<Host> {
  if ('__TAURI_INTERNALS__' in window) return (await import('./tauri')).tauriHost()
  if (import.meta.env.DEV) return (await import('./demo')).demoHost(new URLSearchParams(location.search))
  throw new Error('The desk runs inside its own window; start it with `cargo xtask run`.')
}
