import type { Fault, RecoveredHow } from '$lib/host'
import type { SaveState } from './autosave'
import { unitsOf } from './counts/counts'
import type { Overview } from './overview'

/** What the desk shows of the open manuscript. */
export type EditorStatus = {
  path: string
  /** `gone` is a file another program took away with nothing in it unsaved, as a writer does who throws a chapter out. */
  save: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict' | 'gone'
  /** Why the text is not saved. */
  fault: Fault | null
  /** Whether the text was taken over from another program since the last edit. */
  takenOver: boolean
  /** How text of an earlier session came back, until the next edit. */
  recovered: RecoveredHow | null
  /** While undo stands at the beginning of this session: when the last step before it was made (RFC 3339). */
  undoStop: string | null
  /** Whether what another program wrote was merged with the writer's text since her last edit. */
  merged: boolean
  /** The places where a merge left both her words and the other program's, and she has not said which stay. */
  conflicts: number
  /** Words of English plus characters of Chinese; `null` until they are counted. */
  units: number | null
  /** The length of the selection in the same units. */
  selected: number
  /** The text as a whole; `null` until it was looked at. */
  overview: Overview | null
}

/** Returns whether a status leaves text behind that is on no disk. */
export function isUnsaved({ save }: EditorStatus): boolean {
  return save !== 'saved' && save !== 'gone'
}

/** Returns the status of a manuscript. */
export function statusOf(manuscript: {
  path: string
  saving: SaveState
  takenOver: boolean
  merged: boolean
  conflicts: number
  recovered: RecoveredHow | null
  undoStop: string | null
  overview: Overview | null
}): EditorStatus {
  const { path, saving, takenOver, merged, conflicts, recovered, undoStop, overview } = manuscript
  const units = overview && unitsOf(overview.counts)
  const selected = overview?.selected ? unitsOf(overview.selected) : 0
  return { path, save: saveStatus(saving), fault: saving.fault, takenOver, merged, conflicts, recovered, undoStop, units, selected, overview }
}

function saveStatus({ conflict, fault, saving, edited }: SaveState): EditorStatus['save'] {
  if (conflict) return !edited && fault?.code === 'NOT_FOUND' ? 'gone' : 'conflict'
  // A retry under way does not make the failure go; only a success does.
  if (fault) return 'failed'
  if (saving) return 'saving'
  return edited ? 'unsaved' : 'saved'
}
