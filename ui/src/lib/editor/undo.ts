// Undo across sessions. Before it undoes a change of an earlier session, a visible line warns the writer.

import { history, historyField, redo, undo, undoDepth } from '@codemirror/commands'
import { EditorState, type Extension, type StateCommand, StateEffect, StateField, Transaction } from '@codemirror/state'
import type { UndoHistory } from '$lib/host'
import { continuesStep } from '$lib/text/oneStep'
import { leadsBehindDisk } from './outside'

/** Maximum length of a stored history, in characters; the oldest steps are dropped. */
export const LONGEST = 500_000

/** Number of undo steps that the editor keeps: more than a day of writing has. */
const STEPS = 10_000

/** The longest pause within one step of typing, in milliseconds. */
const TYPED_ON = 500

/** The longest time of a step that is kept together, in milliseconds: a day. */
const LONGEST_STEP = 24 * 60 * 60 * 1000

/** The start of the session in the history: the number of steps before it, and the time of the last of them. */
type SessionStart = { steps: number; at: string | null; told: boolean }

const told = StateEffect.define<boolean>()

const sessionStart = StateField.define<SessionStart>({
  create: () => ({ steps: 0, at: null, told: false }),
  update(value, transaction) {
    const effect = transaction.effects.find((effect) => effect.is(told))
    if (effect) return { ...value, told: effect.value }
    if (!transaction.docChanged) return value
    const [before, after] = [undoDepth(transaction.startState), undoDepth(transaction.state)]
    // If a new step lowers the depth, the oldest steps were dropped.
    const gone = after < before ? before + 1 - after : 0
    // A writer who has undone steps of the earlier session was warned already, so the line is removed.
    const steps = isUndo(transaction) ? (after < value.steps ? 0 : value.steps) : Math.max(0, value.steps - gone)
    return { ...value, steps, told: false }
  },
})

const isUndo = (transaction: Transaction) => transaction.isUserEvent('undo') || transaction.isUserEvent('redo')

/** Undoes one step. At the start of the session it stops once and reports it. */
export const undoToLine: StateCommand = ({ state, dispatch }) => {
  const { steps, told: isTold } = state.field(sessionStart)
  if (steps > 0 && !isTold && undoDepth(state) === steps) {
    dispatch(state.update({ effects: told.of(true) }))
    return true
  }
  return undo({ state, dispatch })
}

export const undoKeys = [
  { key: 'Mod-z', run: undoToLine, preventDefault: true },
  { key: 'Mod-y', mac: 'Mod-Shift-z', linux: 'Mod-Shift-z', run: redo, preventDefault: true },
]

/** The time of the last change, in milliseconds. */
const lastChange = StateField.define<number>({
  create: () => 0,
  update: (value, transaction) => (transaction.docChanged ? (transaction.annotation(Transaction.time) ?? value) : value),
})

/** Returns whether a change belongs to the undo step before it: it is typed on within half a second, or it says so. */
function joins(transaction: Transaction, adjacent: boolean): boolean {
  const { startState } = transaction
  if (startState.facet(continuesStep).some((continues) => continues(transaction))) return true
  const time = transaction.annotation(Transaction.time) ?? 0
  return adjacent && time - startState.field(lastChange) < TYPED_ON
}

/** The undo history with the start of the session in it. */
export const undoHistory: Extension = [
  lastChange,
  // `joins` alone measures the pause between changes. The history's own limit only has to be longer than any pause.
  history({ minDepth: STEPS, newGroupDelay: LONGEST_STEP, joinToEvent: joins }),
  sessionStart,
]

/** Returns the time of the step that the next undo would revert, while undo stops at the start of the session. */
export function stoppedAt(state: EditorState): string | null {
  const { at, told } = state.field(sessionStart)
  return told ? at : null
}

/** Returns a state with the stored undo history, or without history if it does not fit the text. */
export function resumed(doc: string, extensions: Extension, kept: UndoHistory | null): EditorState {
  if (kept) {
    try {
      const json = { doc, selection: { ranges: [{ anchor: 0, head: 0 }], main: 0 }, history: JSON.parse(kept.history) as unknown }
      const resumedWith = (start: Extension) => EditorState.fromJSON(json, { extensions: [start, extensions] }, { history: historyField })
      const steps = undoDepth(resumedWith([]))
      if (steps > 0 && fits(json.history, doc.length)) return resumedWith(sessionStart.init(() => ({ steps, at: kept.at, told: false })))
    } catch {
      // Written by another version, or damaged: the text is opened without history.
    }
  }
  return EditorState.create({ doc, extensions })
}

/** Returns the undo history as JSON, without the oldest steps if it is too long; `null` without steps. */
export function written(state: EditorState): string | null {
  const json = (state.toJSON({ history: historyField }) as { history: { done: UndoStep[]; undone: UndoStep[] } }).history
  // Undoing another program's change needs a decision, and JSON loses the effects that trigger it. So steps up to this
  // change are dropped.
  const { done } = state.field(historyField) as { done: readonly { effects?: readonly StateEffect<unknown>[] }[] }
  const barrier = done.findLastIndex(({ effects }) => effects?.some(leadsBehindDisk) ?? false)
  const kept = newest(json.done.slice(barrier + 1), LONGEST)
  return kept.length > 0 ? JSON.stringify({ done: kept, undone: [] }) : null
}

type UndoStep = { changes?: unknown }

function newest(steps: UndoStep[], room: number): UndoStep[] {
  let left = room
  let first = steps.length
  while (first > 0 && (left -= JSON.stringify(steps[first - 1]).length) >= 0) first -= 1
  return steps.slice(first)
}

/** Returns whether the last step of a stored history results in a text of this length. */
function fits(history: unknown, length: number): boolean {
  const steps = (history as { done?: { changes?: unknown[] }[] }).done ?? []
  const changes = steps.at(-1)?.changes ?? []
  const of = (section: unknown) => (Array.isArray(section) ? Number(section[0]) : Number(section))
  return changes.reduce<number>((sum, section) => sum + of(section), 0) === length
}
