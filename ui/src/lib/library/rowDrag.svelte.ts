import { startDrag } from './drag'
import { movedInto, type Row } from './tree'

/** A drag in progress. `into` is the target folder under the pointer, or `null` where a drop has no effect. */
export type DraggedRow = { readonly row: Row; readonly into: string | null; readonly x: number; readonly y: number }

/** Moves rows of the file list by dragging them onto a folder. */
export class RowDrag {
  current = $state.raw<DraggedRow | null>(null)

  constructor(
    /** Returns the target folder of a drop on an element, or `null` outside of the list. */
    private readonly folderUnder: (element: Element | null) => string | null,
    private readonly onMove: (from: string, to: string) => void,
  ) {}

  /** Follows a pointer pressed on a row. Without enough movement nothing is dragged. */
  start(event: PointerEvent, row: Row): void {
    startDrag(event, {
      begin: () => (this.current = { row, into: null, x: 0, y: 0 }),
      over: (element, x, y) => {
        const into = this.folderUnder(element)
        this.current = { row, into: into !== null && movedInto(row, into) !== null ? into : null, x, y }
      },
      end: (element) => {
        this.current = null
        const into = this.folderUnder(element)
        const to = into === null ? null : movedInto(row, into)
        if (to !== null) this.onMove(row.path, to)
      },
    })
  }
}
