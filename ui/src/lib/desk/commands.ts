// All commands of the desk. Their default keys follow the conventions of other editors.

import { redo, selectAll } from '@codemirror/commands'
import type { Command as TextCommand } from '@codemirror/view'
import { skillCommands } from '$lib/candidates'
import type { Command } from '$lib/commands'
import { openFind, openReplace, settingCommands, textCommands, titleOf, undoToLine } from '$lib/editor'
import { DEFAULT_SETTINGS, type InterfaceLanguage, type Theme } from '$lib/host'
import { locale } from '$lib/i18n'
import type { ListAct } from '$lib/library/FileList.svelte'
import { t as listWords } from '$lib/library/messages'
import { words } from './commandWords'
import { memoryCommands, type MemoryContext } from './memoryCommands'
import { t } from './messages'
import { OTHER_NAMES } from './otherNames'

/** The zoom levels in percent, as in a browser. */
const ZOOMS = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300]

/** What the commands act on. */
export type CommandContext = MemoryContext & {
  /** Runs a command of the editor on the page and moves the focus there. */
  perform: (command: TextCommand) => void
  /** Moves the focus to a part of the desk, which is unfolded first if needed. */
  focus: (part: 'text' | 'files' | 'outline' | 'panel') => void
  /**
   * Runs an action of the file list, which is unfolded first if needed. It acts on the focused row, else on the file on
   * the page.
   */
  inList: (act: ListAct) => void
  /** Shows the counts of the text and the targets. */
  showCounts: () => void
}

/** Returns all commands of the desk, in the order of the menu. */
export function deskCommands(context: CommandContext): Command[] {
  const { desk, perform, focus, inList, showCounts } = context
  const { preferences, layout, surfaces, host } = desk
  const hasProject = () => desk.project !== null
  const hasPage = () => desk.pages.current !== null
  const assists = () => hasProject() && preferences.settings.ai

  const text = (id: Command['id'], title: () => string, keys: string[], command: TextCommand): Command => ({
    id,
    title,
    keys,
    inText: true,
    enabled: hasPage,
    run: () => perform(command),
  })
  const theme = (name: Theme, title: () => string): Command => ({
    id: `view.theme.${name}`,
    title,
    checked: () => preferences.settings.theme === name,
    run: () => preferences.change({ theme: name }),
  })
  /** A language is listed by its name in that language: a reader of the other language finds it. */
  const language = (name: Exclude<InterfaceLanguage, 'system'>, title: string): Command => ({
    id: `desk.language.${name}`,
    title: () => title,
    checked: () => locale.current === name,
    run: () => preferences.change({ language: name }),
  })
  const size = (id: Command['id'], title: () => string, keys: string[], next: (size: number) => number): Command => ({
    id,
    title,
    keys,
    run: () => {
      const { page } = preferences.settings
      return preferences.change({ page: { ...page, size: Math.min(40, Math.max(12, next(page.size))) } })
    },
  })
  const zoom = (id: Command['id'], title: () => string, keys: string[], next: (zoom: number) => number | undefined): Command => ({
    id,
    title,
    keys,
    run: () => preferences.change({ zoom: next(preferences.settings.zoom) ?? preferences.settings.zoom }),
  })
  const turn = (step: 1 | -1) => () => {
    const path = desk.pages.openFiles.beside(desk.pages.current?.path ?? null, step)
    if (path !== null) void desk.openFile(path).then(() => focus('text'))
  }
  const turnChapter = (step: 1 | -1) => () => void desk.files.turn(desk.pages.current?.path ?? null, step).then(() => focus('text'))
  const hasTwo = () => desk.pages.openFiles.tabs.length > 1

  const findInProject = (replacing: boolean) => {
    const { search, pages } = desk
    if (replacing) search.replacing = true
    search.show(pages.current?.selected)
  }

  const isManuscript = () => desk.pages.current !== null && !desk.pages.current.isMemory
  const hasFile = () => isManuscript() && !desk.pages.current?.isBlank
  const goToOutline = () => {
    if ((desk.pages.status?.overview?.headings.length ?? 0) > 1) focus('outline')
    else desk.notices.mention(() => t.noOutline)
  }

  const all: Command[] = [
    {
      id: 'file.new',
      title: () => words.newManuscript,
      keys: ['Mod-n'],
      enabled: hasProject,
      run: () => {
        desk.newManuscript()
        focus('text')
      },
    },
    { id: 'file.newFolder', title: () => words.newFolder, keys: ['Mod-Shift-n'], enabled: hasProject, run: () => inList('newFolder') },
    { id: 'file.rename', title: () => words.rename, keys: ['F2'], enabled: hasFile, run: () => inList('rename') },
    { id: 'file.move', title: () => words.move, keys: ['Shift-F2'], enabled: hasFile, run: () => inList('move') },
    { id: 'file.split', title: () => listWords.splitHere, enabled: hasFile, run: () => desk.chapters.split().then(() => focus('text')) },
    {
      id: 'file.mergeNext',
      title: () => listWords.mergeNext,
      enabled: () => hasFile() && desk.chapters.next(desk.pages.current?.path ?? '') !== undefined,
      run: () => desk.pages.current && desk.chapters.mergeNext(desk.pages.current.path).then(() => focus('text')),
    },
    // No keys: in the file list they are Alt-Shift with an arrow, which selects a paragraph in the text on macOS.
    { id: 'file.up', title: () => words.chapterUp, enabled: hasFile, run: () => inList('up') },
    { id: 'file.down', title: () => words.chapterDown, enabled: hasFile, run: () => inList('down') },
    // No default key: deleting a file by a slip of the hand would be too easy.
    { id: 'file.trash', title: () => words.trash, enabled: hasFile, run: () => desk.pages.current && desk.files.remove(desk.pages.current.path) },
    {
      id: 'file.versions',
      title: () => words.versions,
      keys: ['Mod-Shift-h'],
      enabled: isManuscript,
      checked: () => desk.pages.versionsShown,
      run: () => desk.pages.toggleVersions(),
    },
    { id: 'file.openFolder', title: () => (hasProject() ? words.openOther : words.openFolder), keys: ['Mod-Shift-o'], run: () => desk.pick() },
    { id: 'file.sample', title: () => words.openSample, run: () => desk.openSample() },
    { id: 'file.save', title: () => words.save, keys: ['Mod-s'], enabled: hasPage, run: () => desk.pages.save() },
    { id: 'file.export', title: () => words.export, keys: ['Mod-Shift-e'], enabled: hasProject, run: () => surfaces.show('export') },
    { id: 'file.import', title: () => words.import, run: () => surfaces.show('import') },
    { id: 'file.close', title: () => words.close, keys: ['Mod-w'], enabled: hasPage, run: () => desk.pages.close() },
    { id: 'file.quit', title: () => words.quit, keys: ['Mod-q'], run: () => desk.quit() },

    { id: 'go.anything', title: () => words.anything, keys: ['Mod-p', 'Mod-k', 'Mod-Shift-p'], run: () => surfaces.show('palette') },
    { id: 'go.nextFile', title: () => words.nextFile, keys: ['Ctrl-Tab', 'Mod-Tab', 'Mod-PageDown'], enabled: hasTwo, run: turn(1) },
    { id: 'go.previousFile', title: () => words.previousFile, keys: ['Ctrl-Shift-Tab', 'Mod-Shift-Tab', 'Mod-PageUp'], enabled: hasTwo, run: turn(-1) },
    { id: 'go.nextChapter', title: () => words.nextChapter, keys: ['Alt-PageDown'], enabled: hasProject, run: turnChapter(1) },
    { id: 'go.previousChapter', title: () => words.previousChapter, keys: ['Alt-PageUp'], enabled: hasProject, run: turnChapter(-1) },
    { id: 'go.text', title: () => words.text, keys: ['Alt-2'], enabled: hasPage, run: () => focus('text') },
    { id: 'go.files', title: () => words.fileList, keys: ['Alt-1'], enabled: hasProject, run: () => focus('files') },
    { id: 'go.outline', title: () => words.outline, enabled: hasPage, run: goToOutline },
    { id: 'go.panel', title: () => words.panel, keys: ['Alt-3'], enabled: assists, run: () => focus('panel') },

    text('edit.undo', () => words.undo, ['Mod-z'], undoToLine),
    text('edit.redo', () => words.redo, ['Mod-Shift-z', 'Mod-y'], redo),
    text('edit.selectAll', () => words.selectAll, ['Mod-a'], selectAll),
    ...textCommands.map(({ id, keys, run }) => ({
      ...text(id, () => titleOf(id), [...keys], run),
      // Find and replace work from anywhere in the desk. All other text commands need the focus in the text.
      inText: run !== openFind && run !== openReplace,
    })),
    ...skillCommands.map(({ id, skill, keys, run }) => ({
      ...text(id, () => words.skills[skill], [...keys], run),
      enabled: () => hasProject() && desk.assists && isManuscript(),
    })),
    {
      id: 'edit.tidy',
      title: () => words.tidyText,
      enabled: isManuscript,
      checked: () => desk.pages.tidyShown,
      run: () => desk.pages.toggleTidy(),
    },
    { id: 'edit.findInProject', title: () => words.findInProject, keys: ['Mod-Shift-f'], enabled: hasProject, run: () => findInProject(false) },
    { id: 'edit.replaceInProject', title: () => words.replaceInProject, enabled: hasProject, run: () => findInProject(true) },
    ...settingCommands.map(({ id, keys, isOn, change }) => ({
      id,
      title: () => titleOf(id),
      keys,
      checked: () => isOn(preferences.settings.writing),
      run: () => preferences.change({ writing: change(preferences.settings.writing) }),
    })),

    { id: 'view.files', title: () => words.files, keys: ['Mod-\\'], enabled: hasProject, checked: () => layout.filesShown && !desk.search.shown, run: () => desk.toggleFiles() },
    { id: 'view.panel', title: () => words.memory, keys: ['Mod-Shift-\\'], enabled: assists, checked: () => layout.panelShown, run: () => layout.togglePanel() },
    { id: 'view.counts', title: () => words.counts, enabled: hasPage, run: showCounts },
    { id: 'view.days', title: () => words.days, enabled: hasProject, run: () => surfaces.show('days') },
    { id: 'view.fullScreen', title: () => words.fullScreen, keys: ['F11'], run: () => host.toggleFullScreen() },
    zoom('view.zoomIn', () => words.zoomIn, ['Mod-=', 'Mod-Shift-='], (now) => ZOOMS.find((each) => each > now)),
    zoom('view.zoomOut', () => words.zoomOut, ['Mod--'], (now) => ZOOMS.findLast((each) => each < now)),
    zoom('view.usualZoom', () => words.usualZoom, ['Mod-0'], () => DEFAULT_SETTINGS.zoom),
    size('view.larger', () => words.larger, ['Mod-Alt-='], (now) => now + 1),
    size('view.smaller', () => words.smaller, ['Mod-Alt--'], (now) => now - 1),
    size('view.usualSize', () => words.usualSize, ['Mod-Alt-0'], () => DEFAULT_SETTINGS.page.size),
    theme('paper', () => words.paper),
    theme('ink', () => words.ink),
    theme('contrast', () => words.contrast),
    theme('system', () => words.asSystem),

    ...memoryCommands(context),

    { id: 'desk.menu', title: () => words.menu, keys: ['F10'], run: () => surfaces.show('menu') },
    { id: 'desk.settings', title: () => words.settings, keys: ['Mod-,'], run: () => surfaces.show('settings') },
    language('en', 'English'),
    language('zh', '中文'),

    {
      id: 'help.guide',
      title: () => words.guide,
      keys: ['F1'],
      checked: () => surfaces.guideShown,
      run: () => {
        // In a narrow window the side panels lie over the page and would hide the guide.
        layout.clear()
        surfaces.toggleGuide()
      },
    },
  ]
  return all.map((command) => ({ ...command, others: OTHER_NAMES[command.id] ?? [] }))
}
