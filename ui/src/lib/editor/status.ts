import type { Fault } from '$lib/host'
import type { SaveState } from './autosave'

/** What the desk shows of the open manuscript. */
export type EditorStatus = {
  path: string
  save: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'
  /** Why the text is not saved. */
  fault: Fault | null
  /** Whether the text was taken over from another program since the last edit. */
  takenOver: boolean
  /** Words of English plus characters of Chinese; `null` until they are counted. */
  units: number | null
  /** The length of the selection in the same units. */
  selected: number
}

/** Returns the status of a manuscript. */
export function statusOf(manuscript: {
  path: string
  saving: SaveState
  takenOver: boolean
  units: number | null
  selected: number
}): EditorStatus {
  const { path, saving, takenOver, units, selected } = manuscript
  return { path, save: saveStatus(saving), fault: saving.fault, takenOver, units, selected }
}

function saveStatus({ conflict, fault, saving, edited }: SaveState): EditorStatus['save'] {
  if (conflict) return 'conflict'
  // A retry under way does not make the failure go; only a success does.
  if (fault) return 'failed'
  if (saving) return 'saving'
  return edited ? 'unsaved' : 'saved'
}
