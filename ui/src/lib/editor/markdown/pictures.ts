// Pictures in the text: those of the project only. Nothing is ever loaded from elsewhere.

import { Facet } from '@codemirror/state'
import { WidgetType, type EditorView } from '@codemirror/view'
import { fileOf } from './links'
import { words } from './words'

/** What a text knows of the files around it. */
export type FilesAround = {
  /** Returns where the text stands in the project; it may be given another name while it is open. */
  readonly path: () => string
  /** Returns a picture of the project as a `data:` address; rejects where there is none. */
  readonly picture: (path: string) => Promise<string>
  /** Goes to what a link means, as it is written. */
  readonly follow: (target: string) => void
}

/** The files around a text. By itself a text has none. */
export const surroundings = Facet.define<FilesAround, FilesAround>({
  combine: (values) =>
    values[0] ?? { path: () => '', picture: () => Promise.reject(new Error('There are no files here.')), follow: () => {} },
})

class PictureWidget extends WidgetType {
  constructor(
    readonly around: FilesAround,
    readonly path: string,
    readonly alt: string,
  ) {
    super()
  }

  override eq(other: PictureWidget): boolean {
    return other.path === this.path && other.alt === this.alt && other.around === this.around
  }

  override toDOM(view: EditorView): HTMLElement {
    const dom = document.createElement('span')
    dom.className = 'md-image'
    const image = document.createElement('img')
    image.alt = words.pictureOf(this.alt)
    image.draggable = false
    // The room it takes is known only now.
    image.addEventListener('load', () => view.requestMeasure())
    const refuse = () => {
      dom.classList.add('md-image-gone')
      dom.textContent = words.noPicture(this.alt || this.path)
      view.requestMeasure()
    }
    image.addEventListener('error', refuse)
    dom.append(image)
    this.around.picture(this.path).then((address) => (image.src = address), refuse)
    return dom
  }

  override ignoreEvent(): boolean {
    return false
  }
}

/** Returns the picture a target means, or `null` where it means none of the project. */
export function picture(around: FilesAround, target: string, alt: string): WidgetType | null {
  const from = around.path()
  const path = from && fileOf(target, from)
  return path ? new PictureWidget(around, path, alt) : null
}
