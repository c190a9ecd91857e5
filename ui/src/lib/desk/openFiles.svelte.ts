/** The files that stand open, in the order of their tabs, and in which order the writer was at them. */
export class OpenFiles {
  #tabs = $state.raw<readonly string[]>([])
  /** The one she was at last comes last. */
  #visited: string[] = []

  get tabs(): readonly string[] {
    return this.#tabs
  }

  /** The files she was at, the last one first. */
  get recent(): readonly string[] {
    return this.#visited.toReversed()
  }

  begin(tabs: readonly string[]): void {
    this.#tabs = once(tabs)
    this.#visited = [...this.#tabs]
  }

  /** Takes that she is at a file; a new one stands behind the one she comes from. */
  visit(path: string): void {
    if (!this.#tabs.includes(path)) {
      const from = this.#tabs.indexOf(this.#visited.at(-1) ?? '')
      this.#tabs = from < 0 ? [...this.#tabs, path] : this.#tabs.toSpliced(from + 1, 0, path)
    }
    this.#visited = [...this.#visited.filter((each) => each !== path), path]
  }

  /** Takes a file away; returns the one she was at before it, if any is left. */
  close(path: string): string | null {
    this.#tabs = this.#tabs.filter((each) => each !== path)
    this.#visited = this.#visited.filter((each) => each !== path)
    return this.#visited.at(-1) ?? null
  }

  /** Takes that a file has another name. */
  rename(from: string, to: string): void {
    const renamed = (each: string) => (each === from ? to : each)
    this.#tabs = once(this.#tabs.map(renamed))
    this.#visited = once(this.#visited.map(renamed))
  }

  /** Returns the tab so many places on from a file, around the end. */
  beside(path: string | null, step: 1 | -1): string | null {
    const at = this.#tabs.indexOf(path ?? '')
    if (at < 0) return this.#tabs[0] ?? null
    return this.#tabs[(at + step + this.#tabs.length) % this.#tabs.length] ?? null
  }
}

const once = (paths: readonly string[]) => paths.filter((path, at) => paths.indexOf(path) === at)
