import type { DistillProgress, FileChange, FileMove, Host, MemoryChange, OpenRequest, PressProgress } from '$lib/host'
import { installation } from './installation'
import { learning } from './learning'
import { manuscripts } from './manuscripts'
import { memory } from './memory'
import { setStage, type FakeOptions } from './stage'
import type { World } from './world'

export { fault } from './fault'

/** A host in memory, with methods for tests to trigger failures and events. */
export interface FakeHost extends Host {
  readonly world: World
  /** Makes the next call of a method reject with `reason`, as the real host would. */
  failNext(method: keyof Host, reason: unknown): void
  emitProgress(progress: DistillProgress): void
  emitMemoryChange(change: Partial<MemoryChange>): void
  emitFileChange(change: FileChange): void
  emitOpen(request: OpenRequest): void
  /** Simulates another program that renames a file. */
  moveFile(move: FileMove): void
  emitPressProgress(progress: PressProgress): void
  /** Runs the close handler, as the window does before it closes. */
  close(): Promise<void>
}

/** Returns a host in memory. As far as the page can see, it behaves like the real host. */
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
