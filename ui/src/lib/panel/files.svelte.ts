import type { Document, Host, MemoryFile } from '$lib/host'
import { Resource } from '$lib/ui/resource.svelte'

/** The files of the memory root, and the one being read. */
export class MemoryFiles {
  readonly all: Resource<MemoryFile[]>
  #reading = $state<string | null>(null)
  #document = $state.raw<Resource<Document> | null>(null)

  constructor(private readonly host: Host) {
    this.all = new Resource(() => host.memoryFiles())
  }

  /** The path of the file being read. */
  get reading(): string | null {
    return this.#reading
  }

  get document(): Resource<Document> | null {
    return this.#document
  }

  async read(path: string): Promise<void> {
    this.#reading = path
    this.#document = new Resource(() => this.host.readMemoryFile(path))
    await this.#document.load()
  }

  leave(): void {
    this.#reading = null
    this.#document = null
  }

  /** Asks again for the list and for what is being read. */
  async load(): Promise<void> {
    await Promise.all([this.all.load(), this.#document?.load()])
  }
}
