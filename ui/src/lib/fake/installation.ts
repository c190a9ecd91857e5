import type { Host, ProjectView, SettingsPatch } from '$lib/host'
import { fault } from './fault'
import { inReadingOrder, isNote } from './readingOrder'
import type { Stage } from './stage'
import { fileEntry } from './fileEntry'

/** Maximum number of recent projects, as in the core. */
const RECENT = 12

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most

/** Throws for settings out of range. */
function refuseSettings({ zoom, page, writing }: SettingsPatch): void {
  const refuse = (field: string, expected: string) => {
    throw fault('INVALID_ARGUMENT', `\`${field}\` must be ${expected}`, { field, expected })
  }
  if (zoom != null && !isWithin(zoom, 50, 300)) refuse('zoom', '50 to 300 percent')
  if (page && !(isWithin(page.size, 12, 40) && isWithin(page.measure, 16, 64) && isWithin(page.leading, 120, 260))) {
    refuse('page', 'a size of 12 to 40, a measure of 16 to 64 and a leading of 120 to 260')
  }
  if (writing && Math.max(writing.sessionTarget, writing.dayTarget) > 1_000_000) refuse('writing', 'targets of at most 1000000')
}

/** Returns the methods for the installation: projects, settings, dictionaries, dialogs and the window. */
export function installation({ world, pace, nextId, openProject, answer, inProject, full, name, checkNamed, changed, pressed }: Stage) {
  /** Opens a folder as a project. Every folder has the manuscripts of the world. */
  function open(root: string, as = root.slice(root.lastIndexOf('/') + 1)): ProjectView {
    const { memoryRoot, id, files } = world.project ?? { memoryRoot: 'memory', id: nextId('project'), files: null }
    const manuscripts = world.documents.filter(({ path }) => !path.startsWith(`${memoryRoot}/`)).map(fileEntry)
    world.project = { id, name: as, root, memoryRoot, access: 'full', files: inReadingOrder(files ?? manuscripts, world.order), first: null, notices: world.project?.notices ?? [] }
    world.settings.recentProjects = [root, ...world.settings.recentProjects.filter((each) => each !== root)].slice(0, RECENT)
    return world.project
  }

  return {
    openProject: (path) =>
      answer('openProject', () => {
        checkNamed(path, world.settings.recentProjects)
        return open(path)
      }),
    pickProject: () =>
      answer('pickProject', () => {
        if (world.picks !== null) name(world.picks)
        return world.picks
      }),
    currentProject: () => answer('currentProject', () => world.project),
    openSample: () => answer('openSample', () => open('/home/writer/Commonplace 札记 Sample')),
    moveMemory: (to) =>
      inProject('moveMemory', () => {
        const project = openProject()
        if (/^\/|(^|\/)\.\.(\/|$)|^$/.test(to)) {
          throw fault('INVALID_ARGUMENT', 'Not inside the project.', { field: 'path', expected: 'a folder inside the project that is not there yet, outside the memory as it is' })
        }
        const isThere = (path: string) => path === to || path.startsWith(`${to}/`)
        if ([...world.folders, ...project.files.map(({ path }) => path)].some(isThere)) throw fault('NAME_TAKEN', 'Taken.', { path: full(to) })
        const moved = (path: string) => path.replace(`${project.memoryRoot}/`, `${to}/`)
        for (const document of world.documents) document.path = moved(document.path)
        for (const file of world.memoryFiles) file.path = moved(file.path)
        world.project = { ...project, memoryRoot: to }
        return world.project
      }),
    workspace: () => inProject('workspace', () => world.workspace),
    keepWorkspace: (workspace) => inProject('keepWorkspace', () => void (world.workspace = workspace)),

    exportPlan: () =>
      inProject('exportPlan', () => ({
        files: openProject().files.map(({ path }) => ({ path, isNote: isNote(path), lines: 'paragraphs' as const })),
        ...world.submission,
      })),
    exportFiles: (request) =>
      inProject('exportFiles', async () => {
        for (const done of request.paths.keys()) {
          pressed.emit({ done, of: request.paths.length })
          if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace))
        }
        if (world.picks === null) return null
        if (request.submission) world.submission = { author: request.author, submission: request.submission }
        const endings = { markdown: 'md', html: 'html', docx: 'docx', epub: 'epub', pdf: 'pdf' }
        const name = request.title ?? openProject().name
        return { path: `/home/writer/${name}.${endings[request.format]}`, bytes: 184_320, missingPictures: [] }
      }),
    importDocuments: (_folder, elsewhere, { ownWords }) =>
      answer('importDocuments', () => {
        if (world.picks === null) return null
        const inside = world.project && !elsewhere ? (world.imports.folder.split('/').at(-1) ?? '') : null
        return { ...world.imports, inside, folder: inside === null ? world.imports.folder : full(inside), marked: !ownWords }
      }),

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
    addWord: (word) =>
      answer('addWord', () => {
        if (/\s/u.test(word)) throw fault('INVALID_ARGUMENT', 'No word.', { field: 'word', expected: 'one word of at most 64 bytes' })
        world.ownWords.push(word)
      }),

    settings: () =>
      answer('settings', () => ({ settings: world.settings, file: '/home/writer/.local/share/commonplace/settings.json', unusable: [], setAside: null })),
    updateSettings: (patch) =>
      answer('updateSettings', () => {
        const given = Object.entries(patch).filter(([, value]) => value != null)
        refuseSettings(patch)
        if (patch.globalMemory) checkNamed(patch.globalMemory, [world.settings.globalMemory ?? ''])
        Object.assign(world.settings, Object.fromEntries(given))
        if (patch.globalMemory != null) {
          world.settings.globalMemory = patch.globalMemory || null
          changed({ rules: true })
        }
        return world.settings
      }),
    toggleFullScreen: async () => void (await answer('toggleFullScreen', () => {})),
    zoom: async (factor) => void (await answer('zoom', () => void (world.shownAt = factor))),
    closeWindow: async () => void (await answer('closeWindow', () => {})),
  } satisfies Partial<Host>
}
