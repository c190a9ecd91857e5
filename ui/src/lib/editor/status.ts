import type { Fault, Length, RecoveredHow } from '$lib/host'
import { NO_LENGTH } from '$lib/text/length'
import type { SaveState } from './autosave'
import { lengthIn } from './counts/counts'
import type { Overview } from './overview'

/** The status of an open manuscript, as the desk shows it. */
export type EditorStatus = {
  path: string
  /**
   * `gone`: another program deleted the file and nothing is unsaved, as when the writer deletes a chapter in a file
   * manager.
   */
  save: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict' | 'gone'
  /** Why the text is not saved. */
  fault: Fault | null
  /** Whether text of another program replaced the text since the last edit. */
  takenOver: boolean
  /** How text of an earlier session was recovered; `null` after the next edit. */
  recovered: RecoveredHow | null
  /** While undo stops at the start of this session: the time of the last step before it (RFC 3339). */
  undoStop: string | null
  /** Whether text of another program was merged with unsaved text since the last edit. */
  merged: boolean
  /** Number of open conflicts after a merge. */
  conflicts: number
  /** The length of the text; `null` before the first count. */
  length: Length | null
  /** The length of the selection. */
  selected: Length
  /** Counts and headings of the text; `null` before the first count. */
  overview: Overview | null
}

/** Returns whether the status has text that is not on the disk. */
export function isUnsaved({ save }: EditorStatus): boolean {
  return save !== 'saved' && save !== 'gone'
}

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
  const length = overview && lengthIn(overview.counts)
  const selected = overview?.selected ? lengthIn(overview.selected) : NO_LENGTH
  return { path, save: saveStatus(saving), fault: saving.fault, takenOver, merged, conflicts, recovered, undoStop, length, selected, overview }
}

function saveStatus({ conflict, fault, saving, edited }: SaveState): EditorStatus['save'] {
  if (conflict) return !edited && fault?.code === 'NOT_FOUND' ? 'gone' : 'conflict'
  // The failure stays while a retry is running. Only a success ends it.
  if (fault) return 'failed'
  if (saving) return 'saving'
  return edited ? 'unsaved' : 'saved'
}
