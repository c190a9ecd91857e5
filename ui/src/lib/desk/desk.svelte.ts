import { tick } from 'svelte'
import { keyOfSkill } from '$lib/candidates'
import {
  fileNamed,
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
import { saidOf } from '$lib/text/frontMatter'
import { Chapters } from './chapters'
import { Idle } from './idle'
import { Keeping } from './keeping'
import { Layout } from './layout.svelte'
import { t } from './messages'
import { Pages } from './pages.svelte'
import { ProjectFiles } from './projectFiles.svelte'
import { Session } from './session.svelte'
import { Surfaces } from './surfaces.svelte'
import { stillThere } from './workspace'

/**
 * Time limit for saving all unsaved text, in milliseconds. After it the writer is told that the disk does not answer.
 */
const PATIENCE = 5_000

/** The file with the order of the chapters. */
const ORDER_FILE = 'manuscripts.toml'

/** The longest front matter that the list follows, in characters. */
const FRONT_MATTER = 10_000

/** The desk: the open project, the objects that belong to it, and its state between two sessions. */
export class Desk {
  readonly notices = new Notices()
  readonly preferences: Preferences
  readonly session = new Session(() => this.preferences.settings.writing)
  readonly layout = new Layout(() => this.#keeping.changed())
  readonly surfaces = new Surfaces()
  /** The writer's acts on chapters. */
  readonly chapters = new Chapters(this)
  /** Spelling for all manuscripts. Ignored words stay ignored until the desk is closed. */
  readonly speller: Speller
  /** Style check for all manuscripts. Ignored remarks stay ignored until the desk is closed. */
  readonly stylist: Stylist

  /** False until the desk knows whether there is a project to open. */
  started = $state(false)
  project = $state.raw<ProjectView | null>(null)
  /** Another project is being opened. */
  opening = $state(false)
  /** The reason why the last choice is not in the journal yet. */
  unrecorded = $state.raw<Fault | null>(null)

  // Created anew for each project, so that no data of one project is shown or saved in another.
  memory: Memory
  pages: Pages
  files: ProjectFiles
  /** Find and replace across all manuscripts. */
  search: ProjectSearch

  /**
   * Starts learning when the writer is idle. The core decides whether there is anything to learn and reports a failure
   * itself.
   */
  readonly #idle = new Idle(() => void this.host.distill('idle').catch(() => {}))
  readonly #keeping = new Keeping(() => this.host.keepWorkspace(this.#workspace()))
  /** The open project is being left. Its page stays empty, so that no text is typed between two projects. */
  #leaving = false
  /** The writer has been told that the window closes with unsaved text. */
  #warned = false
  /** The writer has been told that her typing is in no crash journal. */
  #unjournalled = false

  constructor(readonly host: Host) {
    this.preferences = new Preferences(host, (reason) => this.notices.report(reason), (copy) => this.notices.tell(() => t.settingsSetAside(copy)))
    this.speller = new Speller(host, () => this.preferences.settings.writing.english, {
      onFault: (reason) => this.notices.report(reason),
      onNothing: (why) => this.notices.mention(() => spellingWords.nothing[why]),
    })
    this.stylist = new Stylist(host, () => this.preferences.settings.writing.english, (reason) => this.notices.report(reason))
    this.memory = $state.raw(this.#newMemory())
    this.pages = $state.raw(this.#newPages([]))
    this.files = $state.raw(this.#newFiles(undefined, []))
    this.search = $state.raw(this.#newSearch())
  }

  /** Returns whether a path lies in the memory root. A memory file is no prose of the writer's. */
  isMemory(path: string): boolean {
    return this.project !== null && path.startsWith(`${this.project.memoryRoot}/`)
  }

  /** Opens the last project. */
  async start(): Promise<void> {
    await this.preferences.load()
    await this.notices.attempt(async () => {
      const project = await this.host.currentProject()
      if (project) await this.#show(project)
    })
    this.started = true
  }

  /** Lets the writer pick a folder and opens it as a project. */
  async pick(): Promise<void> {
    await this.notices.attempt(async () => {
      const path = await this.host.pickProject()
      if (path !== null) await this.#open(() => this.host.openProject(path))
    })
  }

  /** Opens a folder as a project, and a file in it if given. */
  async open(path: string, file: string | null = null): Promise<void> {
    if (path === this.project?.root) return file === null ? undefined : this.openFile(file)
    await this.notices.attempt(() => this.#open(async () => ({ ...(await this.host.openProject(path)), first: file })))
  }

  async openSample(): Promise<void> {
    await this.notices.attempt(() => this.#open(() => this.host.openSample()))
  }

  /** Moves the memory of the project to another folder inside it. If this fails, the project is reopened unchanged. */
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

  /** Shows a file on the page. The page stays as it is if the file cannot be read. */
  async openFile(path: string): Promise<void> {
    if (!this.#leaving) await this.pages.open(path)
  }

  /** Applies the setting for suggestions and learning to all open manuscripts. */
  assist(): void {
    this.pages.manuscripts.assist()
  }

  /** Saves all open text, for a reader of the files on the disk such as the export. */
  saveAll(): Promise<void> {
    return this.#leave()
  }

  /** Shows or folds the file list. It takes the place of the search panel, which closes. */
  toggleFiles(shown = this.search.shown || !this.layout.filesShown): void {
    this.search.hide()
    if (shown !== this.layout.filesShown) this.layout.toggleFiles()
  }

  /**
   * Shows an empty page. It becomes a file with its first character, beside the manuscript that was on the page.
   * Without any character no file is created.
   */
  newManuscript(): void {
    if (!this.project || this.#leaving) return
    const { current, statuses } = this.pages
    const folder = current && !this.isMemory(current.path) ? parentOf(current.path) : ''
    const taken = [...this.files.listed, ...statuses].map(({ path }) => path)
    this.pages.create(freeName(folder, t.untitled, taken))
  }

  /** Applies the page settings to all open manuscripts. */
  configure(): void {
    this.pages.manuscripts.configure(this.preferences.settings.writing)
  }

  /** Sets or removes a target: of the file on the page, of the book, of each session, or of each day. */
  async aim(which: keyof Targets, target: number | undefined): Promise<void> {
    const { writing } = this.preferences.settings
    if (which === 'session') await this.preferences.change({ writing: { ...writing, sessionTarget: target ?? 0 } })
    else if (which === 'day') await this.preferences.change({ writing: { ...writing, dayTarget: target ?? 0 } })
    else if (which === 'book') {
      this.session.aimAtBook(target)
      this.#keeping.changed()
    } else if (this.pages.current) {
      this.session.aimAt(this.pages.current.path, target)
      this.#keeping.changed()
    }
  }

  /**
   * Follows a link in a manuscript. A file of the project opens. A web address is copied to the clipboard and never
   * loaded.
   */
  async followLink(manuscript: string, target: string): Promise<void> {
    if (isAddress(target)) {
      const copied = await navigator.clipboard.writeText(target).then(
        () => true,
        () => false,
      )
      if (copied) this.notices.mention(() => t.copied(target))
      else this.notices.tell(() => t.notCopied(target))
      return
    }
    const path = fileOf(target, manuscript)
    const found = this.files.listed.find((file) => file.path === path)?.path ?? fileNamed(target, manuscript, this.files.listed.map(({ path }) => path))
    if (found) await this.openFile(found)
    else this.notices.tell(() => t.leadsNowhere(target))
  }

  /** Takes the new status of a manuscript. */
  follow(status: EditorStatus): void {
    const before = this.pages.take(status)
    if (status.overview && !this.isMemory(status.path)) {
      const { written, pasted } = status.overview
      if (this.session.count(status.path, { written, pasted })) this.#keeping.changed()
    }
    void this.search.follow(status.path)
    if (before?.save === 'saved' || status.save !== 'saved') return
    this.#keeping.changed()
    const text = this.pages.manuscripts.get(status.path)?.state.sliceDoc(0, FRONT_MATTER) ?? ''
    this.files.saved(status.path, status.length, saidOf(status.path, text))
  }

  /** Subscribes to the events of the host. The returned function ends all subscriptions. */
  async listen(): Promise<Unlisten> {
    const ends = await Promise.all([
      this.host.onMemoryChanged((change) => {
        // A refusal or an import changes no text, but is an episode to learn from.
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
        if (path === ORDER_FILE) void this.#followOrder()
      }),
      this.host.onFileMoved(({ from, to }) => {
        const isOpen = this.pages.openFiles.tabs.some((path) => path === from || path.startsWith(`${from}/`))
        this.files.moved(from, to)
        // The notice is needed for an open file, which may be on the page. For all other files the list shows the new
        // name.
        if (isOpen) this.notices.tell(() => listWords.followed(fileName(from), to))
      }),
      this.host.onOpen(({ folder, file }) => void this.open(folder, file)),
      this.host.onCloseRequested(() => this.close()),
    ])
    return () => ends.forEach((end) => end())
  }

  /** Tells at once if another program broke the file with the order of the chapters: the list shows another order. */
  async #followOrder(): Promise<void> {
    const project = await this.host.currentProject().catch(() => null)
    if (!project || project.root !== this.project?.root) return
    const say = () => t.notice.order_unusable(ORDER_FILE, 1)
    this.notices.withdraw(say)
    if (project.notices.some(({ kind }) => kind === 'order_unusable')) this.notices.tell(say)
  }

  /**
   * Saves before the window closes. A file that cannot be saved keeps the window open once, and a notice names the file
   * and the reason. A second attempt closes anyway: a full disk must not lock the writer in.
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

  /** Closes the window by command, in the same way as its close button. */
  async quit(): Promise<void> {
    const isDone = await this.close().then(() => true, () => false)
    if (isDone) await this.host.closeWindow()
  }

  /** Saves all open text. A disk that does not answer within `PATIENCE` counts as a failure. */
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
    this.#leaving = true
    pages.clear()
    try {
      // Waits until the page is out of view. No key can change the text after this save.
      await tick()
      await this.#leave()
      await this.#keeping.now()
      await this.#show(await open())
      // The core has put the project first among those opened lately.
      void this.preferences.load()
    } catch (reason) {
      this.pages.current ??= current
      throw reason
    } finally {
      this.opening = false
      this.#leaving = false
    }
  }

  /** Whether the desk offers, watches and learns: it is turned on, and the memory of the project can be changed. */
  get assists(): boolean {
    return this.preferences.settings.ai && (this.project === null || this.project.access === 'full')
  }

  async #show(project: ProjectView): Promise<void> {
    const workspace = stillThere(await this.host.workspace().catch(() => DEFAULT_WORKSPACE), project)
    this.pages.manuscripts.stop()
    this.search.stop()
    this.project = project
    this.pages = this.#newPages(workspace.open)
    this.#leaving = false
    this.memory = this.#newMemory()
    this.files = this.#newFiles(project.files, workspace.folded)
    void this.files.folders.load()
    // A large project is opened before its files are counted; the list is then loaded again with the counts.
    if (project.files.some(({ length }) => length === null)) void this.files.all.load()
    this.search = this.#newSearch()
    this.unrecorded = null
    this.session.begin(workspace.days, workspace.targets, workspace.bookTarget)
    this.layout.wide = workspace
    this.#keeping.drop()
    for (const notice of project.notices) this.notices.tell(() => t.notice[notice.kind](notice.path, notice.count))
    const first = workspace.current ?? firstToRead(project.files, locale.current)?.path
    const { memory } = this
    const recovering = this.#recover()
    await Promise.all([first !== undefined && this.pages.open(first), memory.load()])
    await recovering
    // Episodes of an earlier session wait already. Learning starts after the usual idle time, without another event.
    if (memory === this.memory && memory.learning.view.value?.pending) this.#idle.awake()
  }

  #workspace(): Workspace {
    const { filesShown, panelShown } = this.layout.wide
    const { openFiles } = this.pages
    // Only manuscripts are reopened in the next session. A memory file may change or vanish meanwhile.
    const paths = openFiles.tabs.filter((path) => !this.isMemory(path))
    return {
      open: paths.map((path) => ({ path, ...this.pages.placeOf(path) })),
      current: openFiles.recent.find((path) => paths.includes(path)) ?? null,
      folded: [...this.files.folded],
      filesShown,
      panelShown,
      targets: { ...this.session.fileTargets },
      bookTarget: this.session.bookTarget ?? null,
      days: [...this.session.days],
    }
  }

  /** Restores the unsaved text of an earlier session in all files. */
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
    const context = {
      host: this.host,
      notices: this.notices,
      pages: this.pages,
      isMemory: (path: string) => this.isMemory(path),
      open: (path: string) => this.openFile(path),
      onMove: (renamed: (path: string) => string) => this.session.rename(renamed),
      onFold: () => this.#keeping.changed(),
    }
    return new ProjectFiles(context, files, folded)
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
      onOffer: () => this.#keeping.changed(),
      onUnrecorded: (fault: Fault | null) => (this.unrecorded = fault),
      onUnjournalled: (fault: Fault | null) => {
        // Told once: every save tries again, and a failed save has a notice of its own.
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
      () => this.assists,
      (what) => this.project === null || this.project.access === 'full' || (this.project.access === 'no_memory' && what === 'manuscripts'),
      this.speller,
      this.stylist,
      (skill) => keyOfSkill(skill, this.preferences.settings.keys),
    )
    manuscripts.configure(this.preferences.settings.writing)
    return manuscripts
  }
}
