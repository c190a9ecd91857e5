/** What was written since the project was opened, over every file that was on the page. */
export class Session {
  #files = $state<Record<string, { first: number; last: number }>>({})

  readonly gain = $derived(Object.values(this.#files).reduce((sum, { first, last }) => sum + last - first, 0))

  begin(): void {
    this.#files = {}
  }

  /** Takes the length of a file in units. The first count of a file is where it began. */
  count(path: string, units: number): void {
    const file = this.#files[path]
    if (file) file.last = units
    else this.#files[path] = { first: units, last: units }
  }
}
