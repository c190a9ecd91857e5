import {
  beginDay,
  dayAt,
  dayOf,
  gained,
  localDate,
  withDay,
  type EditorSettings,
  type Growth,
  type OwnLength,
  type Targets,
  type Written,
} from '$lib/editor'
import type { Counting, DayWritten } from '$lib/host'
import { minus } from '$lib/text/length'

/** The targets of a session, how lengths are counted, and whether pasted text counts. */
export type SessionSettings = Pick<EditorSettings, 'sessionTarget' | 'dayTarget' | 'countPasted' | 'counting'>

/** The writer's gain since the project was opened, over all files that were on the page, and her targets. */
export class Session {
  #files = $state<Record<string, Growth>>({})
  #fileTargets = $state.raw<Readonly<Record<string, number>>>({})
  #bookTarget = $state.raw<number | undefined>(undefined)
  /** The files whose next count is no gain or loss of the writer's. */
  #kept: readonly string[] = []
  #day = $state.raw(beginDay([], localDate()))
  /** The stored days, without the current state of today. */
  #days = $state.raw<readonly DayWritten[]>([])

  constructor(private readonly aims: () => SessionSettings) {}

  /** The gain since the session began. Negative if more text was deleted than written. */
  get gain(): number {
    const { counting, countPasted } = this.aims()
    const length = ({ written, pasted }: OwnLength) => written[counting] + (countPasted ? pasted[counting] : 0)
    return Object.values(this.#files).reduce((sum, { first, last }) => sum + length(last) - length(first), 0)
  }

  /** The gain that counts towards the target of the session. */
  get gained(): number {
    return this.counted(gained(Object.values(this.#files)))
  }

  /** The gain of today that counts towards the target of the day. */
  get gainedToday(): number {
    return this.counted(this.#today)
  }

  /** All days of writing with today, for the calendar and the next session. */
  get days(): readonly DayWritten[] {
    return withDay(this.#days, this.#today)
  }

  get #today(): DayWritten {
    return dayOf(this.#day, gained(Object.values(this.#files)))
  }

  /** How lengths are counted. */
  get counting(): Counting {
    return this.aims().counting
  }

  /** Returns the part of what was written that counts, in the chosen way of counting. */
  counted({ typed, total }: Written): number {
    const { counting, countPasted } = this.aims()
    return (countPasted ? total : typed)[counting]
  }

  /** The targets of files, stored for the next session. */
  get fileTargets(): Readonly<Record<string, number>> {
    return this.#fileTargets
  }

  /** The target of the book, stored for the next session. */
  get bookTarget(): number | undefined {
    return this.#bookTarget
  }

  /** Starts a session with the stored days and the stored targets of files and of the book. */
  begin(days: readonly DayWritten[], fileTargets: Readonly<Record<string, number>>, bookTarget: number | null): void {
    this.#files = {}
    this.#kept = []
    this.#fileTargets = fileTargets
    this.#bookTarget = bookTarget ?? undefined
    this.#days = days
    this.#day = beginDay(days, localDate())
  }

  /**
   * Takes a new count of the writer's own text in a file. The first count of a file is its starting point. Returns
   * whether the gain of today has changed.
   */
  count(path: string, own: OwnLength): boolean {
    const file = this.#files[path]
    const before = this.#today
    // Text counted after midnight was mostly written before it. So the day changes before the new count is added.
    const day = dayAt(this.#day, localDate(), gained(Object.values(this.#files)))
    if (day !== this.#day) {
      this.#days = withDay(this.#days, before)
      this.#day = day
    }
    const isKept = this.#kept.includes(path)
    this.#kept = this.#kept.filter((each) => each !== path)
    if (file && isKept) this.#files[path] = { first: without(own, file), last: own }
    else if (file) this.#files[path] = { first: file.first, last: own }
    else this.#files[path] = { first: own, last: own }
    return JSON.stringify(before) !== JSON.stringify(this.#today)
  }

  /** Keeps the gain of a file at its next count: text came from or went to another file. */
  keepGain(path: string): void {
    this.#kept = [...this.#kept, path]
  }

  /** Updates the paths after a rename or a move. */
  rename(renamed: (path: string) => string): void {
    const moved = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).map(([path, each]) => [renamed(path), each]))
    this.#files = moved(this.#files)
    this.#fileTargets = moved(this.#fileTargets)
    this.#kept = this.#kept.map(renamed)
  }

  /** Returns the targets that apply while a file is on the page. */
  targets(path: string): Targets {
    const { sessionTarget, dayTarget } = this.aims()
    return { file: this.#fileTargets[path], book: this.#bookTarget, session: sessionTarget || undefined, day: dayTarget || undefined }
  }

  /** Sets or removes the target of a file. */
  aimAt(path: string, target: number | undefined): void {
    const others = Object.entries(this.#fileTargets).filter(([each]) => each !== path)
    this.#fileTargets = Object.fromEntries(target === undefined ? others : [...others, [path, target]])
  }

  /** Sets or removes the target of the book. */
  aimAtBook(target: number | undefined): void {
    this.#bookTarget = target
  }
}

/** Returns the starting point that leaves the gain of a file as it is, for a new count. */
function without(own: OwnLength, { first, last }: Growth): OwnLength {
  const part = (which: keyof OwnLength) => minus(own[which], minus(last[which], first[which]))
  return { written: part('written'), pasted: part('pasted') }
}
