// Places where a merge left both the writer's words and another program's: they stay marked until she says which stay.

import { invertedEffects, isolateHistory } from '@codemirror/commands'
import { StateEffect, StateField, type ChangeDesc, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, keymap, WidgetType, type Command, type DecorationSet } from '@codemirror/view'
import type { MergeConflict } from '$lib/host'
import { locale } from '$lib/i18n'
import { words } from './words'

type Range = { readonly from: number; readonly to: number }

/** A place with two versions, one behind the other. A side that cut the words is empty. */
export type Conflict = { readonly mine: Range; readonly theirs: Range }

/** Returns a place as the core tells it. */
export function conflictOf({ mineFrom, mineTo, theirsFrom, theirsTo }: MergeConflict): Conflict {
  return { mine: { from: mineFrom, to: mineTo }, theirs: { from: theirsFrom, to: theirsTo } }
}

/** What the writer can say of a place. */
export type Resolution = 'mine' | 'theirs' | 'both'

/** Returns a place where changes moved it; what is typed at its edges stays outside. */
export function mapConflict({ mine, theirs }: Conflict, changes: ChangeDesc): Conflict {
  const map = ({ from, to }: Range): Range => {
    const start = changes.mapPos(from, 1)
    return { from: start, to: Math.max(start, changes.mapPos(to, -1)) }
  }
  return { mine: map(mine), theirs: map(theirs) }
}

/** Says which places are open. */
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

/** Returns the places the writer has not decided, in the order of the text. */
export function conflictsIn(state: EditorState): readonly Conflict[] {
  return state.field(field, false) ?? []
}

/** Undo and redo bring the marks back with the words. */
const history = invertedEffects.of((transaction) =>
  transaction.effects.some((effect) => effect.is(setConflicts))
    ? [setConflicts.of(transaction.startState.field(field))]
    : [],
)

/** Keeps one version of a place, or both; one step of undo. */
export function choose(view: EditorView, conflict: Conflict, choice: Resolution): void {
  const { mine, theirs } = conflict
  // What keeps the two apart goes with the one that goes.
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

/** Puts the caret into the next place with two versions; from the last one into the first. */
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

/** The commands of this feature with the keys they have by default. All but the last do nothing outside such a place. */
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
        // A widget is kept while its place moves.
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

/** Hers is underlined, the other program's dotted, so that neither needs its colour. */
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

/** Marks the places a merge left open, with three small answers behind each. */
export const conflictMarks: Extension = [
  field,
  history,
  style,
  keymap.of(conflictCommands.map(({ keys, run }) => ({ key: keys, run }))),
]
