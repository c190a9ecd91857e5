// The manuscripts of a project as texts: how they are read for a search, and how they are changed.

import { Text } from '@codemirror/state'
import type { Manuscript } from '$lib/editor'
import type { FileEntry, Host } from '$lib/host'

/** The project that is searched. */
export type SearchedProject = {
  host: Pick<Host, 'fileTexts' | 'replaceInFile' | 'revertFile'>
  /** The manuscripts, in the order of the file list. */
  files: () => readonly FileEntry[]
  /** Returns a manuscript if it is open. */
  open: (path: string) => Manuscript | undefined
  /** Lets a manuscript that may be open follow its file. */
  follow: (path: string) => void
}

/** The text of a manuscript at the time of a search. */
export type Source = {
  readonly path: string
  readonly doc: Text
  /** The hash of the file with this text; `null` for the text of an open manuscript, which may be unsaved. */
  readonly hash: string | null
}

/** A replacement in a text. Offsets count UTF-16 code units. */
export type TextChange = { readonly from: number; readonly to: number; readonly insert: string }

/**
 * Takes a change of a manuscript back. Resolves with whether the manuscript is as before; an edited manuscript stays as
 * it is. Rejects with a fault if the file cannot be written.
 */
export type TakeBack = () => Promise<boolean>

/** The size of a batch: a number of files and of bytes. The first batch is small, so that the first hits come early. */
const BATCH = { first: 8, files: 96, bytes: 2_000_000 }

/** Divides the list of files into batches. The core reads one batch at a time. */
export function* batches(files: readonly FileEntry[]): Generator<string[]> {
  let most = BATCH.first
  for (let at = 0; at < files.length; ) {
    const batch: string[] = []
    for (let bytes = 0; at < files.length && batch.length < most && bytes < BATCH.bytes; at++) {
      const file = files[at]
      if (!file) break
      batch.push(file.path)
      bytes += file.bytes
    }
    yield batch
    most = BATCH.files
  }
}

/** Returns the texts of manuscripts: from the editor if open, or else from the disk. An unreadable file is left out. */
export async function readTexts(project: SearchedProject, paths: readonly string[]): Promise<Source[]> {
  const closed = paths.filter((path) => !project.open(path))
  const read = closed.length > 0 ? await project.host.fileTexts(closed).catch(() => []) : []
  return paths.flatMap((path): Source[] => {
    // The manuscript may have been opened during the reading.
    const open = project.open(path)
    if (open) return [{ path, doc: open.state.doc, hash: null }]
    const document = read.find((each) => each.path === path)
    return document ? [{ path, doc: Text.of(document.text.split('\n')), hash: document.hash }] : []
  })
}

/** Changes a manuscript that still has the text that was searched. Returns `null` if it has another text now. */
export async function changeText(project: SearchedProject, { path, doc, hash }: Source, changes: TextChange[]): Promise<TakeBack | null> {
  const open = project.open(path)
  if (open) {
    const back = open.replaceIn(doc, changes)
    return back && (() => Promise.resolve(back()))
  }
  // The manuscript was open at the time of the search, and its text has no hash.
  if (hash === null) return null
  const { host } = project
  const saved = await host.replaceInFile({ path, baseHash: hash, changes })
  return async () => {
    // The writer opened the manuscript meanwhile and typed in it.
    if (project.open(path)?.saving.edited) return false
    await host.revertFile({ path, from: saved.hash, to: hash })
    return true
  }
}
