import type { EditorView } from '@codemirror/view'
import type { English, Host } from '$lib/host'
import { replace, type Point } from '../underline'
import { Remarks, type PlacedRemark } from './remarks'

/** A remark whose menu is shown, and where that is wanted, in pixels of the window. */
export type Remarked = { readonly view: EditorView; readonly placed: PlacedRemark; readonly text: string; readonly at: Point }

/** The style check of every open text. */
export class Stylist {
  /** The remark whose menu is shown. */
  asked = $state.raw<Remarked | null>(null)
  readonly remarks: Remarks

  constructor(host: Pick<Host, 'checkStyle'>, english: () => English, onFault: (reason: unknown) => void) {
    this.remarks = new Remarks(host, english, onFault)
  }

  /** Shows what may stand there instead. */
  show(view: EditorView, placed: PlacedRemark, at: Point): void {
    this.asked = { view, placed, text: view.state.sliceDoc(placed.from, placed.to), at }
  }

  /** Returns what may be taken: nothing where marks stand between the words, which it would take along. */
  replacements({ placed: { slip, remark }, text }: Remarked): readonly string[] {
    return text === slip ? remark.replacements : []
  }

  /** Puts a replacement in the place of the slip, as one step of undo. */
  take({ view, placed: { from, to }, text }: Remarked, replacement: string): void {
    replace(view, from, to, text, replacement)
  }

  close(): void {
    this.asked = null
  }
}
