import type { commands, DistillProgress, Document, FileChange, FileMove, MemoryChange, OpenRequest, PressProgress } from './bindings'

/** Ends a subscription. */
export type Unlisten = () => void

/** The generated commands of the core, except the two whose answers are converted for the page. */
type CoreCommands = Omit<typeof commands, 'readFile' | 'readPicture'>

/**
 * Everything the page can ask of the core and the window: one method for each command, one for each event.
 *
 * A promise rejects with any thrown value; `asFault` converts it.
 */
export interface Host extends CoreCommands {
  readFile(path: string): Promise<Document>
  /** Returns a picture of the project as a `data:` URL. Scripts in an SVG do not run there. */
  readPicture(path: string): Promise<string>

  onDistillProgress(listener: (progress: DistillProgress) => void): Promise<Unlisten>
  onMemoryChanged(listener: (change: MemoryChange) => void): Promise<Unlisten>
  onFileChanged(listener: (change: FileChange) => void): Promise<Unlisten>
  /** Another program renamed or moved an open manuscript. */
  onFileMoved(listener: (move: FileMove) => void): Promise<Unlisten>

  /** A second start of the desk asks to open a folder or file. */
  onOpen(listener: (request: OpenRequest) => void): Promise<Unlisten>

  toggleFullScreen(): Promise<void>
  /** Sets the zoom factor of the window. */
  zoom(factor: number): Promise<void>
  /** Closes the window at once. Unsaved text must be saved before. */
  closeWindow(): Promise<void>

  onPressProgress(listener: (progress: PressProgress) => void): Promise<Unlisten>

  /** Delays closing the window until the handler is done. A handler that throws keeps it open. */
  onCloseRequested(handler: () => Promise<void>): Promise<Unlisten>
}
