import type { commands, DistillProgress, Document, FileChange, FileMove, MemoryChange, OpenRequest, PressProgress } from './bindings'

/** Ends a subscription. */
export type Unlisten = () => void

/** The commands of the core, which are generated, without the two whose answer is made ready for the page. */
type Commands = Omit<typeof commands, 'readFile' | 'readPicture'>

/**
 * Everything the desk asks of its other side: one method for each command, one for each event, and the window.
 *
 * Each promise rejects with whatever the other side threw; `asFault` makes one shape of it.
 */
export interface Host extends Commands {
  readFile(path: string): Promise<Document>
  /** Returns a picture of the project as a `data:` address; SVG in it runs nothing. */
  readPicture(path: string): Promise<string>

  onDistillProgress(listener: (progress: DistillProgress) => void): Promise<Unlisten>
  onMemoryChanged(listener: (change: MemoryChange) => void): Promise<Unlisten>
  onFileChanged(listener: (change: FileChange) => void): Promise<Unlisten>
  /** Another program gave an open manuscript another name or place. */
  onFileMoved(listener: (move: FileMove) => void): Promise<Unlisten>

  /** The desk was started once more with something to open. */
  onOpen(listener: (request: OpenRequest) => void): Promise<Unlisten>

  toggleFullScreen(): Promise<void>
  /** Shows everything in the window so many times as large. */
  zoom(factor: number): Promise<void>
  /** Ends the window at once; what is unsaved has to be saved before. */
  closeWindow(): Promise<void>

  onPressProgress(listener: (progress: PressProgress) => void): Promise<Unlisten>

  /** Holds the window open until the handler is done; a handler that throws keeps it open. */
  onCloseRequested(handler: () => Promise<void>): Promise<Unlisten>
}
