import type { Divided, Document, FileEntry, FileMove, Host, Keystrokes, Merged, MergeRequest } from '$lib/host'
import { difference } from '$lib/text/difference'
import { bodyOf } from '$lib/text/frontMatter'
import { lengthOf, sum } from '$lib/text/length'
import { fault } from './fault'
import type { Stage } from './stage'
import { inReadingOrder, placed, replaced } from './readingOrder'
import { fileEntry } from './fileEntry'
import { wordHunks } from './wordHunks'

const ENDING = /\.(?:md|markdown|txt)$/iu
const KIND = 'a .md, .markdown or .txt file'

/** Returns the methods for manuscripts: files, unsaved text and versions. */
export function manuscripts({ world, nextId, stamp, openProject, inProject, isMemory, full, findDocument, createDocument, fileMoved }: Stage) {
  /** All texts that were read or saved, by hash. */
  const texts = new Map<string, string>(world.documents.map(({ hash, text }) => [hash, text]))
  /** Deleted files and folders, by their former path. */
  const trash = new Map<string, { documents: Document[]; files: FileEntry[]; folders: string[] }>()
  /** Text typed since the last save, by path. */
  const typed = new Map<string, { before: string; text: string; seq: number }>()
  /** Texts of files before a replacement in the project, by their hash. */
  const kept: Record<string, string> = {}

  const below = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

  /** Renames or moves a file or a folder, as the core does. */
  function renameAll(from: string, to: string): void {
    const rename = (path: string) => (below(path, from) ? to + path.slice(from.length) : path)
    for (const document of world.documents) document.path = rename(document.path)
    world.order = replaced(world.order, from, to)
    const project = openProject()
    const moved = project.files.map((file) => {
      const path = rename(file.path)
      const document = world.documents.find((each) => each.path === path)
      return { ...file, path, isNote: document ? fileEntry(document).isNote : file.isNote }
    })
    project.files = inReadingOrder(moved, world.order)
    world.folders = world.folders.map(rename)
  }

  /** Throws for a path that cannot be a manuscript. */
  function checkManuscript(path: string): void {
    if (/^\/|(^|\/)\.\.?(\/|$)/u.test(path)) throw fault('OUTSIDE_PROJECT', 'The path leads outside the project.', { path })
    if (isMemory(path)) throw fault('INVALID_ARGUMENT', 'No manuscript.', { field: 'path', expected: 'a manuscript, outside the memory folder' })
    if (!ENDING.test(path)) throw fault('INVALID_ARGUMENT', 'No manuscript.', { field: 'path', expected: `${KIND}, outside the memory folder` })
  }

  /** Updates the file list with a text. */
  function count(document: Document): void {
    const entry = fileEntry(document)
    const listed = openProject().files.find(({ path }) => path === document.path)
    if (listed) Object.assign(listed, entry, { copyOf: listed.copyOf })
  }

  function isThere(path: string): boolean {
    return openProject().files.some((file) => below(file.path, path)) || world.folders.some((folder) => below(folder, path))
  }

  /** Throws for a path where no manuscript can be created. */
  function checkPlace(path: string): void {
    const folder = path.split('/').slice(0, -1).join('/')
    if (/(^|\/)\.\.?$/u.test(folder)) throw fault('OUTSIDE_PROJECT', 'The path leads outside the project.', { path: folder })
    if (isMemory(path)) {
      throw fault('INVALID_ARGUMENT', 'No place for manuscripts.', { field: 'path', expected: 'a place for manuscripts, outside the memory folder and hidden folders' })
    }
    if (folder !== '' && !isThere(folder)) throw fault('NOT_FOUND', 'There is no such folder.', { path: full(folder) })
  }

  function refuseTaken(path: string): void {
    checkPlace(path)
    const there = [...openProject().files.map((file) => file.path), ...listFolders()]
    const taken = there.find((each) => each.toLowerCase() === path.toLowerCase())
    if (taken !== undefined) throw fault('NAME_TAKEN', 'Taken.', { path: full(taken) })
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (/^[. ]|[. ]$|[\\:*?"<>|]|^$/u.test(name)) throw fault('NAME_UNUSABLE', 'No name.', { name })
  }

  function listFolders(): string[] {
    return inReadingOrder([...new Set([...world.folders, ...foldersOf([...openProject().files.map(({ path }) => path), ...Object.keys(world.pictures)])])], world.order)
  }

  /** Puts a file or a folder before or after another one of its folder. */
  function order(path: string, beside: string, after: boolean): void {
    const folder = (each: string) => each.split('/').slice(0, -1).join('/')
    for (const each of [path, beside]) {
      checkPlace(each)
      if (!isThere(each)) throw fault('NOT_FOUND', 'There is nothing to put in order.', { path: full(each) })
    }
    if (path === beside || folder(path) !== folder(beside)) {
      throw fault('INVALID_ARGUMENT', 'No neighbour.', { field: 'beside', expected: 'another file or folder of the same folder' })
    }
    const project = openProject()
    const files = project.files.filter(({ copyOf }) => copyOf === null).map((file) => file.path)
    const siblings = [...files, ...listFolders()].filter((each) => folder(each) === folder(path))
    world.order = placed(world.order, path, beside, after, siblings)
    project.files = inReadingOrder(project.files, world.order)
  }

  /** Stores keystrokes as the crash journal does: a batch that is sent again replaces the earlier copy. */
  function journal({ path, base, seq, changes }: Keystrokes): void {
    checkManuscript(path)
    const kept = typed.get(path)
    const before = (kept?.seq === seq ? kept.before : kept?.text) ?? texts.get(base) ?? ''
    const text = changes.reduceRight((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), before)
    typed.set(path, { before, text, seq })
  }

  /** Merges two texts that each differ from their base in one range. Where the ranges overlap, both texts are kept. */
  function mergeTexts({ path, text, baseHash, copy }: MergeRequest): Merged {
    const disk = findDocument(copy ?? path)
    const base = copy ? text : texts.get(baseHash)
    const mine = text ?? base
    if (base == null || mine == null) throw fault('FILE_CHANGED', 'Nobody knows what it was.', { path: full(path) })
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

  /** Writes a text as a file, which is made if it is missing, and returns its hash. */
  function put(path: string, text: string, hash = nextId('hash')): string {
    const document = world.documents.find((each) => each.path === path) ?? createDocument(path)
    Object.assign(document, { text, hash })
    texts.set(hash, text)
    count(document)
    return hash
  }

  /** Removes a file for good. The texts of all files are known by their hashes. */
  function drop(path: string): void {
    world.documents = world.documents.filter((each) => each.path !== path)
    openProject().files = openProject().files.filter((each) => each.path !== path)
  }

  /** Splits before the line of the offset. The core also knows Markdown, footnotes and numbers in names. */
  function splitText(path: string, at: number): Divided {
    const { text, hash: before } = findDocument(path)
    const line = text.lastIndexOf('\n', at - 1) + 1
    const [first, second] = [`${text.slice(0, line).replace(/\n+$/u, '')}\n`, text.slice(line).replace(/^\n+/u, '')]
    if (first.trim() === '' || second.trim() === '') {
      throw fault('INVALID_ARGUMENT', 'No text before or behind it.', { field: 'at', expected: 'a paragraph with text before it' })
    }
    const [, name = path, ending = ''] = /^(.*?)(\.\w+)$/u.exec(path) ?? []
    let number = 2
    while (isThere(`${name} ${number}${ending}`)) number++
    const other = `${name} ${number}${ending}`
    texts.set(before, text)
    return { division: 'split', path, before, after: put(path, first), other, otherHash: put(other, second) }
  }

  return {
    /** Simulates another program that renames a file. */
    moveFile: (move: FileMove) => {
      renameAll(move.from, move.to)
      fileMoved.emit(move)
    },

    listFiles: () => inProject('listFiles', (): FileEntry[] => openProject().files),
    readPicture: (path) =>
      inProject('readPicture', () => {
        const svg = world.pictures[path]
        if (svg === undefined) throw fault('NOT_FOUND', 'There is no such picture.', { path: full(path) })
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
    listFolders: () => inProject('listFolders', listFolders),
    createFile: (path, folder) =>
      inProject('createFile', () => {
        refuseTaken(path)
        if (!folder && !ENDING.test(path)) throw fault('INVALID_ARGUMENT', 'No manuscript.', { field: 'path', expected: KIND })
        if (folder) world.folders.push(path)
        else Object.assign(createDocument(path), { hash: nextId('hash') })
        return path
      }),
    renameFile: (from, to) =>
      inProject('renameFile', () => {
        if (!isThere(from)) throw fault('NOT_FOUND', 'There is nothing to move.', { path: full(from) })
        if (to.startsWith(`${from}/`)) throw fault('INVALID_ARGUMENT', 'Into itself.', { field: 'to', expected: 'a place outside the folder that is moved' })
        if (from.toLowerCase() !== to.toLowerCase()) refuseTaken(to)
        renameAll(from, to)
        return to
      }),
    orderFile: (path, beside, after) => inProject('orderFile', () => order(path, beside, after)),
    removeFile: (path) =>
      inProject('removeFile', () => {
        if (!isThere(path)) throw fault('NOT_FOUND', 'There is nothing to remove.', { path: full(path) })
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
        if (isThere(path)) throw fault('NAME_TAKEN', 'Something else stands there.', { path: full(path) })
        const thrown = trash.get(path)
        if (!thrown) throw fault('NOT_FOUND', 'It is no longer in the trash.', { path: full(path) })
        world.documents.push(...thrown.documents)
        const project = openProject()
        project.files = inReadingOrder([...project.files, ...thrown.files], world.order)
        world.folders.push(...thrown.folders)
        trash.delete(path)
      }),
    writeFile: (request) =>
      inProject('writeFile', () => {
        checkManuscript(request.path)
        const document = request.baseHash === '' ? createDocument(request.path) : findDocument(request.path)
        if (document.hash !== request.baseHash) throw fault('FILE_CHANGED', 'The file changed.', { path: full(request.path) })
        Object.assign(document, { text: request.text, hash: nextId('hash') })
        texts.set(document.hash, document.text)
        typed.delete(request.path)
        count(document)
        return { hash: document.hash, unkept: null }
      }),
    settleFile: (path) => inProject('settleFile', () => (findDocument(path), 0)),
    splitFile: ({ path, baseHash, at }) =>
      inProject('splitFile', () => {
        checkManuscript(path)
        if (findDocument(path).hash !== baseHash) throw fault('FILE_CHANGED', 'The file changed.', { path: full(path) })
        return splitText(path, at)
      }),
    joinFiles: (path, next) =>
      inProject('joinFiles', (): Divided => {
        checkManuscript(path)
        checkManuscript(next)
        const [first, second] = [findDocument(path), findDocument(next)]
        if (first === second) throw fault('INVALID_ARGUMENT', 'The same manuscript.', { field: 'next', expected: 'another manuscript' })
        const { hash: before } = first
        texts.set(before, first.text)
        texts.set(second.hash, second.text)
        const after = put(path, `${first.text.replace(/\n+$/u, '')}\n\n${second.text.replace(/^\n+/u, '')}`)
        drop(next)
        return { division: 'merge', path, before, after, other: next, otherHash: second.hash }
      }),
    rejoinFiles: ({ division, path, before, after, other, otherHash }) =>
      inProject('rejoinFiles', () => {
        checkManuscript(path)
        checkManuscript(other)
        const { hash } = findDocument(path)
        if (hash !== before && hash !== after) throw fault('FILE_CHANGED', 'The file changed.', { path: full(path) })
        const text = texts.get(before)
        if (text === undefined) throw fault('NOT_FOUND', 'There is no such version.', { id: before })
        const there = world.documents.find((each) => each.path === other)
        if (there && there.hash !== otherHash) {
          throw fault(division === 'split' ? 'FILE_CHANGED' : 'NAME_TAKEN', 'Something else stands there.', { path: full(other) })
        }
        if (division === 'merge' && !there) put(other, texts.get(otherHash) ?? '', otherHash)
        put(path, text, before)
        if (division === 'split' && there) drop(other)
      }),
    fileTexts: (paths) => inProject('fileTexts', () => world.documents.filter(({ path }) => paths.includes(path))),
    replaceInFile: ({ path, baseHash, changes }) =>
      inProject('replaceInFile', () => {
        checkManuscript(path)
        const document = findDocument(path)
        if (document.hash !== baseHash) throw fault('FILE_CHANGED', 'The file changed.', { path: full(path) })
        kept[document.hash] = document.text
        for (const { from, to, insert } of changes.toReversed()) document.text = document.text.slice(0, from) + insert + document.text.slice(to)
        document.hash = nextId('hash')
        texts.set(document.hash, document.text)
        count(document)
        return { hash: document.hash, unkept: null }
      }),
    revertFile: ({ path, from, to }) =>
      inProject('revertFile', () => {
        checkManuscript(path)
        const document = findDocument(path)
        const before = kept[to]
        if (document.hash !== from) throw fault('FILE_CHANGED', 'The file changed.', { path: full(path) })
        if (before === undefined) throw fault('NOT_FOUND', 'There is no such version.', { path: full(path) })
        Object.assign(document, { text: before, hash: to })
        count(document)
        return { hash: to, unkept: null }
      }),

    journalKeystrokes: (batch) => inProject('journalKeystrokes', () => journal(batch)),
    listUnsaved: () => inProject('listUnsaved', () => [...Object.keys(world.unsaved), ...typed.keys()].sort()),
    recoverUnsaved: (path) =>
      inProject('recoverUnsaved', () => {
        const { [path]: recovered, ...others } = world.unsaved
        world.unsaved = others
        const batch = typed.get(path)
        return recovered ?? (batch ? { text: batch.text, how: 'typed' as const, conflicts: [], seq: batch.seq } : null)
      }),

    listVersions: (path) =>
      inProject('listVersions', () => {
        checkManuscript(path)
        const kept = world.versions[path] ?? []
        const entries = kept.map(({ id, at, text }, index) => {
          const before = kept[index - 1]
          const [was, is] = [bodyOf(path, before?.text ?? ''), bodyOf(path, text)]
          const hunks = before ? wordHunks(was, is) : []
          const added = sum(hunks.map(({ insert }) => lengthOf(insert)))
          const removed = sum(hunks.map(({ from, to }) => lengthOf(was.slice(from, to))))
          return { id, at, length: lengthOf(is), added, removed }
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

/** Returns the folders of the files, each parent before its children. */
function foldersOf(paths: string[]): string[] {
  return paths.flatMap((path) => {
    const parts = path.split('/').slice(0, -1)
    return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))
  })
}
