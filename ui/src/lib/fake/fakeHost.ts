import type {
  Answer,
  DistillProgress,
  DistillReport,
  DistillStage,
  DistillTrigger,
  Document,
  ErrorCode,
  FileChange,
  FileEntry,
  FileMove,
  FileRun,
  Host,
  Hunk,
  LineOrigin,
  MemoryChange,
  MergeRequest,
  Merged,
  OpenRequest,
  PressProgress,
  ProjectView,
  QuestionView,
  Restored,
  RestoredFile,
  RuleView,
  RunKind,
  RunView,
  Unlisten,
  UpkeepDone,
} from '$lib/host'
import { difference } from '$lib/text/difference'
import { sampleWorld } from './sample'
import { countUnits } from './units'
import type { World } from './world'

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

/** Options of the fake host. */
export interface FakeOptions {
  world?: World
  /** Milliseconds between the stages of a distillation; 0 for none, so that tests need not wait. */
  pace?: number
  now?: () => Date
}

/** Returns the folders files stand in, each before those in it. */
function foldersOf(files: FileEntry[]): string[] {
  return files.flatMap(({ path }) => {
    const parts = path.split('/').slice(0, -1)
    return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))
  })
}

/** Returns a failure as it crosses the boundary. */
export function fault(code: ErrorCode, message = 'A failure made for a test.', details: Record<string, string> = {}) {
  return { code, message, details }
}

/** Returns a host in memory that keeps the promises of the real one as far as a front end can see. */
export function fakeHost({ world = sampleWorld(), pace = 0, now = () => new Date() }: FakeOptions = {}): FakeHost {
  const failures = new Map<keyof Host, unknown>()
  const progressListeners = listeners<DistillProgress>()
  const memoryListeners = listeners<MemoryChange>()
  const fileListeners = listeners<FileChange>()
  const openListeners = listeners<OpenRequest>()
  const moveListeners = listeners<FileMove>()
  /** Every text that was read or saved, by its hash. */
  const texts = new Map<string, string>(world.documents.map(({ hash, text }) => [hash, text]))
  /** What was thrown away, by where it stood. */
  const trash = new Map<string, { documents: Document[]; files: FileEntry[]; folders: string[] }>()
  const pressListeners = listeners<PressProgress>()
  let closeHandler: (() => Promise<void>) | undefined
  let counter = 0
  /** What files were before a replacement, by their hash. */
  const kept: Record<string, string> = {}

  const nextId = (prefix: string) => `${prefix}-${++counter}`
  const stamp = () => now().toISOString()

  /** Answers like a call over the boundary: later, by value, and with the failure a test asked for. */
  async function answer<T>(method: keyof Host, value: () => T | Promise<T>): Promise<T> {
    await Promise.resolve()
    if (failures.has(method)) {
      const reason = failures.get(method)
      failures.delete(method)
      throw reason
    }
    return structuredClone(await value())
  }

  function changed(change: Partial<MemoryChange>) {
    memoryListeners.emit({ rules: false, episodes: false, files: false, ...change })
  }

  function openProject(): ProjectView {
    if (!world.project) throw fault('PROJECT_NOT_OPEN')
    return world.project
  }

  function findDocument(path: string): Document {
    const document = world.documents.find((each) => each.path === path)
    if (!document) throw fault('NOT_FOUND', 'There is no such file.', { path })
    return document
  }

  function createDocument(path: string): Document {
    if (world.documents.some((each) => each.path === path)) throw fault('FILE_CHANGED', 'The file is there.', { path })
    const document = { path, text: '', hash: '' }
    world.documents.push(document)
    openProject().files.push({ path, bytes: 0, units: 0, copyOf: null })
    return document
  }

  const below = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

  /** Gives a file or a folder another name, as the core does it. */
  function renameAll(from: string, to: string): void {
    const rename = (path: string) => (below(path, from) ? to + path.slice(from.length) : path)
    for (const document of world.documents) document.path = rename(document.path)
    for (const file of openProject().files) file.path = rename(file.path)
    world.folders = world.folders.map(rename)
  }

  function refuseTaken(path: string): void {
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

  function findRule(id: string): RuleView {
    const rule = world.rules.find((each) => each.id === id)
    if (!rule) throw fault('NOT_FOUND', 'There is no such rule.')
    return rule
  }

  /** Lets a rule hold everywhere or here; what goes from one memory to the other is the writer's word. */
  function move(id: string, scope: RuleView['scope']): RuleView {
    const rule = Object.assign(findRule(id), { scope, state: 'rule', userConfirmed: true, moreNeeded: null, updatedAt: stamp() })
    recordRun('rule_moved', scope === 'project' ? { updated: 1 } : { removed: 1 })
    changed({ rules: true, files: true })
    return rule
  }

  function recordRun(kind: RunKind, counts: Partial<RunView>): RunView {
    const nothing = { added: 0, updated: 0, removed: 0, episodes: 0, files: [], undoes: null, undoneBy: null }
    const run = { id: nextId('made-run'), kind, at: stamp(), restorable: true, ...nothing, ...counts }
    world.runs.unshift(run)
    return run
  }

  /** Keeps the rules of the sides the writer chose, and drops those of the others. */
  function settle({ a, b }: QuestionView, given: Answer) {
    if (given === 'later') return
    const both = given === 'both_by_scene' || given === 'both_by_project'
    for (const [side, name] of [[a, 'a'], [b, 'b']] as const) {
      const rule = world.rules.find(({ id }) => id === side?.ruleId)
      if (!rule) continue
      if (both || given === name) {
        Object.assign(rule, { state: 'rule', userConfirmed: true, conflictMarked: false, moreNeeded: null })
        if (given === 'both_by_project') rule.scope = name === 'a' ? 'global' : 'project'
      } else world.rules.splice(world.rules.indexOf(rule), 1)
    }
  }

  async function distill(trigger: DistillTrigger = 'manual'): Promise<DistillReport | null> {
    const { id: projectId } = openProject()
    const { paused, pending } = world.learning
    if (trigger !== 'manual' && (paused || (pending === 0 && trigger !== 'conflict'))) return null
    if (world.learning.running) throw fault('CONFLICT', 'A distillation is going on.', { runId: world.learning.running })
    const runId = nextId('run')
    world.learning.running = runId
    const stages: DistillStage[] = ['started', 'clustered', 'patterned', 'generated', 'completed']
    for (const [index, stage] of stages.entries()) {
      const progress = index / (stages.length - 1)
      progressListeners.emit({ runId, projectId, trigger, stage, progress, message: null, errorCode: null })
      if (pace > 0 && stage !== 'completed') await new Promise((resolve) => setTimeout(resolve, pace))
    }
    const ripe = world.rules.filter((rule) => rule.state === 'noticed' && rule.moreNeeded !== null && rule.moreNeeded <= 4)
    for (const rule of ripe) Object.assign(rule, { state: 'proposed', moreNeeded: null, updatedAt: stamp() })
    const report = {
      runId,
      episodes: world.learning.episodes,
      tested: 214,
      added: 0,
      updated: ripe.length,
      asked: 0,
      withdrawn: 0,
    }
    world.learning.running = null
    world.learning.pending = 0
    recordRun('distill', { id: runId, updated: report.updated, episodes: report.episodes })
    changed({ rules: true, files: true })
    return report
  }

  return {
    world,
    failNext: (method, reason) => void failures.set(method, reason),
    emitProgress: progressListeners.emit,
    emitMemoryChange: changed,
    emitFileChange: fileListeners.emit,
    emitOpen: openListeners.emit,
    moveFile: (move) => {
      renameAll(move.from, move.to)
      moveListeners.emit(move)
    },
    emitPressProgress: pressListeners.emit,
    close: async () => closeHandler?.(),

    openProject: (path) =>
      answer('openProject', () => {
        const name = path.split('/').at(-1) ?? path
        world.project = { ...(world.project ?? sampleWorld().project), name, root: path } as ProjectView
        world.settings.recentProjects = [path, ...world.settings.recentProjects.filter((each) => each !== path)]
        return world.project
      }),
    pickProject: () => answer('pickProject', () => world.picks),
    currentProject: () => answer('currentProject', () => world.project),
    openSample: () =>
      answer('openSample', () => {
        world.project = { ...sampleWorld().project, name: 'Commonplace 札记 Sample' } as ProjectView
        return world.project
      }),
    moveMemory: (to) =>
      answer('moveMemory', () => {
        const project = openProject()
        if (/^\/|(^|\/)\.\.(\/|$)|^$/.test(to)) throw fault('INVALID_ARGUMENT', 'Not inside the project.', { field: 'path' })
        if (world.folders.includes(to)) throw fault('NAME_TAKEN', 'Taken.', { path: to })
        const moved = (path: string) => path.replace(`${project.memoryRoot}/`, `${to}/`)
        for (const document of world.documents) document.path = moved(document.path)
        for (const file of world.memoryFiles) file.path = moved(file.path)
        world.project = { ...project, memoryRoot: to }
        return world.project
      }),
    workspace: () => answer('workspace', () => world.workspace),
    keepWorkspace: (workspace) => answer('keepWorkspace', () => void (world.workspace = workspace)),

    listFiles: () => answer('listFiles', (): FileEntry[] => openProject().files),
    readPicture: (path) =>
      answer('readPicture', () => {
        const svg = world.pictures[path]
        if (svg === undefined) throw fault('NOT_FOUND', 'There is no such picture.', { path })
        return `data:image/svg+xml,${encodeURIComponent(svg)}`
      }),
    readFile: (path) =>
      answer('readFile', () => {
        const document = findDocument(path)
        texts.set(document.hash, document.text)
        return document
      }),
    mergeFile: (request) => answer('mergeFile', () => mergeTexts(request)),
    listFolders: () => answer('listFolders', () => [...new Set([...world.folders, ...foldersOf(openProject().files)])]),
    createFile: (path, folder) =>
      answer('createFile', () => {
        refuseTaken(path)
        if (folder) world.folders.push(path)
        else Object.assign(createDocument(path), { hash: nextId('hash') })
        return path
      }),
    renameFile: (from, to) =>
      answer('renameFile', () => {
        if (from.toLowerCase() !== to.toLowerCase()) refuseTaken(to)
        renameAll(from, to)
        return to
      }),
    removeFile: (path) =>
      answer('removeFile', () => {
        const project = openProject()
        const gone = (each: { path: string }) => below(each.path, path)
        const folders = world.folders.filter((each) => below(each, path))
        trash.set(path, { documents: world.documents.filter(gone), files: project.files.filter(gone), folders })
        world.documents = world.documents.filter((each) => !gone(each))
        project.files = project.files.filter((each) => !gone(each))
        world.folders = world.folders.filter((each) => !below(each, path))
      }),
    restoreFile: (path) =>
      answer('restoreFile', () => {
        const thrown = trash.get(path)
        if (!thrown) throw fault('IO', 'It is no longer in the trash.', { path })
        world.documents.push(...thrown.documents)
        openProject().files.push(...thrown.files)
        world.folders.push(...thrown.folders)
        trash.delete(path)
      }),
    writeFile: (request) =>
      answer('writeFile', () => {
        const document = request.baseHash === '' ? createDocument(request.path) : findDocument(request.path)
        if (document.hash !== request.baseHash) throw fault('FILE_CHANGED', 'The file changed.', { path: request.path })
        Object.assign(document, { text: request.text, hash: nextId('hash') })
        texts.set(document.hash, document.text)
        const units = countUnits(request.text)
        const entry = openProject().files.find((each) => each.path === request.path)
        if (entry) Object.assign(entry, { units, bytes: new TextEncoder().encode(request.text).length })
        return { hash: document.hash, units, unkept: null }
      }),
    settleFile: () => answer('settleFile', () => 0),
    fileTexts: (paths) => answer('fileTexts', () => world.documents.filter(({ path }) => paths.includes(path))),
    replaceInFile: ({ path, baseHash, changes }) =>
      answer('replaceInFile', () => {
        const document = findDocument(path)
        if (document.hash !== baseHash) throw fault('FILE_CHANGED', 'The file changed.', { path })
        kept[document.hash] = document.text
        for (const { from, to, insert } of changes.toReversed()) document.text = document.text.slice(0, from) + insert + document.text.slice(to)
        document.hash = nextId('hash')
        return { hash: document.hash, units: countUnits(document.text), unkept: null }
      }),
    revertFile: ({ path, from, to }) =>
      answer('revertFile', () => {
        const document = findDocument(path)
        const before = kept[to]
        if (document.hash !== from) throw fault('FILE_CHANGED', 'The file changed.', { path })
        if (before === undefined) throw fault('NOT_FOUND', 'There is no such version.', { path })
        Object.assign(document, { text: before, hash: to })
        return { hash: to, units: countUnits(before), unkept: null }
      }),

    journalKeystrokes: () => answer('journalKeystrokes', () => {}),
    listUnsaved: () => answer('listUnsaved', () => Object.keys(world.unsaved)),
    recoverUnsaved: (path) =>
      answer('recoverUnsaved', () => {
        const { [path]: recovered = null, ...others } = world.unsaved
        world.unsaved = others
        return recovered
      }),

    listVersions: (path) =>
      answer('listVersions', () => {
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
      answer('readVersion', () => {
        const version = world.versions[path]?.find((each) => each.id === id)
        if (!version) throw fault('NOT_FOUND', 'There is no such version.')
        return { text: version.text, hunks: wordHunks(version.text, now) }
      }),
    keepVersion: (path, text) =>
      answer('keepVersion', () => {
        const kept = (world.versions[path] ??= [])
        if (kept.at(-1)?.text !== text) kept.push({ id: nextId('version'), at: stamp(), text })
      }),

    undoHistory: (path, hash) => answer('undoHistory', () => (world.undo[path]?.hash === hash ? world.undo[path] : null)),
    keepUndoHistory: (path, hash, history) =>
      answer('keepUndoHistory', () => {
        world.undo[path] = { hash, at: stamp(), history }
      }),
    exportFiles: (request) =>
      answer('exportFiles', async () => {
        for (const done of request.paths.keys()) {
          pressListeners.emit({ done, of: request.paths.length })
          if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace))
        }
        if (world.picks === null) return null
        const endings = { markdown: 'md', html: 'html', docx: 'docx', epub: 'epub', pdf: 'pdf' }
        const name = request.title ?? openProject().name
        return { path: `/home/writer/${name}.${endings[request.format]}`, bytes: 184_320, missingPictures: [] }
      }),
    importDocuments: () => answer('importDocuments', () => (world.picks === null ? null : world.imports)),

    offer: (request) =>
      answer('offer', () => ({
        episodeId: nextId('episode'),
        sceneType: request.sceneType ?? 'action',
        language: /\p{Script=Han}/u.test(request.passage) ? 'zh' : 'en',
        candidates: offerFillers(request.passage),
        shapedBy: [],
        heldOut: [],
        origin: request.pasted?.length ? ('pasted' as const) : ('own' as const),
      })),

    recordEpisode: (input) =>
      answer('recordEpisode', () => {
        const id = input.targetEpisodeId ?? input.id ?? nextId('episode')
        const signal = input.undoAfterAccept
          ? 'UNDO_AFTER_ACCEPT'
          : input.selectedIndex < 0
            ? 'FULL_REJECT'
            : input.candidates[input.selectedIndex] === input.finalText
              ? 'DIRECT_ACCEPT'
              : 'LIGHT_EDIT'
        if (!input.targetEpisodeId) {
          world.episodes.unshift({
            id,
            createdAt: stamp(),
            kind: input.kind,
            chapterId: input.chapterId,
            sceneType: input.sceneType,
            skillUsed: input.skillUsed,
            candidates: input.candidates,
            selectedIndex: input.selectedIndex,
            finalText: input.finalText,
            language: input.language ?? 'en',
            signal,
            summary: null,
          })
          world.learning.episodes += 1
          world.learning.pending += 1
        }
        changed({ episodes: true })
        return { id, signal, pending: world.learning.pending }
      }),
    queryEpisodes: (query) =>
      answer('queryEpisodes', () =>
        world.episodes
          .filter((each) => !query.ids?.length || query.ids.includes(each.id))
          .filter((each) => !query.sceneType || each.sceneType === query.sceneType)
          .slice(0, query.limit ?? 50),
      ),

    listRules: () => answer('listRules', () => world.rules),
    addRule: (rule) =>
      answer('addRule', () => {
        if (!rule.text.trim()) throw fault('INVALID_ARGUMENT', 'A rule needs a sentence in `text`.')
        const added: RuleView = {
          id: nextId('rule'),
          text: rule.text.trim(),
          category: rule.category,
          scope: 'project',
          sceneType: rule.sceneType,
          skill: null,
          feature: null,
          direction: null,
          state: 'rule',
          origin: 'written',
          confidence: 0.8,
          priority: 0.8,
          supportingEpisodes: [],
          contradictingEpisodes: [],
          moreNeeded: null,
          userConfirmed: true,
          userModified: false,
          recentlyUpdated: false,
          conflictMarked: false,
          kept: null,
          shadows: [],
          createdAt: stamp(),
          updatedAt: stamp(),
        }
        world.rules.push(added)
        recordRun('rule_added', { added: 1 })
        changed({ rules: true, files: true })
        return added
      }),
    updateRule: (id, patch) =>
      answer('updateRule', () => {
        const rule = findRule(id)
        if (patch.text != null) Object.assign(rule, { text: patch.text, userModified: true })
        if (patch.category != null) rule.category = patch.category
        if (patch.confidence != null) rule.confidence = patch.confidence
        // What changed just now has lost nothing yet.
        rule.priority = rule.confidence
        if (patch.confirmed) Object.assign(rule, { state: 'rule', userConfirmed: true, moreNeeded: null })
        rule.updatedAt = stamp()
        recordRun(patch.confirmed ? 'rule_confirmed' : 'rule_edited', { updated: 1 })
        changed({ rules: true, files: true })
        return rule
      }),
    deleteRule: (id) =>
      answer('deleteRule', () => {
        world.rules.splice(world.rules.indexOf(findRule(id)), 1)
        recordRun('rule_deleted', { removed: 1 })
        changed({ rules: true, files: true })
      }),
    promoteRule: (id) => answer('promoteRule', () => move(id, 'global')),
    demoteRule: (id) => answer('demoteRule', () => move(id, 'project')),
    distill: (trigger) => answer('distill', () => distill(trigger)),
    learning: () => answer('learning', () => world.learning),
    pauseLearning: (paused) => answer('pauseLearning', () => Object.assign(world.learning, { paused })),
    activity: () => answer('activity', () => world.activity),
    observe: () => answer('observe', () => world.observed),

    listQuestions: () => answer('listQuestions', () => world.questions.filter((each) => each.state !== 'resolved')),
    answerQuestion: (request) =>
      answer('answerQuestion', () => {
        const question = world.questions.find((each) => each.id === request.questionId)
        if (!question) throw fault('NOT_FOUND', 'There is no such question.')
        if (question.state === 'resolved') throw fault('CONFLICT', 'The question was answered before.', { questionId: question.id })
        if (!question.answers.includes(request.answer)) throw fault('INVALID_ARGUMENT', 'No answer to this question.')
        const state = request.answer === 'later' ? 'later' : 'resolved'
        Object.assign(question, { state, updatedAt: stamp() })
        settle(question, request.answer)
        recordRun(request.answer === 'later' ? 'question_put_off' : 'question_answered', {})
        changed({ rules: true })
        return question
      }),

    memoryFiles: () => answer('memoryFiles', () => world.memoryFiles),
    readMemoryFile: (path) => answer('readMemoryFile', () => findDocument(path)),
    writeMemoryFile: ({ path, text, baseHash }) =>
      answer('writeMemoryFile', () => {
        const document = baseHash === '' ? createDocument(path) : findDocument(path)
        if (document.hash !== baseHash) throw fault('FILE_CHANGED', 'The file is another one.', { path })
        Object.assign(document, { text, hash: nextId('hash') })
        return { hash: document.hash, units: countUnits(text), unkept: null }
      }),
    settleMemoryFile: (path) =>
      answer('settleMemoryFile', () => {
        findDocument(path)
        changed({ rules: true, files: true })
      }),
    runs: () => answer('runs', () => world.runs),
    fileStory: (path) =>
      answer('fileStory', () => {
        const name = path.replace(/^memory\//u, '')
        return { name, runs: world.stories[name] ?? [], older: 0 }
      }),
    lineOrigin: (line) =>
      answer('lineOrigin', (): LineOrigin => {
        const known = Object.entries(world.origins).find(([part]) => line.includes(part))
        return known?.[1] ?? { owner: 'writer', rule: null, run: null, conversation: null, since: null, updated: null, merged: 0 }
      }),
    listProposals: () => answer('listProposals', () => world.proposals),
    decideProposal: ({ proposalId, accepted }) =>
      answer('decideProposal', () => {
        const proposal = world.proposals.find(({ id }) => id === proposalId)
        if (!proposal || (accepted && !proposal.stands)) throw fault('CONFLICT', 'It was decided before.', { proposalId })
        world.proposals.splice(world.proposals.indexOf(proposal), 1)
        const files: RunView['files'] = accepted ? [{ path: proposal.path, change: 'changed' }] : []
        const run = recordRun('proposal_decided', { files })
        changed({ files: true })
        return run
      }),
    upkeep: () => answer('upkeep', () => world.upkeep),
    putInOrder: () =>
      answer('putInOrder', (): UpkeepDone => {
        const did = world.upkeep.would
        if (did.actions.length === 0) return { runId: null, did }
        const files = did.files.map((path) => ({ path, change: 'changed' as const }))
        world.upkeep = { findings: [], would: { risk: 'low', actions: [], files: [] } }
        const { id } = recordRun('audit', { files })
        changed({ files: true })
        return { runId: id, did }
      }),
    restoreRun: ({ runId, paths, merge, dryRun }) =>
      answer('restoreRun', (): Restored => {
        const run = world.runs.find((each) => each.id === runId)
        if (!run) throw fault('NOT_FOUND', 'There is no such run.')
        const outcome = run.restorable ? 'goes_back' : 'as_it_is'
        const files = run.files
          .filter(({ path }) => paths?.includes(path) ?? true)
          .map(({ path }): RestoredFile => {
            const way = world.inTheWay[runId]
            if (!way) return { path, outcome, why: null, since: [] }
            return merge && way.why === 'changed_since' ? { ...way, path, outcome: 'merged', why: null } : { ...way, path }
          })
        const restored = { runId: null, undoes: runId, files, rules: [], questions: 0, noes: 0, episodes: 0 }
        if (dryRun || !run.restorable) return restored
        const refused = files.find((file) => file.outcome === 'refused')
        if (refused) throw fault('MEMORY_RESTORE_CONFLICT', 'It changed since.', { files: refused.path })
        const by = recordRun('restored', { undoes: runId, files: run.files })
        if (!paths) Object.assign(run, { undoneBy: by.id, restorable: false })
        for (const { path } of files) {
          const told = world.stories[path]?.find(({ run }) => run === runId)
          const lines = told?.lines?.map((line) => ({ ...line, mark: { added: 'removed', removed: 'added' }[line.mark as string] ?? line.mark }))
          if (told) world.stories[path]?.unshift({ ...told, run: by.id, kind: 'restored', at: by.at, lines: (lines ?? null) as FileRun['lines'] })
        }
        changed({ rules: true, files: true })
        return { ...restored, runId: by.id }
      }),
    health: () => answer('health', () => world.health),

    spelling: (english) =>
      answer('spelling', () => ({
        dictionary: world.misspellings && (english === 'british' ? 'en_GB' : 'en_US'),
        wanted: english === 'british' ? 'en_GB' : 'en_US',
        folder: '/home/writer/.local/share/commonplace/dictionaries',
        words: '/home/writer/.local/share/commonplace/words.txt',
      })),
    checkWords: (words) =>
      answer('checkWords', () => {
        const missing = Object.keys(world.misspellings ?? {})
        const unknown = words.filter((word) => missing.includes(word) && !world.ownWords.includes(word))
        return { looked: world.misspellings !== null, unknown }
      }),
    suggestSpellings: (word) => answer('suggestSpellings', () => world.misspellings?.[word] ?? []),
    checkStyle: (paragraphs) =>
      answer('checkStyle', () =>
        paragraphs.map((paragraph) =>
          Object.entries(world.slips)
            .map(([slip, { kind, meant }]) => ({ from: paragraph.indexOf(slip), slip, kind, meant }))
            .filter(({ from }) => world.settings.writing.style && from >= 0)
            .sort((one, other) => one.from - other.from)
            .map(({ from, slip, kind, meant }) => ({
              from,
              to: from + slip.length,
              kind,
              message: `Did you mean “${meant[0] ?? ''}”?`,
              replacements: meant,
            })),
        ),
      ),
    addWord: (word) => answer('addWord', () => void world.ownWords.push(word)),

    settings: () =>
      answer('settings', () => ({ settings: world.settings, file: '/home/writer/.local/share/commonplace/settings.json', unusable: [] })),
    updateSettings: (patch) =>
      answer('updateSettings', () => {
        const given = Object.entries(patch).filter(([, value]) => value != null)
        return Object.assign(world.settings, Object.fromEntries(given))
      }),

    onDistillProgress: progressListeners.add,
    onMemoryChanged: memoryListeners.add,
    onFileChanged: fileListeners.add,
    onOpen: openListeners.add,
    toggleFullScreen: () => answer('toggleFullScreen', () => {}),
    zoom: (factor) => answer('zoom', () => void (world.shownAt = factor)),
    closeWindow: () => answer('closeWindow', () => {}),
    onFileMoved: moveListeners.add,
    onPressProgress: pressListeners.add,

    onCloseRequested: async (handler) => {
      closeHandler = handler
      return () => (closeHandler = undefined)
    },
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

/** The changes between two texts by the words of a simple longest common subsequence: texts here are short. */
function wordHunks(before: string, after: string): Hunk[] {
  const words = (text: string) => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? []
  const [a, b] = [words(before), words(after)]
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const hunks: Hunk[] = []
  let [i, j, offset] = [0, 0, 0]
  while (i < a.length || j < b.length) {
    const [gone = '', come = ''] = [a[i], b[j]]
    if (i < a.length && gone === come) {
      offset += gone.length
      i++
      j++
      continue
    }
    let hunk = hunks.at(-1)
    if (hunk?.to !== offset) hunks.push((hunk = { from: offset, to: offset, insert: '' }))
    if (j < b.length && (i === a.length || at(i, j + 1) >= at(i + 1, j))) {
      hunk.insert += come
      j++
    } else {
      hunk.to = offset += gone.length
      i++
    }
  }
  return hunks
}

/** Two honest candidates: without its intensifiers, and without its turns. */
function offerFillers(passage: string) {
  const moves = [
    { move: 'cut_fillers', en: 'Cut the intensifiers', zh: '删去强调副词', find: / (?:very|really|quite)\b|非常|十分|真的/gu, insert: '' },
    { move: 'split_sentences', en: 'Split at the turns', zh: '在转折处断句', find: /, and (?:then )?(?=\p{L})|，(?=然后|接着)/gu, insert: '. ' },
  ]
  return moves.flatMap(({ move, en, zh, find, insert }) => {
    const hunks = [...passage.matchAll(find)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
      insert: match[0].startsWith('，') ? '。' : insert,
    }))
    if (hunks.length === 0) return []
    const text = hunks.reduceRight((rest, h) => rest.slice(0, h.from) + h.insert + rest.slice(h.to), passage)
    const removed = hunks.reduce((sum, h) => sum + h.to - h.from, 0)
    return {
      text,
      moves: [move],
      labelEn: en,
      labelZh: zh,
      shareChanged: removed / passage.length,
      lengthChange: (text.length - passage.length) / passage.length,
      hunks,
      rules: move === 'split_sentences' ? ['rule-short-action'] : [],
    }
  })
}
