import type { EditorView } from '@codemirror/view'
import type { English, Host } from '$lib/host'
import { replace, type Point } from '../underline'
import { Remarks, type PlacedRemark } from './remarks'

/** A remark whose menu is open, and the position of the menu in pixels of the window. */
export type RemarkMenu = { readonly view: EditorView; readonly placed: PlacedRemark; readonly text: string; readonly at: Point }

/** The style checker for all open texts. */
export class Stylist {
  menu = $state.raw<RemarkMenu | null>(null)
  readonly remarks: Remarks

  constructor(host: Pick<Host, 'checkStyle'>, english: () => English, onFault: (reason: unknown) => void) {
    this.remarks = new Remarks(host, english, onFault)
  }

  /** Opens the menu of a remark. */
  show(view: EditorView, placed: PlacedRemark, at: Point): void {
    this.menu = { view, placed, text: view.state.sliceDoc(placed.from, placed.to), at }
  }

  /**
   * Returns the possible replacements. Returns none if marks stand between the words: a replacement would remove them.
   */
  replacements({ placed: { slip, remark }, text }: RemarkMenu): readonly string[] {
    return text === slip ? remark.replacements : []
  }

  /** Replaces the slip, as one undo step. */
  take({ view, placed: { from, to }, text }: RemarkMenu, replacement: string): void {
    replace(view, from, to, text, replacement)
  }

  close(): void {
    this.menu = null
  }
}
