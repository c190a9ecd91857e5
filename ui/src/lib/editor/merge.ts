// Merges text of another program into the text being edited.

import { isolateHistory } from '@codemirror/commands'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import type { Merged } from '$lib/host'
import { conflictOf, conflictsIn, mapConflict, setConflicts } from './conflicts'
import { fromDisk } from './outside'

/**
 * Returns the transaction for a merge, or `null` without changes. It touches only the changed ranges, so caret,
 * selection and scroll position keep their place. It is one undo step.
 */
export function mergeInto(state: EditorState, { edits, conflicts }: Merged): TransactionSpec | null {
  if (edits.length === 0 && conflicts.length === 0) return null
  const changes = state.changes(edits.map(({ from, to, insert }) => ({ from, to, insert: state.toText(insert) })))
  const open = conflictsIn(state).map((conflict) => mapConflict(conflict, changes))
  const come = conflicts.map(conflictOf)
  return {
    changes,
    effects: setConflicts.of([...open, ...come]),
    annotations: [fromDisk.of(true), isolateHistory.of('full')],
    userEvent: 'input.disk',
  }
}
