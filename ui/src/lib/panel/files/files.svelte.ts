import { SvelteSet } from 'svelte/reactivity'
import type { Document, FileStory, Host, LineOrigin, MemoryFile } from '$lib/host'
import { Resource } from '$lib/ui/resource.svelte'
import type { GroupName } from './groups'

/** How the file that is being read is shown: what it says, or how it came to be. */
export type FileView = 'text' | 'history'

/** The files of the memory root, and the one being read. */
export class MemoryFiles {
  readonly all: Resource<MemoryFile[]>
  /** Groups of files that stand open beyond what is shown of them at first. */
  readonly unfolded = new SvelteSet<GroupName>()
  #reading = $state<string | null>(null)
  #view = $state<FileView>('text')
  #document = $state.raw<Resource<Document> | null>(null)
  #story = $state.raw<Resource<FileStory> | null>(null)
  /** The run whose change was asked for. */
  #run = $state<string | null>(null)

  constructor(private readonly host: Host) {
    this.all = new Resource(() => host.memoryFiles())
  }

  /** The path of the file being read. */
  get reading(): string | null {
    return this.#reading
  }

  get view(): FileView {
    return this.#view
  }

  get document(): Resource<Document> | null {
    return this.#document
  }

  /** Asked for when it is looked at: it reads what every run kept. */
  get story(): Resource<FileStory> | null {
    return this.#story
  }

  /** The run in the history to look at first. */
  get run(): string | null {
    return this.#run
  }

  async read(path: string): Promise<void> {
    this.#reading = path
    this.#view = 'text'
    this.#story = null
    this.#document = new Resource(() => this.host.readMemoryFile(path))
    await this.#document.load()
  }

  /** Shows how the file came to be; with a run, that change of it. */
  async tell(run: string | null = null): Promise<void> {
    const path = this.#reading
    if (path === null) return
    this.#view = 'history'
    this.#run = run
    this.#story ??= new Resource(() => this.host.fileStory(path))
    await this.#story.load()
  }

  /** Says that the change asked for is in view: the next answer leaves the focus where it is. */
  arrived(): void {
    this.#run = null
  }

  showText(): void {
    this.#view = 'text'
  }

  leave(): void {
    this.#reading = null
    this.#document = null
    this.#story = null
  }

  /** Returns why a line stands in a file. */
  origin(line: string): Promise<LineOrigin> {
    return this.host.lineOrigin(line)
  }

  /** Asks again for the list and for what is being read. */
  async load(): Promise<void> {
    await Promise.all([this.all.load(), this.#document?.load(), this.#story?.load()])
  }
}
