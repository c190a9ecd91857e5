// Undo that outlives the window. Before it undoes a change of an earlier session, a visible line warns the writer.

import { history, historyField, redo, undo, undoDepth } from '@codemirror/commands'
import { EditorState, type Extension, type StateCommand, StateEffect, StateField, type Transaction } from '@codemirror/state'
import type { UndoHistory } from '$lib/host'
import { leadsBehindDisk } from './outside'

/** How long a written history may be, in characters; the oldest steps are left off. */
export const LONGEST = 500_000

/** More steps than a day's writing has; the editor lets go of those before. */
const STEPS = 10_000

/** Where the session began: how many steps lie before it, and when the last of them was made. */
type Line = { steps: number; at: string | null; told: boolean }

const told = StateEffect.define<boolean>()

const line = StateField.define<Line>({
  create: () => ({ steps: 0, at: null, told: false }),
  update(value, transaction) {
    const effect = transaction.effects.find((effect) => effect.is(told))
    if (effect) return { ...value, told: effect.value }
    if (!transaction.docChanged) return value
    const [before, after] = [undoDepth(transaction.startState), undoDepth(transaction.state)]
    // A new step that leaves fewer than there were has pushed the oldest out.
    const gone = after < before ? before + 1 - after : 0
    // Who has gone behind the line knows: there is none any more.
    const steps = isUndo(transaction) ? (after < value.steps ? 0 : value.steps) : Math.max(0, value.steps - gone)
    return { ...value, steps, told: false }
  },
})

const isUndo = (transaction: Transaction) => transaction.isUserEvent('undo') || transaction.isUserEvent('redo')

/** Undoes one step; at the line between sessions it stops once and says so. */
export const undoToLine: StateCommand = ({ state, dispatch }) => {
  const { steps, told: isTold } = state.field(line)
  if (steps > 0 && !isTold && undoDepth(state) === steps) {
    dispatch(state.update({ effects: told.of(true) }))
    return true
  }
  return undo({ state, dispatch })
}

/** The commands, for a key each. */
export const undoKeys = [
  { key: 'Mod-z', run: undoToLine, preventDefault: true },
  { key: 'Mod-y', mac: 'Mod-Shift-z', linux: 'Mod-Shift-z', run: redo, preventDefault: true },
]

/** Undo that knows where its session began. */
export const undoHistory: Extension = [history({ minDepth: STEPS }), line]

/** Returns when the step was made that the next undo would go back to, while the writer stands at the line. */
export function stoppedAt(state: EditorState): string | null {
  const { at, told } = state.field(line)
  return told ? at : null
}

/** Returns a state with the undo history of an earlier session, or a fresh one where it is not one of this text. */
export function resumed(doc: string, extensions: Extension, kept: UndoHistory | null): EditorState {
  if (kept) {
    try {
      const json = { doc, selection: { ranges: [{ anchor: 0, head: 0 }], main: 0 }, history: JSON.parse(kept.history) as unknown }
      const resumedWith = (line: Extension) => EditorState.fromJSON(json, { extensions: [line, extensions] }, { history: historyField })
      const steps = undoDepth(resumedWith([]))
      if (steps > 0 && fits(json.history, doc.length)) return resumedWith(line.init(() => ({ steps, at: kept.at, told: false })))
    } catch {
      // Written by another version, or damaged: the text is what counts.
    }
  }
  return EditorState.create({ doc, extensions })
}

/** Returns the undo history as text, without the oldest steps where it is long; `null` where there is nothing to undo. */
export function written(state: EditorState): string | null {
  const json = (state.toJSON({ history: historyField }) as { history: { done: Step[]; undone: Step[] } }).history
  // Behind another program's work the way back is asked about, and to ask needs what JSON does not keep.
  const { done } = state.field(historyField) as { done: readonly { effects?: readonly StateEffect<unknown>[] }[] }
  const barrier = done.findLastIndex(({ effects }) => effects?.some(leadsBehindDisk) ?? false)
  const kept = newest(json.done.slice(barrier + 1), LONGEST)
  return kept.length > 0 ? JSON.stringify({ done: kept, undone: [] }) : null
}

type Step = { changes?: unknown }

function newest(steps: Step[], room: number): Step[] {
  let left = room
  let first = steps.length
  while (first > 0 && (left -= JSON.stringify(steps[first - 1]).length) >= 0) first -= 1
  return steps.slice(first)
}

/** Returns whether the last step of a written history leads away from a text of this length. */
function fits(history: unknown, length: number): boolean {
  const steps = (history as { done?: { changes?: unknown[] }[] }).done ?? []
  const changes = steps.at(-1)?.changes ?? []
  const of = (section: unknown) => (Array.isArray(section) ? Number(section[0]) : Number(section))
  return changes.reduce<number>((sum, section) => sum + of(section), 0) === length
}
