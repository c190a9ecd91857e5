import { beginDay, dayAt, dayOf, gained, localDate, type Day, type EditorSettings, type Growth, type Targets } from '$lib/editor'

/** The writer's own part of a file, in units: text she wrote and text she pasted. */
export type OwnUnits = { readonly written: number; readonly pasted: number }

/** The targets of a session, and whether pasted text counts. */
export type SessionSettings = Pick<EditorSettings, 'sessionTarget' | 'dayTarget' | 'countPasted'>

/** The writer's gain since the project was opened, over all files that were on the page, and her targets. */
export class Session {
  #files = $state<Record<string, { first: OwnUnits; last: OwnUnits }>>({})
  #fileTargets = $state.raw<Readonly<Record<string, number>>>({})
  #day = $state.raw(beginDay(null, localDate()))

  constructor(private readonly aims: () => SessionSettings) {}

  /** The gain in units since the session began. Negative if more text was deleted than written. */
  get gain(): number {
    return this.#spans.reduce((sum, { first, last }) => sum + last - first, 0)
  }

  /** The gain that counts towards the target of the session. */
  get gained(): number {
    return gained(this.#spans)
  }

  /** The gain of today, stored for the next session. */
  get today(): Day {
    return dayOf(this.#day, this.gained)
  }

  get #spans(): Growth[] {
    const { countPasted } = this.aims()
    const length = ({ written, pasted }: OwnUnits) => (countPasted ? written + pasted : written)
    return Object.values(this.#files).map(({ first, last }) => ({ first: length(first), last: length(last) }))
  }

  /** The targets of files, stored for the next session. */
  get fileTargets(): Readonly<Record<string, number>> {
    return this.#fileTargets
  }

  /** Starts a session with the stored gain of the last day and the stored targets of files. */
  begin(kept: Day | null, fileTargets: Readonly<Record<string, number>>): void {
    this.#files = {}
    this.#fileTargets = fileTargets
    this.#day = beginDay(kept, localDate())
  }

  /** Takes a new count of the writer's own text in a file. The first count of a file is its starting point. */
  count(path: string, own: OwnUnits): void {
    const file = this.#files[path]
    // Text counted after midnight was mostly written before it. So the day changes before the new count is added.
    this.#day = dayAt(this.#day, localDate(), this.gained)
    if (file) file.last = own
    else this.#files[path] = { first: own, last: own }
  }

  /** Updates the paths after a rename or a move. */
  rename(renamed: (path: string) => string): void {
    const moved = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).map(([path, each]) => [renamed(path), each]))
    this.#files = moved(this.#files)
    this.#fileTargets = moved(this.#fileTargets)
  }

  /** Returns the targets that apply while a file is on the page. */
  targets(path: string): Targets {
    const { sessionTarget, dayTarget } = this.aims()
    return { file: this.#fileTargets[path], session: sessionTarget || undefined, day: dayTarget || undefined }
  }

  /** Sets or removes the target of a file. */
  aimAt(path: string, target: number | undefined): void {
    const others = Object.entries(this.#fileTargets).filter(([each]) => each !== path)
    this.#fileTargets = Object.fromEntries(target === undefined ? others : [...others, [path, target]])
  }
}
