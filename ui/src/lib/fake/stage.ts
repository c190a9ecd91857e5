// What every part of the fake host stands on: the world, the clock, the ids, and who hears of what happens.

import type { DistillProgress, Document, FileChange, FileMove, Host, MemoryChange, OpenRequest, PressProgress, ProjectView, RunKind, RunView, Unlisten } from '$lib/host'
import { fault } from './fault'
import { inReadingOrder } from './readingOrder'
import { sampleWorld } from './sample'
import type { World } from './world'

/** Options of the fake host. */
export interface FakeOptions {
  world?: World
  /** Milliseconds between the stages of a distillation; 0 for none, so that tests need not wait. */
  pace?: number
  now?: () => Date
}

/** What an answer is on the other side of the boundary: JSON knows no `undefined`. */
type Crossed<T> = undefined extends T ? null : T

/** What the parts of one fake host share. */
export type Stage = ReturnType<typeof setStage>

/** Returns the stage of one fake host. */
export function setStage({ world = sampleWorld(), pace = 0, now = () => new Date() }: FakeOptions) {
  const failures = new Map<keyof Host, unknown>()
  const memoryChanged = listeners<MemoryChange>()
  const opened = listeners<OpenRequest>()
  /** The folders that the writer named outside of the page. */
  const named = new Set<string>()
  let counter = 0

  const nextId = (prefix: string) => `${prefix}-${++counter}`
  /** The time as the core writes it: to the second. */
  const stamp = () => now().toISOString().replace(/\.\d+Z$/u, 'Z')

  /** Answers like a call over the boundary: later, by value, nothing as null, and with the failure a test asked for. */
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

  /** Answers what only an open project can. */
  function inProject<T>(method: keyof Host, value: () => T | Promise<T>): Promise<Crossed<T>> {
    return answer(method, () => {
      openProject()
      return value()
    })
  }

  function changed(change: Partial<MemoryChange>) {
    memoryChanged.emit({ rules: false, episodes: false, files: false, ...change })
  }

  /** Whether a path leads into the memory root. */
  const isMemory = (path: string) => path.startsWith(`${openProject().memoryRoot}/`)

  /** The full path of something in the project. */
  const full = (path: string) => `${openProject().root}/${path}`

  /** Refuses a folder that the page names by itself. */
  function checkNamed(folder: string, known: readonly string[]): void {
    if (!named.has(folder) && !known.includes(folder)) throw fault('FOLDER_NOT_CHOSEN', 'Nobody named this folder.', { path: folder })
  }

  /** Returns a text of the project by its path. */
  function findDocument(path: string): Document {
    const document = world.documents.find((each) => each.path === path)
    if (!document) throw fault('NOT_FOUND', 'There is no such file.', { path: full(path) })
    return document
  }

  /** Makes a text where none is. */
  function createDocument(path: string): Document {
    if (world.documents.some((each) => each.path === path)) throw fault('FILE_CHANGED', 'The file is there.', { path: full(path) })
    const document = { path, text: '', hash: '' }
    world.documents.push(document)
    if (!isMemory(path)) openProject().files = inReadingOrder([...openProject().files, { path, bytes: 0, units: 0, copyOf: null }])
    return document
  }

  /** Writes the rules down in their file; returns what that is in a run. */
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
