import { tick } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import { keyOfSkill } from '$lib/candidates'
import {
  fileOf,
  isAddress,
  isUnsaved,
  Manuscripts,
  Speller,
  Stylist,
  spellingWords,
  statusOf,
  type EditorStatus,
  type Manuscript,
  type Place,
  type Targets,
} from '$lib/editor'
import { asFault, type Fault, type FileEntry, type Host, type ProjectView, type Unlisten, type Workspace } from '$lib/host'
import { locale, sayFault } from '$lib/i18n'
import { t as listWords } from '$lib/library/messages'
import { fileName, freeName, firstToRead, parentOf, withMissing } from '$lib/library/tree'
import { Notices } from '$lib/notices/notices.svelte'
import { Memory } from '$lib/panel/memory.svelte'
import { ProjectSearch } from '$lib/search/search.svelte'
import { Preferences } from '$lib/settings/preferences.svelte'
import { Resource } from '$lib/ui/resource.svelte'
import { Idle } from './idle'
import { Keeping } from './keeping'
import { Layout } from './layout.svelte'
import { t } from './messages'
import { OpenFiles } from './openFiles.svelte'
import { Session } from './session.svelte'
import { Surfaces } from './surfaces.svelte'

/** How long a disk may take to save all that is unsaved before the writer hears of it, in milliseconds. */
const PATIENCE = 5_000

const NONE: readonly never[] = []

/** Returns the array, or for an empty one always the same. */
const orNone = <T>(all: readonly T[]): readonly T[] => (all.length > 0 ? all : NONE)

/** How a desk stands that was never left. */
const UNKNOWN: Workspace = { open: [], current: null, folded: [], filesShown: true, panelShown: true, targets: {}, day: null }

/** What is open: the project, the manuscript on the page, and what is known about both. */
export class Desk {
  readonly notices = new Notices()
  readonly preferences: Preferences
  readonly session = new Session(() => this.preferences.settings.writing)
  readonly layout = new Layout(() => this.#keeping.changed())
  readonly openFiles = new OpenFiles()
  readonly surfaces = new Surfaces()
  /** The spelling of every manuscript; what is ignored is so until the desk is closed. */
  readonly speller: Speller
  /** The style check of every manuscript; what is left alone is so until the desk is closed. */
  readonly stylist: Stylist

  /** False until it is known whether there is a project to show. */
  started = $state(false)
  project = $state.raw<ProjectView | null>(null)
  page = $state.raw<Manuscript | null>(null)
  /** Another project is on its way; the page is empty, so that nothing is typed between the two. */
  opening = $state(false)
  /** Why the last choice is not in the journal yet. */
  unrecorded = $state.raw<Fault | null>(null)
  /** The folders that are folded in the file list. */
  folded = $state.raw<readonly string[]>([])
  /** Whether the versions of the manuscript on the page lie over it. */
  versionsShown = $state(false)

  // One of each for every project, so that nothing of one is shown or saved in another.
  memory: Memory
  files: Resource<FileEntry[]>
  folders: Resource<string[]>
  /** Finding and replacing in every manuscript. */
  search: ProjectSearch
  #manuscripts: Manuscripts

  /** How every manuscript stands that was opened in this project. */
  readonly #statuses = new SvelteMap<string, EditorStatus>()

  // A status changes with each key. What a list shows of all of them must not be another array each time, or a key draws
  // three thousand rows anew.

  /** The files with text that cannot be saved as things are. */
  readonly failing: readonly string[] = $derived.by(() => orNone(this.#paths(({ save }) => save === 'failed' || save === 'conflict')))
  /** Files the desk has text of and the project has not. */
  readonly #missing: readonly FileEntry[] = $derived.by(() => {
    const unsaved = [...this.#statuses.values()].filter((status) => isUnsaved(status) && !this.isMemory(status.path))
    const missing = unsaved.filter(({ path }) => !this.files.value?.some((file) => file.path === path))
    return orNone(missing.map(({ path, units }) => ({ path, bytes: 0, units, copyOf: null })))
  })
  /** The files of the project, and those that are gone from it while the desk has text of them. */
  readonly listed: readonly FileEntry[] = $derived.by(() => withMissing(this.files.value ?? [], this.#missing))
  /** Learns when there is time; whether there is anything to learn is the core's to know, and a failure is pushed. */
  readonly #idle = new Idle(() => void this.host.distill('idle').catch(() => {}))
  /** Where the writer was, in files that stand open and were not looked at since. */
  #places: Record<string, Place> = {}
  readonly #keeping = new Keeping(() => this.host.keepWorkspace(this.#workspace()))
  /** The turn of the file asked for last: an answer that comes late is for nobody. */
  #turn = 0
  /** Whether the writer knows that the window closes with something unsaved. */
  #warned = false
  /** Whether she knows that what she types is in no crash journal. */
  #unjournalled = false

  constructor(readonly host: Host) {
    this.preferences = new Preferences(host, (reason) => this.notices.report(reason))
    this.speller = new Speller(host, () => this.preferences.settings.writing.english, {
      onFault: (reason) => this.notices.report(reason),
      onNothing: (why) => this.notices.tell(() => spellingWords.nothing[why]),
    })
    this.stylist = new Stylist(host, () => this.preferences.settings.writing.english, (reason) => this.notices.report(reason))
    this.memory = $state.raw(this.#newMemory())
    this.files = $state.raw(this.#newFiles())
    this.folders = $state.raw(this.#newFolders())
    this.#manuscripts = this.#newManuscripts()
    this.search = $state.raw(this.#newSearch())
  }

  /** How the manuscript on the page stands. */
  get status(): EditorStatus | null {
    return (this.page && this.#statuses.get(this.page.path)) ?? null
  }

  /** Whether a path leads into the memory root: what stands there is no prose of the writer's. */
  isMemory(path: string): boolean {
    return this.project !== null && path.startsWith(`${this.project.memoryRoot}/`)
  }

  /** Opens what was open last time. */
  async start(): Promise<void> {
    await this.preferences.load()
    await this.notices.attempt(async () => {
      const project = await this.host.currentProject()
      if (project) await this.#show(project)
    })
    this.started = true
  }

  /** Lets the writer pick a folder and opens it. */
  async pick(): Promise<void> {
    await this.notices.attempt(async () => {
      const path = await this.host.pickProject()
      if (path !== null) await this.#open(() => this.host.openProject(path))
    })
  }

  /** Opens a folder, and in it a file. */
  async open(path: string, file: string | null = null): Promise<void> {
    if (path === this.project?.root) return file === null ? undefined : this.openFile(file)
    await this.notices.attempt(() => this.#open(async () => ({ ...(await this.host.openProject(path)), first: file })))
  }

  /** Opens the sample project. */
  async openSample(): Promise<void> {
    await this.notices.attempt(() => this.#open(() => this.host.openSample()))
  }

  /** Moves the memory of the project to another folder inside it; where it cannot go, the project is as it was. */
  async moveMemory(to: string): Promise<void> {
    await this.notices.attempt(() =>
      this.#open(async () => {
        try {
          return await this.host.moveMemory(to)
        } catch (reason) {
          const project = await this.host.currentProject()
          if (!project) throw reason
          this.notices.report(reason)
          return project
        }
      }),
    )
  }

  /** Puts a file on the page; one that cannot be read leaves the page as it is. */
  async openFile(path: string): Promise<void> {
    if (!this.opening) await this.#turnTo(path)
  }

  /** Takes that the writer turned suggestions and learning on or off. */
  assist(): void {
    this.#manuscripts.assist()
  }

  /** Saves what is unsaved, on the writer's own word. */
  async save(): Promise<void> {
    await this.notices.attempt(async () => this.page?.save())
  }

  /** Saves everything that is open, for what reads it from the disk. */
  saveAll(): Promise<void> {
    return this.#leave()
  }

  /** Takes a file off the desk; one that cannot be saved stays. */
  async closeFile(path: string | null = this.page?.path ?? null): Promise<void> {
    if (path === null) return
    const manuscript = this.#manuscripts.get(path)
    const isClosed = await this.notices.attempt(async () => manuscript?.leave())
    if (!isClosed) return
    const before = this.openFiles.close(path)
    this.#keeping.changed()
    if (this.page?.path !== path) return
    if (before !== null) await this.#turnTo(before)
    if (this.page?.path === path) this.page = null
    if (manuscript) this.#forget(manuscript)
  }

  /** Shows the file list, also in the place of the search, or folds it. */
  toggleFiles(shown = this.search.shown || !this.layout.filesShown): void {
    this.search.hide()
    if (shown !== this.layout.filesShown) this.layout.toggleFiles()
  }

  /** Folds a folder of the file list, or opens it. */
  fold(folder: string): void {
    this.folded = this.folded.includes(folder) ? this.folded.filter((each) => each !== folder) : [...this.folded, folder]
    this.#keeping.changed()
  }

  /**
   * Puts an empty page in view. It becomes a file with its first character, beside the manuscript that was on the page,
   * and leaves nothing behind where none is typed.
   */
  newManuscript(): void {
    if (!this.project || this.opening) return
    this.#turn += 1
    const folder = this.page && !this.isMemory(this.page.path) ? parentOf(this.page.path) : ''
    const taken = [...this.listed.map(({ path }) => path), ...this.#statuses.keys()]
    this.#put(this.#manuscripts.create(freeName(folder, t.untitled, taken)))
  }

  /** Shows the versions of the manuscript on the page, or the page again. */
  toggleVersions(shown = !this.versionsShown): void {
    this.versionsShown = shown && this.page !== null && !this.page.isMemory
  }

  /** Takes that the writer set the page differently. */
  configure(): void {
    this.#manuscripts.configure(this.preferences.settings.writing)
  }

  /** Sets a target, or takes it away: that of the file on the page, or that of every session or day. */
  async aim(which: keyof Targets, target: number | undefined): Promise<void> {
    const { writing } = this.preferences.settings
    if (which === 'session') await this.preferences.change({ writing: { ...writing, sessionTarget: target ?? 0 } })
    else if (which === 'day') await this.preferences.change({ writing: { ...writing, dayTarget: target ?? 0 } })
    else if (this.page) {
      this.session.aimAt(this.page.path, target)
      this.#keeping.changed()
    }
  }

  /** Follows a link of a manuscript: a file of the project opens, an address is copied and never asked for. */
  async followLink(manuscript: string, target: string): Promise<void> {
    if (isAddress(target)) {
      const copied = await navigator.clipboard.writeText(target).then(
        () => true,
        () => false,
      )
      this.notices.tell(() => (copied ? t.copied(target) : t.notCopied(target)))
      return
    }
    const path = fileOf(target, manuscript)
    if (path && this.listed.some((file) => file.path === path)) await this.openFile(path)
    else this.notices.tell(() => t.leadsNowhere(target))
  }

  /** Takes what is new of a manuscript. */
  follow(status: EditorStatus): void {
    const before = this.#statuses.get(status.path)
    this.#statuses.set(status.path, status)
    if (status.overview && !this.isMemory(status.path)) {
      const before = this.session.today
      this.session.count(status.path, status.overview)
      const { today } = this.session
      if (today.gained !== before.gained || today.date !== before.date) this.#keeping.changed()
    }
    void this.search.follow(status.path)
    if (before?.save === 'saved' || status.save !== 'saved') return
    this.#keeping.changed()
    if (this.files.value && !this.isMemory(status.path) && !this.files.value.some(({ path }) => path === status.path)) {
      void this.files.load()
    }
    // Known here already: to ask again would have every file of the project counted after each pause.
    this.files.value = this.files.value?.map((file) =>
      file.path === status.path ? { ...file, units: status.units ?? file.units } : file,
    )
  }

  /** Makes an empty manuscript and opens it, or a folder; returns whether it is there. */
  create(path: string, folder: boolean): Promise<boolean> {
    return this.notices.attempt(async () => {
      const made = await this.host.createFile(path, folder)
      this.#listAgain()
      if (!folder) await this.openFile(made)
    })
  }

  /** Gives a file or a folder another name or place; what is open goes along. */
  async rename(from: string, to: string): Promise<void> {
    await this.notices.attempt(async () => {
      // What is not on the disk goes there first, so that nothing is written under the old name afterwards.
      await Promise.all(this.#manuscripts.below(from).map((manuscript) => manuscript.save()))
      this.#move(from, await this.host.renameFile(from, to))
    })
  }

  /** Puts a file or a folder into the trash, with a way back in the notice. */
  async remove(path: string): Promise<void> {
    await this.notices.attempt(async () => {
      const open = this.#manuscripts.below(path)
      // What cannot be saved would be lost with the file.
      await Promise.all(open.map((manuscript) => manuscript.leave()))
      const { page } = this
      await this.host.removeFile(path)
      for (const each of open) this.#statuses.delete(each.path)
      this.#manuscripts.discard(path)
      for (const tab of this.openFiles.tabs) if (tab === path || tab.startsWith(`${path}/`)) this.openFiles.close(tab)
      this.#keeping.changed()
      const back = page && open.includes(page) ? page.path : null
      if (back) {
        this.#turn += 1
        this.page = null
        const [before] = this.openFiles.recent
        if (before !== undefined) await this.#turnTo(before)
      }
      this.#listAgain()
      this.notices.tell(() => listWords.removed(fileName(path)), {
        label: () => listWords.bringBack,
        run: () =>
          void this.notices.attempt(async () => {
            await this.host.restoreFile(path)
            this.#listAgain()
            if (back) await this.openFile(back)
          }),
      })
    })
  }

  /** Merges a copy in conflict into its original, which is opened for it. The copy goes only at her word. */
  async mergeCopy(copy: string, original: string): Promise<void> {
    await this.openFile(original)
    const { page } = this
    if (page?.path !== original) return
    await this.notices.attempt(async () => {
      await Promise.all(this.#manuscripts.below(copy).map((manuscript) => manuscript.save()))
      const open = await page.mergeCopy(copy)
      this.notices.tell(() => listWords.copyMerged(fileName(original), open), {
        label: () => listWords.removeCopy,
        run: () => void this.remove(copy),
      })
    })
  }

  /** Follows the host until the returned function is called. */
  async listen(): Promise<Unlisten> {
    const ends = await Promise.all([
      this.host.onMemoryChanged((change) => {
        // A refusal or an import changes no text and is something to learn from all the same.
        if (change.episodes) this.#idle.awake()
        void this.memory.refresh(change)
      }),
      this.host.onDistillProgress((progress) => {
        if (progress.projectId === this.project?.id) void this.memory.learning.follow(progress)
      }),
      this.host.onFileChanged(({ path }) => {
        void this.#manuscripts.follow(path)
        void this.search.follow(path)
        if (this.isMemory(path)) void this.memory.files.load()
        else this.#listAgain()
      }),
      this.host.onFileMoved(({ from, to }) => {
        const isOpen = this.openFiles.tabs.some((path) => path === from || path.startsWith(`${from}/`))
        this.#move(from, to)
        // What stands open may be the page before her; of the others the list says enough.
        if (isOpen) this.notices.tell(() => listWords.followed(fileName(from), to))
      }),
      this.host.onOpen(({ folder, file }) => void this.open(folder, file)),
      this.host.onCloseRequested(() => this.close()),
    ])
    return () => ends.forEach((end) => end())
  }

  /**
   * Saves before the window closes. What cannot be saved keeps the window open once and says what and why; closing
   * again leaves, since a full disk must not lock the writer in.
   */
  async close(): Promise<void> {
    try {
      await this.#leave()
      await this.#keeping.now()
    } catch (reason) {
      if (this.#warned) return
      this.#warned = true
      const fault = asFault(reason)
      const names = this.#paths(isUnsaved).map(fileName)
      this.notices.tell(() => t.closeAgain(names, sayFault(fault)))
      throw reason
    }
  }

  /** Closes the window on the writer's word, as its frame does. */
  async quit(): Promise<void> {
    const isDone = await this.close().then(() => true, () => false)
    if (isDone) await this.host.closeWindow()
  }

  /** Lets what is open go along with a file or a folder that goes by another name now. */
  #move(from: string, to: string): void {
    const moved = (path: string) => (path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path)
    for (const { path } of this.#manuscripts.below(from)) this.#statuses.delete(path)
    for (const path of this.openFiles.tabs) this.openFiles.rename(path, moved(path))
    this.#places = Object.fromEntries(Object.entries(this.#places).map(([path, place]) => [moved(path), place]))
    this.folded = this.folded.map(moved)
    this.session.rename(moved)
    this.#manuscripts.moved(from, to)
    this.#keeping.changed()
    this.#listAgain()
  }

  #listAgain(): void {
    void this.files.load()
    void this.folders.load()
  }

  /** Saves everything; a disk that does not answer has refused. */
  async #leave(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      const fault: Fault = { code: 'IO', message: 'The disk did not answer in time.', details: {} }
      timer = setTimeout(() => reject(fault), PATIENCE)
    })
    try {
      await Promise.race([this.#manuscripts.leave(), silence])
    } finally {
      clearTimeout(timer)
    }
  }

  async #open(open: () => Promise<ProjectView>): Promise<void> {
    if (this.opening) return
    const { page } = this
    this.#turn += 1
    this.opening = true
    this.page = null
    try {
      // The text is out of the writer's hands before it is saved: what is saved then is all there is.
      await tick()
      await this.#leave()
      await this.#keeping.now()
      await this.#show(await open())
    } catch (reason) {
      this.page ??= page
      throw reason
    } finally {
      this.opening = false
    }
  }

  async #turnTo(path: string): Promise<void> {
    const turn = ++this.#turn
    if (path === this.page?.path) return
    await this.notices.attempt(async () => {
      const page = await this.#manuscripts.open(path, this.#places[path])
      if (turn !== this.#turn) return
      this.#put(page)
    })
  }

  /** Puts a manuscript on the page in the place of another, which is forgotten if it came to nothing. */
  #put(page: Manuscript): void {
    const before = this.page
    this.versionsShown = false
    this.page = page
    this.openFiles.visit(page.path)
    if (before && before !== page) this.#forget(before)
    this.#keeping.changed()
  }

  /** Forgets a manuscript that has neither a file nor text. */
  #forget(manuscript: Manuscript): void {
    if (!this.#manuscripts.forget(manuscript)) return
    this.openFiles.close(manuscript.path)
    this.#statuses.delete(manuscript.path)
  }

  async #show(project: ProjectView): Promise<void> {
    const workspace = await this.#workspaceOf(project)
    this.#manuscripts.stop()
    this.search.stop()
    this.#statuses.clear()
    this.#manuscripts = this.#newManuscripts()
    this.memory = this.#newMemory()
    this.files = this.#newFiles()
    this.files.value = project.files
    this.folders = this.#newFolders()
    void this.folders.load()
    // A project of many files is opened before they are counted.
    if (project.files.some(({ units }) => units === null)) void this.files.load()
    this.search = this.#newSearch()
    this.unrecorded = null
    this.project = project
    this.page = null
    this.session.begin(workspace.day, workspace.targets)
    this.layout.wide = workspace
    this.folded = workspace.folded
    this.openFiles.begin(workspace.open.map(({ path }) => path))
    this.#places = Object.fromEntries(workspace.open.map(({ path, ...place }) => [path, place]))
    this.#keeping.drop()
    for (const notice of project.notices) this.notices.tell(() => t.notice[notice.kind](notice.path))
    const first = workspace.current ?? firstToRead(project.files, locale.current)?.path
    const { memory } = this
    const recovering = this.#recover()
    await Promise.all([first !== undefined && this.#turnTo(first), memory.load()])
    await recovering
    // What an earlier session left behind waits for no further act.
    if (memory === this.memory && memory.learning.view.value?.pending) this.#idle.awake()
  }

  /** Returns how the writer left a project, as far as its files are still there. */
  async #workspaceOf({ files, first }: ProjectView): Promise<Workspace> {
    const kept = await this.host.workspace().catch(() => UNKNOWN)
    const isThere = (path: string | null) => files.some((file) => file.path === path)
    const current = [first, kept.current].find(isThere) ?? null
    return { ...kept, open: kept.open.filter(({ path }) => isThere(path)), current }
  }

  #workspace(): Workspace {
    const { filesShown, panelShown } = this.layout.wide
    const nowhere = { anchor: 0, head: 0, top: 0 }
    // A desk opens on manuscripts: memory files come and go by themselves.
    const paths = this.openFiles.tabs.filter((path) => !this.isMemory(path))
    return {
      open: paths.map((path) => ({ path, ...(this.#manuscripts.get(path)?.place ?? this.#places[path] ?? nowhere) })),
      current: this.openFiles.recent.find((path) => paths.includes(path)) ?? null,
      folded: [...this.folded],
      filesShown,
      panelShown,
      targets: { ...this.session.fileTargets },
      day: this.session.today,
    }
  }

  /** Brings back what an earlier session left unsaved, in whichever file. */
  async #recover(): Promise<void> {
    const manuscripts = this.#manuscripts
    await this.notices.attempt(async () => {
      const paths = await manuscripts.recover()
      const elsewhere = paths.filter((path) => path !== this.page?.path)
      if (manuscripts === this.#manuscripts && elsewhere.length > 0) this.notices.tell(() => t.recovered(elsewhere.map(fileName)))
    })
  }

  #newMemory(): Memory {
    return new Memory(this.host, this.notices)
  }

  #newFiles(): Resource<FileEntry[]> {
    return new Resource(() => this.host.listFiles())
  }

  #newFolders(): Resource<string[]> {
    return new Resource(() => this.host.listFolders())
  }

  #newSearch(): ProjectSearch {
    return new ProjectSearch({
      host: this.host,
      files: () => this.listed,
      open: (path) => this.#manuscripts.get(path),
      follow: (path) => void this.#manuscripts.follow(path),
    })
  }

  #newManuscripts(): Manuscripts {
    const listeners = {
      onChange: (manuscript: Manuscript) => this.follow(statusOf(manuscript)),
      onEdit: () => {
        this.#warned = false
        this.#idle.awake()
      },
      onUnrecorded: (fault: Fault | null) => (this.unrecorded = fault),
      onUnjournalled: (fault: Fault | null) => {
        // Said once: saving goes on, and tells of itself.
        if (fault && !this.#unjournalled) this.notices.tell(() => t.unjournalled(sayFault(fault)))
        this.#unjournalled = fault !== null
      },
      onUnkept: (fault: Fault) => this.notices.tell(() => t.unkept(sayFault(fault))),
      onFollow: (manuscript: string, target: string) => void this.followLink(manuscript, target),
    }
    const manuscripts = new Manuscripts(
      this.host,
      listeners,
      (id) => this.memory.rules.textOf(id),
      (path) => this.isMemory(path),
      () => this.preferences.settings.ai,
      this.speller,
      this.stylist,
      (skill) => keyOfSkill(skill, this.preferences.settings.keys),
    )
    manuscripts.configure(this.preferences.settings.writing)
    return manuscripts
  }

  #paths(which: (status: EditorStatus) => boolean): string[] {
    return [...this.#statuses.values()].filter(which).map(({ path }) => path)
  }
}
