import { startDrag } from './drag'
import type { Row, Spot } from './tree'

/** The effect of a drop: the target folder, or the place between two rows. */
export type Target = { readonly into: string } | Spot

/** A drag in progress. `target` is `null` where a drop has no effect. */
export type DraggedRow = { readonly row: Row; readonly target: Target | null; readonly x: number; readonly y: number }

/** Moves rows of the file list by dragging them onto a folder or between two rows. */
export class RowDrag {
  current = $state.raw<DraggedRow | null>(null)

  constructor(
    /** Returns the effect of dropping a row on an element, at a height in pixels of the window. */
    private readonly targetUnder: (row: Row, element: Element | null, y: number) => Target | null,
    private readonly onDrop: (row: Row, target: Target) => void,
  ) {}

  /** Follows a pointer pressed on a row. Without enough movement nothing is dragged. */
  start(event: PointerEvent, row: Row): void {
    startDrag(event, {
      begin: () => (this.current = { row, target: null, x: 0, y: 0 }),
      over: (element, x, y) => (this.current = { row, target: this.targetUnder(row, element, y), x, y }),
      end: (element) => {
        const target = this.current?.target
        this.current = null
        if (element && target) this.onDrop(row, target)
      },
    })
  }
}
