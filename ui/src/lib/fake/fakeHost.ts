import type { DistillProgress, FileChange, FileMove, Host, MemoryChange, OpenRequest, PressProgress } from '$lib/host'
import { installation } from './installation'
import { learning } from './learning'
import { manuscripts } from './manuscripts'
import { memory } from './memory'
import { setStage, type FakeOptions } from './stage'
import type { World } from './world'

export { fault } from './fault'

/** A host in memory, with the strings a test can pull. */
export interface FakeHost extends Host {
  readonly world: World
  /** Makes the next call of one method reject with this, as the other side would throw it. */
  failNext(method: keyof Host, reason: unknown): void
  emitProgress(progress: DistillProgress): void
  emitMemoryChange(change: Partial<MemoryChange>): void
  emitFileChange(change: FileChange): void
  emitOpen(request: OpenRequest): void
  /** Another program gives a file another name; the core tells the page. */
  moveFile(move: FileMove): void
  emitPressProgress(progress: PressProgress): void
  /** Runs the handler as the window does when it is about to close. */
  close(): Promise<void>
}

/** Returns a host in memory that keeps the promises of the real one as far as a front end can see. */
export function fakeHost(options: FakeOptions = {}): FakeHost {
  const stage = setStage(options)
  const { world, failNext, changed, distilled, memoryChanged, fileChanged, fileMoved, opened, pressed } = stage
  let closeHandler: (() => Promise<void>) | undefined

  return {
    world,
    failNext,
    emitProgress: distilled.emit,
    emitMemoryChange: changed,
    emitFileChange: fileChanged.emit,
    emitOpen: opened.emit,
    emitPressProgress: pressed.emit,
    close: async () => closeHandler?.(),

    ...installation(stage),
    ...manuscripts(stage),
    ...learning(stage),
    ...memory(stage),

    onDistillProgress: distilled.add,
    onMemoryChanged: memoryChanged.add,
    onFileChanged: fileChanged.add,
    onFileMoved: fileMoved.add,
    onOpen: opened.add,
    onPressProgress: pressed.add,
    onCloseRequested: async (handler) => {
      closeHandler = handler
      return () => (closeHandler = undefined)
    },
  }
}
