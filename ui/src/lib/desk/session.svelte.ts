import { beginDay, dayAt, dayOf, gained, localDate, type Day, type Targets } from '$lib/editor'

/** What was written since the project was opened, over every file that was on the page, and what was meant to be. */
export class Session {
  #files = $state<Record<string, { first: number; last: number }>>({})
  #fileTargets = $state.raw<Record<string, number | undefined>>({})
  #targets = $state.raw<Omit<Targets, 'file'>>({})
  #day = $state.raw(beginDay(null, localDate()))

  /** What is there more than when the session began; less, where more was deleted than written. */
  readonly gain = $derived(Object.values(this.#files).reduce((sum, { first, last }) => sum + last - first, 0))
  /** What was gained towards a target of the session. */
  readonly gained = $derived(gained(Object.values(this.#files)))
  /** What was written today, to be kept for the next session. */
  readonly today = $derived(dayOf(this.#day, this.gained))

  /** Begins anew, with what is kept of the last day. */
  begin(kept: Day | null = this.today): void {
    this.#files = {}
    this.#day = beginDay(kept, localDate())
  }

  /** Takes how much of a file its writer wrote, in units. The first count of a file is where it began. */
  count(path: string, written: number): void {
    const file = this.#files[path]
    // What is counted after midnight was mostly written before it, but for a few words.
    this.#day = dayAt(this.#day, localDate(), this.gained)
    if (file) file.last = written
    else this.#files[path] = { first: written, last: written }
  }

  /** Takes that files have other names. */
  rename(renamed: (path: string) => string): void {
    const moved = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).map(([path, each]) => [renamed(path), each]))
    this.#files = moved(this.#files)
    this.#fileTargets = moved(this.#fileTargets)
  }

  /** The targets while a file is on the page. */
  targets(path: string): Targets {
    return { ...this.#targets, file: this.#fileTargets[path] }
  }

  /** Sets a target, or takes it away. */
  aim(path: string, which: keyof Targets, target: number | undefined): void {
    if (which === 'file') this.#fileTargets = { ...this.#fileTargets, [path]: target }
    else this.#targets = { ...this.#targets, [which]: target }
  }
}
