import { EditorView, type Command } from '@codemirror/view'
import { headings } from '../markdown'

/** Moves the caret to the next heading (1) or to the previous one (−1). */
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

/** Reads all headings synchronously. Pieces that are cached already cost nothing. */
function allHeadings({ state }: EditorView) {
  const work = headings(state)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
