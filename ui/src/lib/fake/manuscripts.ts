import type { Document, FileEntry, FileMove, Host, Merged, MergeRequest } from '$lib/host'
import { difference } from '$lib/text/difference'
import { fault } from './fault'
import type { Stage } from './stage'
import { countUnits } from './units'
import { wordHunks } from './wordHunks'

const ENDING = /\.(?:md|markdown|txt)$/iu
const MANUSCRIPT = 'a .md, .markdown or .txt file, outside the memory folder'

/** Returns the part of a fake host that keeps manuscripts: their files, what is unsaved of them, and what they were. */
export function manuscripts({ world, nextId, stamp, openProject, inProject, isMemory, findDocument, createDocument, fileMoved }: Stage) {
  /** Every text that was read or saved, by its hash. */
  const texts = new Map<string, string>(world.documents.map(({ hash, text }) => [hash, text]))
  /** What was thrown away, by where it stood. */
  const trash = new Map<string, { documents: Document[]; files: FileEntry[]; folders: string[] }>()
  /** What files were before a replacement, by their hash. */
  const kept: Record<string, string> = {}

  const below = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

  /** Gives a file or a folder another name, as the core does it. */
  function renameAll(from: string, to: string): void {
    const rename = (path: string) => (below(path, from) ? to + path.slice(from.length) : path)
    for (const document of world.documents) document.path = rename(document.path)
    for (const file of openProject().files) file.path = rename(file.path)
    world.folders = world.folders.map(rename)
  }

  /** Refuses a path that is no manuscript's. */
  function checkManuscript(path: string): void {
    if (/^\/|(^|\/)\.\.?(\/|$)/u.test(path)) throw fault('OUTSIDE_PROJECT', 'The path leads outside the project.', { path })
    if (isMemory(path) || !ENDING.test(path)) throw fault('INVALID_ARGUMENT', 'No manuscript.', { field: 'path', expected: MANUSCRIPT })
  }

  function isThere(path: string): boolean {
    return openProject().files.some((file) => below(file.path, path)) || world.folders.some((folder) => below(folder, path))
  }

  /** Refuses a path where nothing of the writer's can be made. */
  function checkPlace(path: string): void {
    const folder = path.split('/').slice(0, -1).join('/')
    if (folder !== '' && !isMemory(path) && !isThere(folder)) throw fault('NOT_FOUND', 'There is no such folder.', { path: folder })
    if (isMemory(path)) throw fault('INVALID_ARGUMENT', 'No place for manuscripts.', { field: 'path', expected: 'a place outside the memory folder' })
  }

  function refuseTaken(path: string): void {
    checkPlace(path)
    const taken = [...openProject().files.map((file) => file.path), ...world.folders]
    if (taken.some((each) => each.toLowerCase() === path.toLowerCase())) throw fault('NAME_TAKEN', 'Taken.', { path })
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (/^[. ]|[. ]$|[\\:*?"<>|]|^$/u.test(name)) throw fault('NAME_UNUSABLE', 'No name.', { name })
  }

  /** Merges texts that each differ from their base in one stretch; where these overlap both stay. */
  function mergeTexts({ path, text, baseHash, copy }: MergeRequest): Merged {
    const disk = findDocument(copy ?? path)
    const base = copy ? text : texts.get(baseHash)
    const mine = text ?? base
    if (base == null || mine == null) throw fault('FILE_CHANGED', 'Nobody knows what it was.', { path })
    texts.set(disk.hash, disk.text)
    const [hers, theirs] = [difference(base, mine), difference(base, disk.text)]
    const hash = copy ? baseHash : disk.hash
    if (!theirs || mine === disk.text) return { hash, edits: [], conflicts: [], isFile: mine === disk.text }
    if (!hers) return { hash, edits: [theirs], conflicts: [], isFile: !copy }
    const grown = hers.insert.length - (hers.to - hers.from)
    if (theirs.from >= hers.to || theirs.to <= hers.from) {
      const shift = theirs.from >= hers.to ? grown : 0
      return { hash, edits: [{ ...theirs, from: theirs.from + shift, to: theirs.to + shift }], conflicts: [], isFile: false }
    }
    const [from, to] = [Math.min(hers.from, theirs.from), Math.max(hers.to, theirs.to)]
    const insert = base.slice(from, theirs.from) + theirs.insert + base.slice(theirs.to, to)
    const end = to + grown
    const conflict = { mineFrom: from, mineTo: end, theirsFrom: end, theirsTo: end + insert.length }
    return { hash, edits: [{ from: end, to: end, insert }], conflicts: [conflict], isFile: false }
  }

  return {
    /** Another program gives a file another name; the core tells the page. */
    moveFile: (move: FileMove) => {
      renameAll(move.from, move.to)
      fileMoved.emit(move)
    },

    listFiles: () => inProject('listFiles', (): FileEntry[] => openProject().files),
    readPicture: (path) =>
      inProject('readPicture', () => {
        const svg = world.pictures[path]
        if (svg === undefined) throw fault('NOT_FOUND', 'There is no such picture.', { path })
        return `data:image/svg+xml,${encodeURIComponent(svg)}`
      }),
    readFile: (path) =>
      inProject('readFile', () => {
        checkManuscript(path)
        const document = findDocument(path)
        texts.set(document.hash, document.text)
        return document
      }),
    mergeFile: (request) => inProject('mergeFile', () => mergeTexts(request)),
    listFolders: () => inProject('listFolders', () => [...new Set([...world.folders, ...foldersOf(openProject().files)])]),
    createFile: (path, folder) =>
      inProject('createFile', () => {
        if (!folder) checkManuscript(path)
        refuseTaken(path)
        if (folder) world.folders.push(path)
        else Object.assign(createDocument(path), { hash: nextId('hash') })
        return path
      }),
    renameFile: (from, to) =>
      inProject('renameFile', () => {
        if (!isThere(from)) throw fault('NOT_FOUND', 'There is nothing to move.', { path: from })
        if (to.startsWith(`${from}/`)) throw fault('INVALID_ARGUMENT', 'Into itself.', { field: 'to', expected: 'a place outside the folder that is moved' })
        if (from.toLowerCase() !== to.toLowerCase()) refuseTaken(to)
        renameAll(from, to)
        return to
      }),
    removeFile: (path) =>
      inProject('removeFile', () => {
        if (!isThere(path)) throw fault('NOT_FOUND', 'There is nothing to remove.', { path })
        const project = openProject()
        const gone = (each: { path: string }) => below(each.path, path)
        const folders = world.folders.filter((each) => below(each, path))
        trash.set(path, { documents: world.documents.filter(gone), files: project.files.filter(gone), folders })
        world.documents = world.documents.filter((each) => !gone(each))
        project.files = project.files.filter((each) => !gone(each))
        world.folders = world.folders.filter((each) => !below(each, path))
      }),
    restoreFile: (path) =>
      inProject('restoreFile', () => {
        if (isThere(path)) throw fault('NAME_TAKEN', 'Something else stands there.', { path })
        const thrown = trash.get(path)
        if (!thrown) throw fault('IO', 'It is no longer in the trash.', { path })
        world.documents.push(...thrown.documents)
        openProject().files.push(...thrown.files)
        world.folders.push(...thrown.folders)
        trash.delete(path)
      }),
    writeFile: (request) =>
      inProject('writeFile', () => {
        checkManuscript(request.path)
        const document = request.baseHash === '' ? createDocument(request.path) : findDocument(request.path)
        if (document.hash !== request.baseHash) throw fault('FILE_CHANGED', 'The file changed.', { path: request.path })
        Object.assign(document, { text: request.text, hash: nextId('hash') })
        texts.set(document.hash, document.text)
        const units = countUnits(request.text)
        const entry = openProject().files.find((each) => each.path === request.path)
        if (entry) Object.assign(entry, { units, bytes: new TextEncoder().encode(request.text).length })
        return { hash: document.hash, units, unkept: null }
      }),
    settleFile: () => inProject('settleFile', () => 0),
    fileTexts: (paths) => inProject('fileTexts', () => world.documents.filter(({ path }) => paths.includes(path))),
    replaceInFile: ({ path, baseHash, changes }) =>
      inProject('replaceInFile', () => {
        checkManuscript(path)
        const document = findDocument(path)
        if (document.hash !== baseHash) throw fault('FILE_CHANGED', 'The file changed.', { path })
        kept[document.hash] = document.text
        for (const { from, to, insert } of changes.toReversed()) document.text = document.text.slice(0, from) + insert + document.text.slice(to)
        document.hash = nextId('hash')
        return { hash: document.hash, units: countUnits(document.text), unkept: null }
      }),
    revertFile: ({ path, from, to }) =>
      inProject('revertFile', () => {
        checkManuscript(path)
        const document = findDocument(path)
        const before = kept[to]
        if (document.hash !== from) throw fault('FILE_CHANGED', 'The file changed.', { path })
        if (before === undefined) throw fault('NOT_FOUND', 'There is no such version.', { path })
        Object.assign(document, { text: before, hash: to })
        return { hash: to, units: countUnits(before), unkept: null }
      }),

    journalKeystrokes: () => inProject('journalKeystrokes', () => {}),
    listUnsaved: () => inProject('listUnsaved', () => Object.keys(world.unsaved)),
    recoverUnsaved: (path) =>
      inProject('recoverUnsaved', () => {
        const { [path]: recovered = null, ...others } = world.unsaved
        world.unsaved = others
        return recovered
      }),

    listVersions: (path) =>
      inProject('listVersions', () => {
        checkManuscript(path)
        const kept = world.versions[path] ?? []
        const entries = kept.map(({ id, at, text }, index) => {
          const before = kept[index - 1]
          const hunks = before ? wordHunks(before.text, text) : []
          const sum = (pieces: string[]) => pieces.reduce((sum, piece) => sum + countUnits(piece), 0)
          const removed = sum(hunks.map(({ from, to }) => before?.text.slice(from, to) ?? ''))
          return { id, at, units: countUnits(text), added: sum(hunks.map(({ insert }) => insert)), removed }
        })
        return entries.reverse()
      }),
    readVersion: ({ path, id, now }) =>
      inProject('readVersion', () => {
        checkManuscript(path)
        const version = world.versions[path]?.find((each) => each.id === id)
        if (!version) throw fault('NOT_FOUND', 'There is no such version.', { id })
        return { text: version.text, hunks: wordHunks(version.text, now) }
      }),
    keepVersion: (path, text) =>
      inProject('keepVersion', () => {
        checkManuscript(path)
        const kept = (world.versions[path] ??= [])
        if (kept.at(-1)?.text !== text) kept.push({ id: nextId('version'), at: stamp(), text })
      }),

    undoHistory: (path, hash) => inProject('undoHistory', () => (world.undo[path]?.hash === hash ? world.undo[path] : null)),
    keepUndoHistory: (path, hash, history) =>
      inProject('keepUndoHistory', () => {
        world.undo[path] = { hash, at: stamp(), history }
      }),
  } satisfies Partial<Host> & Record<'moveFile', unknown>
}

/** Returns the folders files stand in, each before those in it. */
function foldersOf(files: FileEntry[]): string[] {
  return files.flatMap(({ path }) => {
    const parts = path.split('/').slice(0, -1)
    return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))
  })
}
