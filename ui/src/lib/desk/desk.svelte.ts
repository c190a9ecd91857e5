import type { EditorStatus } from '$lib/editor'
import type { Document, FileEntry, Host, ProjectView, Unlisten } from '$lib/host'
import { Memory } from '$lib/panel/memory.svelte'
import { Preferences } from '$lib/settings/preferences.svelte'
import { Resource } from '$lib/ui/resource.svelte'
import { t } from './messages'
import { Notices } from './notices.svelte'
import { Session } from './session.svelte'

/** What is open: the project, the file on the page, and what is known about both. */
export class Desk {
  readonly notices = new Notices()
  readonly preferences: Preferences
  readonly memory: Memory
  readonly session = new Session()
  readonly files: Resource<FileEntry[]>

  /** False until it is known whether there is a project to show. */
  started = $state(false)
  project = $state.raw<ProjectView | null>(null)
  document = $state.raw<Document | null>(null)
  status = $state.raw<EditorStatus | null>(null)
  /** The folder that was open last time, to be offered where it could not be opened again. */
  lastProject = $state<string | null>(null)

  /** Saves what the editor holds; set by the editor while it stands on the page. */
  flush: () => Promise<void> = async () => {}
  #warned = false

  constructor(private readonly host: Host) {
    this.preferences = new Preferences(host, (reason) => this.notices.report(reason))
    this.memory = new Memory(host, this.notices)
    this.files = new Resource(() => host.listFiles())
  }

  /** Opens what was open last time. */
  async start(): Promise<void> {
    const settings = await this.preferences.load()
    this.lastProject = settings?.lastProject ?? null
    await this.notices.attempt(async () => {
      const project = await this.host.currentProject()
      if (project) await this.#show(project, settings?.lastFile)
    })
    this.started = true
  }

  /** Lets the writer pick a folder and opens it. */
  async pick(): Promise<void> {
    await this.notices.attempt(async () => {
      const path = await this.host.pickProject()
      if (path !== null) await this.#open(path)
    })
  }

  /** Opens a folder. */
  async open(path: string): Promise<void> {
    await this.notices.attempt(() => this.#open(path))
  }

  /** Puts a file on the page; one that cannot be read leaves the page as it is. */
  async openFile(path: string): Promise<void> {
    if (path === this.document?.path) return
    await this.notices.attempt(async () => {
      this.document = await this.host.readFile(path)
    })
    if (this.document?.path === path) await this.notices.attempt(() => this.host.updateSettings({ lastFile: path }))
  }

  /** Takes what the editor says of the file on the page. */
  follow(status: EditorStatus): void {
    const saved = this.status?.save !== 'saved' && status.save === 'saved'
    this.status = status
    if (status.units !== null) this.session.count(status.path, status.units)
    if (!saved) return
    this.#warned = false
    // Known here already: to ask again would have every file of the project counted after each pause.
    this.files.value = this.files.value?.map((file) =>
      file.path === status.path ? { ...file, units: status.units ?? file.units } : file,
    )
  }

  /** Follows the host until the returned function is called. */
  async listen(): Promise<Unlisten> {
    const ends = await Promise.all([
      this.memory.follow(),
      this.host.onFileChanged(() => void this.files.load()),
      this.host.onCloseRequested(() => this.close()),
    ])
    return () => ends.forEach((end) => end())
  }

  /**
   * Saves before the window closes. What cannot be saved keeps the window open once and says why; closing
   * again leaves, since a full disk must not lock the writer in.
   */
  async close(): Promise<void> {
    try {
      await this.flush()
    } catch (reason) {
      if (this.#warned) return
      this.#warned = true
      this.notices.report(reason)
      this.notices.tell(() => t.closeAgain)
      throw reason
    }
  }

  async #open(path: string): Promise<void> {
    await this.flush()
    await this.#show(await this.host.openProject(path), null)
  }

  async #show(project: ProjectView, file: string | null | undefined): Promise<void> {
    this.project = project
    this.document = null
    this.status = null
    this.session.begin()
    this.files.value = project.files
    for (const notice of project.notices) this.notices.tell(() => t.notice[notice.kind](notice.path))
    const first = project.files.find((each) => each.path === file) ?? project.files[0]
    await Promise.all([first && this.openFile(first.path), this.memory.load()])
  }
}
