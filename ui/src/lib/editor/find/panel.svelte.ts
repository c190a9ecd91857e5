// Mounts the component of the search panel and keeps it up to date with the search state of the editor.

import type { EditorView, Panel, ViewUpdate } from '@codemirror/view'
import { mount, unmount } from 'svelte'
import { inSlices } from '../slices'
import Find from './Find.svelte'
import { finding, searched, tally } from './finding'
import { FindState, NO_TALLY } from './findState.svelte'

/** Delay of the count after the last change, in milliseconds: longer than between two keys. */
const PAUSE = 250

export function createPanel(view: EditorView): Panel {
  const shown = new FindState()
  shown.finding = view.state.field(finding)
  const dom = document.createElement('div')
  dom.className = 'cm-find'
  const component = mount(Find, { target: dom, props: { view, shown } })
  let end = () => {}

  function count(): void {
    end()
    const { query } = view.state.field(finding)
    if (!query) {
      shown.tally = NO_TALLY
      return
    }
    const counting = tally(view.state, query)
    const follow = function* () {
      for (;;) {
        const { done, value } = counting.next()
        if (done) return value
        yield
      }
    }
    shown.tally = { ...shown.tally, more: true }
    end = inSlices(follow(), (counted) => {
      shown.tally = counted
      view.dispatch({ effects: searched.of(null) })
    }).end
  }

  const later = (wait: number) => {
    end()
    const timer = setTimeout(count, wait)
    end = () => clearTimeout(timer)
  }
  later(0)

  return {
    dom,
    top: true,
    update({ docChanged, selectionSet, state }: ViewUpdate) {
      const before = shown.finding
      const next = state.field(finding)
      if (next !== before) shown.finding = next
      if (next.query !== before.query) {
        shown.said = ''
        later(0)
      } else if (docChanged) later(PAUSE)
      else if (selectionSet) later(0)
    },
    destroy() {
      end()
      void unmount(component)
    },
  }
}
