// Length as a writer counts it: an English word, a number or a Han character is one unit.

import { ViewPlugin, type EditorView } from '@codemirror/view'

/**
 * A Han character, or a word with its inner marks: "don't", "half-open" and "3.50" are one unit each. The ranges
 * are those of the core, which gives the authoritative figure with each save.
 */
const UNIT =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]|[[\p{L}\p{N}\p{M}]--\p{Script=Han}]+(?:['’.,\-‐‑][[\p{L}\p{N}\p{M}]--\p{Script=Han}]+)*/gv

/** Returns the length of a text in units. */
export function units(text: string): number {
  let count = 0
  UNIT.lastIndex = 0
  while (UNIT.test(text)) count++
  return count
}

/** Counting begins this long after the last change, in milliseconds: never between two keys. */
const IDLE = 400

/** One slice of counting may take this long, in milliseconds: half a frame, so that a key never waits for a count. */
const SLICE = 8

/** Returns an extension that reports the length of document and selection in units some time after they changed. */
export function unitCount(report: (units: number, selected: number) => void) {
  return ViewPlugin.define((view: EditorView) => {
    let timer = setTimeout(count)
    /** The length of the document, or `null` while it is not known. */
    let total: number | null = null

    function count(): void {
      if (total !== null) return report(total, selected())
      const lines = view.state.doc.iterLines()
      let sum = 0
      const slice = () => {
        const end = performance.now() + SLICE
        while (performance.now() < end) {
          if (lines.next().done) {
            total = sum
            return report(total, selected())
          }
          sum += units(lines.value)
        }
        timer = setTimeout(slice)
      }
      slice()
    }

    function selected(): number {
      const { from, to } = view.state.selection.main
      return units(view.state.sliceDoc(from, to))
    }

    return {
      update({ docChanged, selectionSet }) {
        if (!docChanged && !selectionSet) return
        if (docChanged) total = null
        clearTimeout(timer)
        timer = setTimeout(count, IDLE)
      },
      destroy: () => clearTimeout(timer),
    }
  })
}
