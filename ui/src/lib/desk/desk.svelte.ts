import { tick } from 'svelte'
import { keyOfSkill } from '$lib/candidates'
import {
  fileOf,
  isAddress,
  Manuscripts,
  Speller,
  Stylist,
  spellingWords,
  statusOf,
  type EditorStatus,
  type Manuscript,
  type Targets,
} from '$lib/editor'
import { asFault, DEFAULT_WORKSPACE, type Fault, type FileEntry, type Host, type ProjectView, type Unlisten, type Workspace } from '$lib/host'
import { locale, sayFault } from '$lib/i18n'
import { t as listWords } from '$lib/library/messages'
import { fileName, firstToRead, freeName, parentOf } from '$lib/library/tree'
import { Notices } from '$lib/notices/notices.svelte'
import { Memory } from '$lib/panel/memory.svelte'
import { ProjectSearch } from '$lib/search/search.svelte'
import { Preferences } from '$lib/settings/preferences.svelte'
import { Idle } from './idle'
import { Keeping } from './keeping'
import { Layout } from './layout.svelte'
import { t } from './messages'
import { Pages } from './pages.svelte'
import { ProjectFiles } from './projectFiles.svelte'
import { Session } from './session.svelte'
import { Surfaces } from './surfaces.svelte'
import { stillThere } from './workspace'

/** How long a disk may take to save all that is unsaved before the writer hears of it, in milliseconds. */
const PATIENCE = 5_000

/** The desk: which project is open on it, what goes with that project, and how it is left and come back to. */
export class Desk {
  readonly notices = new Notices()
  readonly preferences: Preferences
  readonly session = new Session(() => this.preferences.settings.writing)
  readonly layout = new Layout(() => this.#keeping.changed())
  readonly surfaces = new Surfaces()
  /** The spelling of every manuscript; what is ignored is so until the desk is closed. */
  readonly speller: Speller
  /** The style check of every manuscript; what is left alone is so until the desk is closed. */
  readonly stylist: Stylist

  /** False until it is known whether there is a project to show. */
  started = $state(false)
  project = $state.raw<ProjectView | null>(null)
  /** Another project is on its way; the page is empty, so that nothing is typed between the two. */
  opening = $state(false)
  /** Why the last choice is not in the journal yet. */
  unrecorded = $state.raw<Fault | null>(null)

  // One of each for every project, so that nothing of one is shown or saved in another.
  memory: Memory
  pages: Pages
  files: ProjectFiles
  /** Finding and replacing in every manuscript. */
  search: ProjectSearch

  /** Learns when there is time; whether there is anything to learn is the core's to know, and a failure is pushed. */
  readonly #idle = new Idle(() => void this.host.distill('idle').catch(() => {}))
  readonly #keeping = new Keeping(() => this.host.keepWorkspace(this.#workspace()))
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
    this.pages = $state.raw(this.#newPages([]))
    this.files = $state.raw(this.#newFiles(undefined, []))
    this.search = $state.raw(this.#newSearch())
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
    if (!this.opening) await this.pages.open(path)
  }

  /** Takes that the writer turned suggestions and learning on or off. */
  assist(): void {
    this.pages.manuscripts.assist()
  }

  /** Saves everything that is open, for what reads it from the disk. */
  saveAll(): Promise<void> {
    return this.#leave()
  }

  /** Shows the file list, also in the place of the search, or folds it. */
  toggleFiles(shown = this.search.shown || !this.layout.filesShown): void {
    this.search.hide()
    if (shown !== this.layout.filesShown) this.layout.toggleFiles()
  }

  /**
   * Puts an empty page in view. It becomes a file with its first character, beside the manuscript that was on the page,
   * and leaves nothing behind where none is typed.
   */
  newManuscript(): void {
    if (!this.project || this.opening) return
    const { current, statuses } = this.pages
    const folder = current && !this.isMemory(current.path) ? parentOf(current.path) : ''
    const taken = [...this.files.listed, ...statuses].map(({ path }) => path)
    this.pages.create(freeName(folder, t.untitled, taken))
  }

  /** Takes that the writer set the page differently. */
  configure(): void {
    this.pages.manuscripts.configure(this.preferences.settings.writing)
  }

  /** Sets a target, or takes it away: that of the file on the page, or that of every session or day. */
  async aim(which: keyof Targets, target: number | undefined): Promise<void> {
    const { writing } = this.preferences.settings
    if (which === 'session') await this.preferences.change({ writing: { ...writing, sessionTarget: target ?? 0 } })
    else if (which === 'day') await this.preferences.change({ writing: { ...writing, dayTarget: target ?? 0 } })
    else if (this.pages.current) {
      this.session.aimAt(this.pages.current.path, target)
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
    if (path && this.files.listed.some((file) => file.path === path)) await this.openFile(path)
    else this.notices.tell(() => t.leadsNowhere(target))
  }

  /** Takes what is new of a manuscript. */
  follow(status: EditorStatus): void {
    const before = this.pages.take(status)
    if (status.overview && !this.isMemory(status.path)) {
      const before = this.session.today
      this.session.count(status.path, status.overview)
      const { today } = this.session
      if (today.gained !== before.gained || today.date !== before.date) this.#keeping.changed()
    }
    void this.search.follow(status.path)
    if (before?.save === 'saved' || status.save !== 'saved') return
    this.#keeping.changed()
    this.files.saved(status.path, status.units)
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
        void this.pages.manuscripts.follow(path)
        void this.search.follow(path)
        if (this.isMemory(path)) void this.memory.files.load()
        else this.files.load()
      }),
      this.host.onFileMoved(({ from, to }) => {
        const isOpen = this.pages.openFiles.tabs.some((path) => path === from || path.startsWith(`${from}/`))
        this.files.moved(from, to)
        // What stands open may be the page before her; of the others the list says enough.
        if (isOpen) this.notices.tell(() => listWords.followed(fileName(from), to))
      }),
      this.host.onOpen(({ folder, file }) => void this.open(folder, file)),
      this.host.onCloseRequested(() => this.close()),
    ])
    return () => ends.forEach((end) => end())
  }

  /**
   * Saves before the window closes. A file that cannot be saved keeps the window open once, and a notice names the file
   * and the reason. Closing again leaves, since a full disk must not lock the writer in.
   */
  async close(): Promise<void> {
    try {
      await this.#leave()
      await this.#keeping.now()
    } catch (reason) {
      if (this.#warned) return
      this.#warned = true
      const fault = asFault(reason)
      const names = this.pages.unsaved.map(fileName)
      this.notices.tell(() => t.closeAgain(names, sayFault(fault)))
      throw reason
    }
  }

  /** Closes the window on the writer's word, as its frame does. */
  async quit(): Promise<void> {
    const isDone = await this.close().then(() => true, () => false)
    if (isDone) await this.host.closeWindow()
  }

  /** Saves everything; a disk that does not answer has refused. */
  async #leave(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      const fault: Fault = { code: 'IO', message: 'The disk did not answer in time.', details: {} }
      timer = setTimeout(() => reject(fault), PATIENCE)
    })
    try {
      await Promise.race([this.pages.manuscripts.leave(), silence])
    } finally {
      clearTimeout(timer)
    }
  }

  async #open(open: () => Promise<ProjectView>): Promise<void> {
    if (this.opening) return
    const { pages } = this
    const { current } = pages
    this.opening = true
    pages.clear()
    try {
      // The text is out of the writer's hands before it is saved: what is saved then is all there is.
      await tick()
      await this.#leave()
      await this.#keeping.now()
      await this.#show(await open())
    } catch (reason) {
      this.pages.current ??= current
      throw reason
    } finally {
      this.opening = false
    }
  }

  async #show(project: ProjectView): Promise<void> {
    const workspace = stillThere(await this.host.workspace().catch(() => DEFAULT_WORKSPACE), project)
    this.pages.manuscripts.stop()
    this.search.stop()
    this.project = project
    this.pages = this.#newPages(workspace.open)
    this.memory = this.#newMemory()
    this.files = this.#newFiles(project.files, workspace.folded)
    void this.files.folders.load()
    // A project of many files is opened before they are counted.
    if (project.files.some(({ units }) => units === null)) void this.files.all.load()
    this.search = this.#newSearch()
    this.unrecorded = null
    this.session.begin(workspace.day, workspace.targets)
    this.layout.wide = workspace
    this.#keeping.drop()
    for (const notice of project.notices) this.notices.tell(() => t.notice[notice.kind](notice.path, notice.count))
    const first = workspace.current ?? firstToRead(project.files, locale.current)?.path
    const { memory } = this
    const recovering = this.#recover()
    await Promise.all([first !== undefined && this.pages.open(first), memory.load()])
    await recovering
    // What an earlier session left behind waits for no further act.
    if (memory === this.memory && memory.learning.view.value?.pending) this.#idle.awake()
  }

  #workspace(): Workspace {
    const { filesShown, panelShown } = this.layout.wide
    const { openFiles } = this.pages
    // A desk opens on manuscripts: memory files come and go by themselves.
    const paths = openFiles.tabs.filter((path) => !this.isMemory(path))
    return {
      open: paths.map((path) => ({ path, ...this.pages.placeOf(path) })),
      current: openFiles.recent.find((path) => paths.includes(path)) ?? null,
      folded: [...this.files.folded],
      filesShown,
      panelShown,
      targets: { ...this.session.fileTargets },
      day: this.session.today,
    }
  }

  /** Brings back what an earlier session left unsaved, in whichever file. */
  async #recover(): Promise<void> {
    const { pages } = this
    await this.notices.attempt(async () => {
      const paths = await pages.manuscripts.recover()
      const elsewhere = paths.filter((path) => path !== pages.current?.path)
      if (pages === this.pages && elsewhere.length > 0) this.notices.tell(() => t.recovered(elsewhere.map(fileName)))
    })
  }

  #newMemory(): Memory {
    return new Memory(this.host, this.notices)
  }

  #newPages(open: Workspace['open']): Pages {
    return new Pages(this.#newManuscripts(), open, this.notices, () => this.#keeping.changed())
  }

  #newFiles(files: FileEntry[] | undefined, folded: readonly string[]): ProjectFiles {
    const around = {
      host: this.host,
      notices: this.notices,
      pages: this.pages,
      isMemory: (path: string) => this.isMemory(path),
      open: (path: string) => this.openFile(path),
      onMove: (renamed: (path: string) => string) => this.session.rename(renamed),
      onFold: () => this.#keeping.changed(),
    }
    return new ProjectFiles(around, files, folded)
  }

  #newSearch(): ProjectSearch {
    return new ProjectSearch({
      host: this.host,
      files: () => this.files.listed,
      open: (path) => this.pages.manuscripts.get(path),
      follow: (path) => void this.pages.manuscripts.follow(path),
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
}
