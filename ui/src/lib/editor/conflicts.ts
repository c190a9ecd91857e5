// Conflicts: positions where a merge kept both the writer's words and another program's. Both stay marked until the
// writer decides.

import { invertedEffects, isolateHistory } from '@codemirror/commands'
import { StateEffect, StateField, type ChangeDesc, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, keymap, WidgetType, type Command, type DecorationSet } from '@codemirror/view'
import type { MergeConflict } from '$lib/host'
import { locale } from '$lib/i18n'
import type { TextRange } from './range'
import { words } from './words'

/** A conflict: the two versions, one directly after the other. A version that deleted the words is empty. */
export type Conflict = { readonly mine: TextRange; readonly theirs: TextRange }

/** Converts a conflict from the format of the core. */
export function conflictOf({ mineFrom, mineTo, theirsFrom, theirsTo }: MergeConflict): Conflict {
  return { mine: { from: mineFrom, to: mineTo }, theirs: { from: theirsFrom, to: theirsTo } }
}

/** The writer's decision about a conflict. */
export type Resolution = 'mine' | 'theirs' | 'both'

/** Returns a conflict with its offsets after a change. Text typed at its edges stays outside. */
export function mapConflict({ mine, theirs }: Conflict, changes: ChangeDesc): Conflict {
  const map = ({ from, to }: TextRange): TextRange => {
    const start = changes.mapPos(from, 1)
    return { from: start, to: Math.max(start, changes.mapPos(to, -1)) }
  }
  return { mine: map(mine), theirs: map(theirs) }
}

/** Sets the open conflicts. */
export const setConflicts = StateEffect.define<readonly Conflict[]>({
  map: (conflicts, changes) => conflicts.map((conflict) => mapConflict(conflict, changes)),
})

const isEmpty = ({ mine, theirs }: Conflict) => mine.from === mine.to && theirs.from === theirs.to

const field = StateField.define<readonly Conflict[]>({
  create: () => [],
  update(value, transaction) {
    let next = value
    if (transaction.docChanged && next.length > 0) {
      next = next.map((conflict) => mapConflict(conflict, transaction.changes)).filter((conflict) => !isEmpty(conflict))
    }
    for (const effect of transaction.effects) if (effect.is(setConflicts)) next = effect.value
    return next
  },
  provide: (self) => EditorView.decorations.from(self, draw),
})

/** Returns the open conflicts, in the order of the text. */
export function conflictsIn(state: EditorState): readonly Conflict[] {
  return state.field(field, false) ?? []
}

/** Undo and redo restore the marks together with the words. */
const history = invertedEffects.of((transaction) =>
  transaction.effects.some((effect) => effect.is(setConflicts))
    ? [setConflicts.of(transaction.startState.field(field))]
    : [],
)

/** Keeps one version of a conflict, or both, as one undo step. */
export function choose(view: EditorView, conflict: Conflict, choice: Resolution): void {
  const { mine, theirs } = conflict
  // Text between the two versions is deleted along with the rejected version.
  const gone = { mine: { from: mine.to, to: theirs.to }, theirs: { from: mine.from, to: theirs.from }, both: null }[choice]
  const changes = view.state.changes(gone ? [gone] : [])
  const rest = conflictsIn(view.state).filter((other) => other !== conflict)
  view.dispatch({
    changes,
    effects: [
      setConflicts.of(rest.map((other) => mapConflict(other, changes))),
      EditorView.announce.of(words.conflict.chosen[choice]),
    ],
    annotations: isolateHistory.of('full'),
    userEvent: 'input.conflict',
  })
}

function at(state: EditorState): Conflict | undefined {
  const { head } = state.selection.main
  return conflictsIn(state).find(({ mine, theirs }) => head >= mine.from && head <= theirs.to)
}

const decide = (choice: Resolution): Command => (view) => {
  const conflict = at(view.state)
  if (conflict) choose(view, conflict, choice)
  return conflict !== undefined
}

/** Moves the caret to the next conflict. After the last comes the first. */
export const nextConflict: Command = (view) => {
  const all = conflictsIn(view.state)
  const next = all.find(({ mine }) => mine.from > view.state.selection.main.head) ?? all[0]
  if (!next) return false
  view.dispatch({
    selection: { anchor: next.mine.from },
    effects: [
      EditorView.scrollIntoView(next.mine.from, { y: 'center' }),
      EditorView.announce.of(words.conflict.name(all.indexOf(next) + 1, all.length)),
    ],
  })
  view.focus()
  return true
}

/** The commands for conflicts with their default keys. All except `conflict.next` need the caret inside a conflict. */
export const conflictCommands: readonly { id: string; keys: string; run: Command }[] = [
  { id: 'conflict.mine', keys: 'Alt-1', run: decide('mine') },
  { id: 'conflict.theirs', keys: 'Alt-2', run: decide('theirs') },
  { id: 'conflict.both', keys: 'Alt-3', run: decide('both') },
  { id: 'conflict.next', keys: 'Alt-0', run: nextConflict },
]

class Answers extends WidgetType {
  constructor(
    private readonly number: number,
    private readonly count: number,
    private readonly language = locale.current,
  ) {
    super()
  }

  override eq(other: Answers): boolean {
    return other.number === this.number && other.count === this.count && other.language === this.language
  }

  override toDOM(view: EditorView): HTMLElement {
    const group = document.createElement('span')
    group.className = 'conflict-answers'
    group.setAttribute('role', 'group')
    group.setAttribute('aria-label', words.conflict.name(this.number, this.count))
    for (const choice of ['mine', 'theirs', 'both'] as const) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = words.conflict[choice]
      button.title = words.conflict[`${choice}Hint`]
      button.setAttribute('aria-label', words.conflict[`${choice}Hint`])
      button.onclick = () => {
        // CodeMirror reuses the widget while its position moves, so the conflict is looked up again.
        const now = conflictsIn(view.state)[this.number - 1]
        if (now) choose(view, now, choice)
        view.focus()
      }
      group.append(button)
    }
    return group
  }

  override ignoreEvent(): boolean {
    return true
  }
}

const mineMark = Decoration.mark({ class: 'conflict-mine' })
const theirsMark = Decoration.mark({ class: 'conflict-theirs' })

function draw(conflicts: readonly Conflict[]): DecorationSet {
  const marks = conflicts.flatMap((conflict, index) => {
    const { mine, theirs } = conflict
    const answers = Decoration.widget({ widget: new Answers(index + 1, conflicts.length), side: 1 })
    return [
      ...(mine.from < mine.to ? [mineMark.range(mine.from, mine.to)] : []),
      ...(theirs.from < theirs.to ? [theirsMark.range(theirs.from, theirs.to)] : []),
      answers.range(Math.max(mine.to, theirs.to)),
    ]
  })
  return Decoration.set(marks, true)
}

/** The writer's version has a solid line, the other one a dotted line, so that neither depends on colour. */
const style = EditorView.theme({
  '.conflict-mine': {
    backgroundColor: 'var(--color-accent-soft)',
    boxShadow: 'inset 0 -2px 0 var(--color-accent)',
    borderRadius: '2px',
  },
  '.conflict-theirs': {
    backgroundColor: 'var(--color-hover)',
    borderBottom: '2px dotted var(--color-text-quiet)',
    borderRadius: '2px',
  },
  '.conflict-answers': {
    display: 'inline-flex',
    gap: '2px',
    margin: '0 0.4em',
    verticalAlign: 'middle',
    font: 'var(--weight-regular) var(--size-small) / 1.4 var(--font-machine)',
  },
  '.conflict-answers button': {
    minHeight: '1.5rem',
    padding: '0 var(--space-2)',
    border: '1px solid var(--color-line-strong)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--color-card)',
    color: 'var(--color-text)',
    whiteSpace: 'nowrap',
  },
  '.conflict-answers button:hover': { backgroundColor: 'var(--color-hover)' },
})

/** Marks the open conflicts, each with three buttons after it. */
export const conflictMarks: Extension = [
  field,
  history,
  style,
  keymap.of(conflictCommands.map(({ keys, run }) => ({ key: keys, run }))),
]
