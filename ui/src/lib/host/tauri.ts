import { getCurrentWebview } from '@tauri-apps/api/webview'
import { getCurrentWindow } from '@tauri-apps/api/window'
import { commands, events } from './bindings'
import type { Host } from './host'

/** Returns the host of a Tauri window. */
export function tauriHost(): Host {
  return {
    ...commands,
    readFile: async (path) => {
      // A byte order mark in the text belongs to the writer: the core has removed the one of the encoding already.
      const page = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(await commands.readFile(path)))
      const end = page.lastIndexOf('\n')
      return { path, text: page.slice(0, end), hash: page.slice(end + 1) }
    },
    readPicture: async (path) => {
      const { mediaType, base64 } = await commands.readPicture(path)
      return `data:${mediaType};base64,${base64}`
    },

    onDistillProgress: (listener) => events.memoryDistillProgress.listen((event) => listener(event.payload)),
    onMemoryChanged: (listener) => events.memoryChanged.listen((event) => listener(event.payload)),
    onFileMoved: (listener) => events.deskFileMoved.listen((event) => listener(event.payload)),
    onFileChanged: (listener) => events.deskFileChanged.listen((event) => listener(event.payload)),
    onPressProgress: (listener) => events.deskPressProgress.listen((event) => listener(event.payload)),

    onOpen: (listener) => events.deskOpen.listen((event) => listener(event.payload)),

    toggleFullScreen: async () => {
      const window = getCurrentWindow()
      await window.setFullscreen(!(await window.isFullscreen()))
    },
    zoom: (factor) => getCurrentWebview().setZoom(factor),
    closeWindow: () => getCurrentWindow().destroy(),
    onCloseRequested: (handler) => getCurrentWindow().onCloseRequested(handler),
  }
}
