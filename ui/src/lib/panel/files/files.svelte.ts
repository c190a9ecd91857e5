import { SvelteSet } from 'svelte/reactivity'
import type { Document, FileStory, Host, LineOrigin, MemoryFile } from '$lib/host'
import { Resource } from '$lib/ui/resource.svelte'
import type { FileGroupName } from './groups'

/** The views of an open memory file: its text or its history. */
export type FileView = 'text' | 'history'

/** The files of the memory root, and the open file. */
export class MemoryFiles {
  readonly all: Resource<MemoryFile[]>
  /** Groups of which all files are shown. */
  readonly unfolded = new SvelteSet<FileGroupName>()
  #reading = $state<string | null>(null)
  #view = $state<FileView>('text')
  #document = $state.raw<Resource<Document> | null>(null)
  #story = $state.raw<Resource<FileStory> | null>(null)
  /** The run whose change the writer wants to see. */
  #run = $state<string | null>(null)

  constructor(private readonly host: Host) {
    this.all = new Resource(() => host.memoryFiles())
  }

  /** The path of the open file. */
  get reading(): string | null {
    return this.#reading
  }

  get view(): FileView {
    return this.#view
  }

  get document(): Resource<Document> | null {
    return this.#document
  }

  /** The history, loaded only when shown: it reads the stored files of every run. */
  get story(): Resource<FileStory> | null {
    return this.#story
  }

  /** The run whose change is to be scrolled into view in the history. */
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

  /** Shows the history of the open file; with a run, its change is scrolled into view. */
  async tell(run: string | null = null): Promise<void> {
    const path = this.#reading
    if (path === null) return
    this.#view = 'history'
    this.#run = run
    this.#story ??= new Resource(() => this.host.fileStory(path))
    await this.#story.load()
  }

  /** Reports that the requested change is in view, so that a later update does not move the focus. */
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

  /** Returns the origin of a line. */
  origin(line: string): Promise<LineOrigin> {
    return this.host.lineOrigin(line)
  }

  /** Loads the list and the open file again. */
  async load(): Promise<void> {
    await Promise.all([this.all.load(), this.#document?.load(), this.#story?.load()])
  }
}
