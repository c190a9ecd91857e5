// Pictures in the text, only from the project. A picture from elsewhere is never loaded.

import { Facet } from '@codemirror/state'
import { WidgetType, type EditorView } from '@codemirror/view'
import { fileOf } from './links'
import { words } from './words'

/** Access of a text to the files of its project. */
export type FileAccess = {
  /** Returns the path of the text in the project, which may be renamed while open. */
  readonly path: () => string
  /** Returns a picture of the project as a `data:` URL; rejects if there is none. */
  readonly picture: (path: string) => Promise<string>
  /** Follows a link, given its target as written. */
  readonly follow: (target: string) => void
}

/** The files around a text; none by default. */
export const fileAccess = Facet.define<FileAccess, FileAccess>({
  combine: (values) =>
    values[0] ?? { path: () => '', picture: () => Promise.reject(new Error('There are no files here.')), follow: () => {} },
})

class PictureWidget extends WidgetType {
  constructor(
    readonly access: FileAccess,
    readonly path: string,
    readonly alt: string,
  ) {
    super()
  }

  override eq(other: PictureWidget): boolean {
    return other.path === this.path && other.alt === this.alt && other.access === this.access
  }

  override toDOM(view: EditorView): HTMLElement {
    const dom = document.createElement('span')
    dom.className = 'md-image'
    const image = document.createElement('img')
    image.alt = words.pictureOf(this.alt)
    image.draggable = false
    // The height is known only now, so the editor must measure again.
    image.addEventListener('load', () => view.requestMeasure())
    const refuse = () => {
      dom.classList.add('md-image-gone')
      dom.textContent = words.noPicture(this.alt || this.path)
      view.requestMeasure()
    }
    image.addEventListener('error', refuse)
    dom.append(image)
    this.access.picture(this.path).then((address) => (image.src = address), refuse)
    return dom
  }

  override ignoreEvent(): boolean {
    return false
  }
}

/** Returns the widget of a picture, or `null` for a target outside of the project. */
export function picture(access: FileAccess, target: string, alt: string): WidgetType | null {
  const from = access.path()
  const path = from && fileOf(target, from)
  return path ? new PictureWidget(access, path, alt) : null
}
