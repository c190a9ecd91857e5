import { EditorView, type Command } from '@codemirror/view'
import { headings } from '../markdown'

/** Goes to the next heading, or with -1 to the one before. */
export function goToHeading(direction: 1 | -1): Command {
  return (view) => {
    const line = view.state.doc.lineAt(view.state.selection.main.head).from
    const all = allHeadings(view)
    const next = direction > 0 ? all.find(({ from }) => from > line) : all.findLast(({ from }) => from < line)
    if (!next) return false
    view.dispatch({
      selection: { anchor: next.from },
      effects: EditorView.scrollIntoView(next.from, { y: 'start', yMargin: 48 }),
      userEvent: 'select.jump',
    })
    return true
  }
}

/** Every heading, now: what was read in a pause is not read again. */
function allHeadings({ state }: EditorView) {
  const work = headings(state)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
