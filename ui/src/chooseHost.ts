import type { Host } from '$lib/host'

/** Returns the host of this window: Tauri's inside the app, the fake host in a browser during development. */
export async function chooseHost(): Promise<Host> {
  if ('__TAURI_INTERNALS__' in window) return (await import('$lib/host/tauri')).tauriHost()
  if (import.meta.env.DEV) return (await import('$lib/fake/demo')).demoHost(new URLSearchParams(location.search))
  throw new Error('The desk runs inside its own window; start it with `cargo xtask run`.')
}
