import { beginDay, dayAt, dayOf, gained, localDate, type Day, type EditorSettings, type Growth, type Targets } from '$lib/editor'

/** What of a file its writer wrote and what she pasted into it, in units. */
export type Own = { readonly written: number; readonly pasted: number }

/** How a session counts, and what it is to bring. */
export type Aims = Pick<EditorSettings, 'sessionTarget' | 'dayTarget' | 'countPasted'>

/** What was written since the project was opened, over every file that was on the page, and what was meant to be. */
export class Session {
  #files = $state<Record<string, { first: Own; last: Own }>>({})
  #fileTargets = $state.raw<Readonly<Record<string, number>>>({})
  #day = $state.raw(beginDay(null, localDate()))

  constructor(private readonly aims: () => Aims) {}

  /** What is there more than when the session began; less, where more was deleted than written. */
  get gain(): number {
    return this.#spans.reduce((sum, { first, last }) => sum + last - first, 0)
  }

  /** What was gained towards a target of the session. */
  get gained(): number {
    return gained(this.#spans)
  }

  /** What was written today, to be kept for the next session. */
  get today(): Day {
    return dayOf(this.#day, this.gained)
  }

  get #spans(): Growth[] {
    const { countPasted } = this.aims()
    const length = ({ written, pasted }: Own) => (countPasted ? written + pasted : written)
    return Object.values(this.#files).map(({ first, last }) => ({ first: length(first), last: length(last) }))
  }

  /** The targets of files, to be kept for the next session. */
  get fileTargets(): Readonly<Record<string, number>> {
    return this.#fileTargets
  }

  /** Begins anew, with what is kept of the last day and the targets of files. */
  begin(kept: Day | null, fileTargets: Readonly<Record<string, number>>): void {
    this.#files = {}
    this.#fileTargets = fileTargets
    this.#day = beginDay(kept, localDate())
  }

  /** Takes how much of a file is the writer's. The first count of a file is where it began. */
  count(path: string, own: Own): void {
    const file = this.#files[path]
    // What is counted after midnight was mostly written before it, but for a few words.
    this.#day = dayAt(this.#day, localDate(), this.gained)
    if (file) file.last = own
    else this.#files[path] = { first: own, last: own }
  }

  /** Takes that files have other names. */
  rename(renamed: (path: string) => string): void {
    const moved = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).map(([path, each]) => [renamed(path), each]))
    this.#files = moved(this.#files)
    this.#fileTargets = moved(this.#fileTargets)
  }

  /** The targets while a file is on the page. */
  targets(path: string): Targets {
    const { sessionTarget, dayTarget } = this.aims()
    return { file: this.#fileTargets[path], session: sessionTarget || undefined, day: dayTarget || undefined }
  }

  /** Sets the target of a file, or takes it away. */
  aimAt(path: string, target: number | undefined): void {
    const others = Object.entries(this.#fileTargets).filter(([each]) => each !== path)
    this.#fileTargets = Object.fromEntries(target === undefined ? others : [...others, [path, target]])
  }
}
