/** The open files in the order of their tabs, and the order in which the writer visited them. */
export class OpenFiles {
  #tabs = $state.raw<readonly string[]>([])
  /** Paths in the order of the last visit; the current file is the last entry. */
  #visited: string[] = []

  get tabs(): readonly string[] {
    return this.#tabs
  }

  /** The visited files, the most recent first. */
  get recent(): readonly string[] {
    return this.#visited.toReversed()
  }

  begin(tabs: readonly string[]): void {
    this.#tabs = once(tabs)
    this.#visited = [...this.#tabs]
  }

  /** Notes a visit. A new file gets the tab after the file the writer comes from. */
  visit(path: string): void {
    if (!this.#tabs.includes(path)) {
      const from = this.#tabs.indexOf(this.#visited.at(-1) ?? '')
      this.#tabs = from < 0 ? [...this.#tabs, path] : this.#tabs.toSpliced(from + 1, 0, path)
    }
    this.#visited = [...this.#visited.filter((each) => each !== path), path]
  }

  /** Removes a file. Returns the file visited before it, or `null` if none is left. */
  close(path: string): string | null {
    this.#tabs = this.#tabs.filter((each) => each !== path)
    this.#visited = this.#visited.filter((each) => each !== path)
    return this.#visited.at(-1) ?? null
  }

  /** Renames a file. */
  rename(from: string, to: string): void {
    const renamed = (each: string) => (each === from ? to : each)
    this.#tabs = once(this.#tabs.map(renamed))
    this.#visited = once(this.#visited.map(renamed))
  }

  /** Returns the tab `step` places after a file. After the last tab comes the first. */
  beside(path: string | null, step: 1 | -1): string | null {
    const at = this.#tabs.indexOf(path ?? '')
    if (at < 0) return this.#tabs[0] ?? null
    return this.#tabs[(at + step + this.#tabs.length) % this.#tabs.length] ?? null
  }
}

const once = (paths: readonly string[]) => paths.filter((path, at) => paths.indexOf(path) === at)
