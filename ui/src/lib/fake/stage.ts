// The shared state of one fake host: the world, the clock, the ids and the event listeners.

import type { DistillProgress, Document, FileChange, FileMove, Host, MemoryChange, OpenRequest, PressProgress, ProjectView, RunKind, RunView, Unlisten } from '$lib/host'
import { fault } from './fault'
import { fileEntry } from './fileEntry'
import { inReadingOrder } from './readingOrder'
import { sampleWorld } from './sample'
import type { World } from './world'

export interface FakeOptions {
  world?: World
  /** Milliseconds between the stages of a distillation; 0, the default, for tests. */
  pace?: number
  now?: () => Date
}

/** The type of an answer after serialisation: JSON has no `undefined`. */
type Crossed<T> = undefined extends T ? null : T

export type Stage = ReturnType<typeof setStage>

export function setStage({ world = sampleWorld(), pace = 0, now = () => new Date() }: FakeOptions) {
  const failures = new Map<keyof Host, unknown>()
  const memoryChanged = listeners<MemoryChange>()
  const opened = listeners<OpenRequest>()
  /** The folders that the writer chose in a dialog. */
  const named = new Set<string>()
  let counter = 0

  const nextId = (prefix: string) => `${prefix}-${++counter}`
  /** Returns the time as the core writes it, in whole seconds. */
  const stamp = () => now().toISOString().replace(/\.\d+Z$/u, 'Z')

  /**
   * Answers like the real host: asynchronously, with a copy of the value, `null` for `undefined`, and with a requested
   * failure.
   */
  async function answer<T>(method: keyof Host, value: () => T | Promise<T>): Promise<Crossed<T>> {
    await Promise.resolve()
    if (failures.has(method)) {
      const reason = failures.get(method)
      failures.delete(method)
      throw reason
    }
    return structuredClone((await value()) ?? null) as Crossed<T>
  }

  function openProject(): ProjectView {
    if (!world.project) throw fault('PROJECT_NOT_OPEN', 'No project is open; open a folder first.')
    return world.project
  }

  /** Answers a call that needs an open project. */
  function inProject<T>(method: keyof Host, value: () => T | Promise<T>): Promise<Crossed<T>> {
    return answer(method, () => {
      openProject()
      return value()
    })
  }

  function changed(change: Partial<MemoryChange>) {
    memoryChanged.emit({ rules: false, episodes: false, files: false, ...change })
  }

  /** Returns whether a path lies in the memory root. */
  const isMemory = (path: string) => path.startsWith(`${openProject().memoryRoot}/`)

  /** Returns the absolute path of a file in the project. */
  const full = (path: string) => `${openProject().root}/${path}`

  /** Throws for a folder that the writer has not chosen in a dialog. */
  function checkNamed(folder: string, known: readonly string[]): void {
    if (!named.has(folder) && !known.includes(folder)) throw fault('FOLDER_NOT_CHOSEN', 'Nobody named this folder.', { path: folder })
  }

  /** Returns a file of the project by its path. */
  function findDocument(path: string): Document {
    const document = world.documents.find((each) => each.path === path)
    if (!document) throw fault('NOT_FOUND', 'There is no such file.', { path: full(path) })
    return document
  }

  /** Creates an empty file; throws if it exists. */
  function createDocument(path: string): Document {
    if (world.documents.some((each) => each.path === path)) throw fault('FILE_CHANGED', 'The file is there.', { path: full(path) })
    const document = { path, text: '', hash: '' }
    world.documents.push(document)
    if (!isMemory(path)) openProject().files = inReadingOrder([...openProject().files, fileEntry({ path, text: '', hash: '' })], world.order)
    return document
  }

  /** Writes the rules to their memory file. Returns this change as part of a run. */
  function writeRules(): RunView['files'] {
    const path = `${openProject().memoryRoot}/MEMORY.md`
    const there = world.documents.some((each) => each.path === path)
    if (!there) createDocument(path)
    return [{ path: 'MEMORY.md', change: there ? 'changed' : 'created' }]
  }

  function recordRun(kind: RunKind, counts: Partial<RunView>): RunView {
    const nothing = { added: 0, updated: 0, removed: 0, episodes: 0, files: [], undoes: null, undoneBy: null }
    const run = { id: nextId('made-run'), kind, at: stamp(), restorable: true, ...nothing, ...counts }
    world.runs.unshift(run)
    return run
  }

  return {
    world,
    pace,
    nextId,
    stamp,
    answer,
    inProject,
    openProject,
    changed,
    isMemory,
    full,
    name: (folder: string) => void named.add(folder),
    checkNamed,
    findDocument,
    createDocument,
    writeRules,
    recordRun,
    failNext: (method: keyof Host, reason: unknown) => void failures.set(method, reason),
    memoryChanged,
    distilled: listeners<DistillProgress>(),
    fileChanged: listeners<FileChange>(),
    fileMoved: listeners<FileMove>(),
    opened: {
      ...opened,
      emit: (request: OpenRequest) => {
        named.add(request.folder)
        opened.emit(request)
      },
    },
    pressed: listeners<PressProgress>(),
  }
}

function listeners<T>() {
  const all = new Set<(payload: T) => void>()
  return {
    add: async (listener: (payload: T) => void): Promise<Unlisten> => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    emit: (payload: T) => all.forEach((listener) => listener(payload)),
  }
}
