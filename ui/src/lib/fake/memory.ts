import type { FileRun, Host, LineOrigin, Restored, RestoredFile, RunView, UpkeepDone } from '$lib/host'
import { fault } from './fault'
import type { Stage } from './stage'

/** Returns the methods for the memory: files, runs and upkeep. */
export function memory({ world, nextId, isMemory, full, inProject, findDocument, createDocument, changed, recordRun }: Stage) {
  /** Throws for a path that is no readable memory file. */
  function checkMemory(path: string): void {
    if (!isMemory(path)) throw fault('OUTSIDE_PROJECT', 'No memory file.', { path })
    if (!path.endsWith('.md')) throw fault('INVALID_ARGUMENT', 'No Markdown.', { field: 'path', expected: "a Markdown file (.md) of the memory, and none of the desk's own records" })
  }

  return {
    memoryFiles: () => inProject('memoryFiles', () => world.memoryFiles),
    readMemoryFile: (path) => inProject('readMemoryFile', () => {
        checkMemory(path)
        return findDocument(path)
      }),
    writeMemoryFile: ({ path, text, baseHash }) =>
      inProject('writeMemoryFile', () => {
        checkMemory(path)
        const document = baseHash === '' ? createDocument(path) : findDocument(path)
        if (document.hash !== baseHash) throw fault('FILE_CHANGED', 'The file is another one.', { path: full(path) })
        Object.assign(document, { text, hash: nextId('hash') })
        return { hash: document.hash, unkept: null }
      }),
    settleMemoryFile: (path) =>
      inProject('settleMemoryFile', () => {
        checkMemory(path)
        changed({ rules: true, files: true })
      }),
    runs: () => inProject('runs', () => world.runs),
    fileStory: (path) =>
      inProject('fileStory', () => {
        const name = path.replace(/^memory\//u, '')
        return { name, runs: world.stories[name] ?? [], older: 0 }
      }),
    lineOrigin: (line) =>
      inProject('lineOrigin', (): LineOrigin => {
        const known = Object.entries(world.origins).find(([part]) => line.includes(part))
        return known?.[1] ?? { owner: 'writer', rule: null, run: null, conversation: null, since: null, updated: null, merged: 0 }
      }),
    listProposals: () => inProject('listProposals', () => world.proposals),
    decideProposal: ({ proposalId, accepted }) =>
      inProject('decideProposal', () => {
        const proposal = world.proposals.find(({ id }) => id === proposalId)
        if (!proposal) throw fault('NOT_FOUND', 'There is no such proposal.', { what: 'proposal', id: proposalId })
        if (accepted && !proposal.stands) throw fault('CONFLICT', 'It was decided before.', { proposalId })
        world.proposals.splice(world.proposals.indexOf(proposal), 1)
        const files: RunView['files'] = accepted ? [{ path: proposal.path, change: 'changed' }] : []
        const run = recordRun('proposal_decided', { files })
        changed({ files: true })
        return run
      }),
    upkeep: () => inProject('upkeep', () => world.upkeep),
    putInOrder: () =>
      inProject('putInOrder', (): UpkeepDone => {
        const did = world.upkeep.would
        if (did.actions.length === 0) return { runId: null, did }
        const files = did.files.map((path) => ({ path, change: 'changed' as const }))
        world.upkeep = { findings: [], would: { risk: 'low', actions: [], files: [] } }
        const { id } = recordRun('audit', { files })
        changed({ files: true })
        return { runId: id, did }
      }),
    restoreRun: ({ runId, paths, merge, dryRun }) =>
      inProject('restoreRun', (): Restored => {
        const run = world.runs.find((each) => each.id === runId)
        if (!run) throw fault('NOT_FOUND', 'There is no such run.', { what: 'run', id: runId })
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
    health: () => inProject('health', () => world.health),
  } satisfies Partial<Host>
}
