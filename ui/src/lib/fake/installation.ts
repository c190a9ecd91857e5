import type { Host, ProjectView, SettingsPatch } from '$lib/host'
import { fault } from './fault'
import { sampleWorld } from './sample'
import type { Stage } from './stage'

/** How many projects are remembered. */
const RECENT = 12

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most

/** Refuses settings out of their bounds. */
function refuseSettings({ zoom, page, writing, globalMemory }: Partial<SettingsPatch>): void {
  const refuse = (field: string, expected: string) => {
    throw fault('INVALID_ARGUMENT', `\`${field}\` must be ${expected}`, { field, expected })
  }
  if (zoom != null && !isWithin(zoom, 50, 300)) refuse('zoom', '50 to 300 percent')
  if (page && !(isWithin(page.size, 12, 40) && isWithin(page.measure, 16, 64) && isWithin(page.leading, 120, 260))) {
    refuse('page', 'a size of 12 to 40, a measure of 16 to 64 and a leading of 120 to 260')
  }
  if (writing && Math.max(writing.sessionTarget, writing.dayTarget) > 1_000_000) refuse('writing', 'targets of at most 1000000')
  if (globalMemory && !globalMemory.startsWith('/')) {
    refuse('globalMemory', 'the full path of a folder that is there, or empty for the usual one')
  }
}

/** Returns the part of a fake host that is this installation: its projects, settings, dictionaries, dialogs and window. */
export function installation({ world, pace, openProject, answer, inProject, changed, pressed }: Stage) {
  return {
    openProject: (path) =>
      answer('openProject', () => {
        const name = path.split('/').at(-1) ?? path
        world.project = { ...(world.project ?? sampleWorld().project), name, root: path } as ProjectView
        world.settings.recentProjects = [path, ...world.settings.recentProjects.filter((each) => each !== path)].slice(0, RECENT)
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
      inProject('moveMemory', () => {
        const project = openProject()
        if (/^\/|(^|\/)\.\.(\/|$)|^$/.test(to)) throw fault('INVALID_ARGUMENT', 'Not inside the project.', { field: 'path' })
        if (world.folders.includes(to)) throw fault('NAME_TAKEN', 'Taken.', { path: to })
        const moved = (path: string) => path.replace(`${project.memoryRoot}/`, `${to}/`)
        for (const document of world.documents) document.path = moved(document.path)
        for (const file of world.memoryFiles) file.path = moved(file.path)
        world.project = { ...project, memoryRoot: to }
        return world.project
      }),
    workspace: () => inProject('workspace', () => world.workspace),
    keepWorkspace: (workspace) => inProject('keepWorkspace', () => void (world.workspace = workspace)),

    exportFiles: (request) =>
      inProject('exportFiles', async () => {
        for (const done of request.paths.keys()) {
          pressed.emit({ done, of: request.paths.length })
          if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace))
        }
        if (world.picks === null) return null
        const endings = { markdown: 'md', html: 'html', docx: 'docx', epub: 'epub', pdf: 'pdf' }
        const name = request.title ?? openProject().name
        return { path: `/home/writer/${name}.${endings[request.format]}`, bytes: 184_320, missingPictures: [] }
      }),
    importDocuments: () => answer('importDocuments', () => (world.picks === null ? null : world.imports)),

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
        refuseSettings(patch)
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
