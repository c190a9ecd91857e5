import { MediaQuery } from 'svelte/reactivity'

/**
 * Which side panels are shown. In a wide window each panel has its own column. In a narrow window it floats over the
 * page.
 */
export class Layout {
  // In em: a page zoomed to 200 % folds at half the width.
  readonly #narrow = new MediaQuery('max-width: 68.75em')
  readonly #tight = new MediaQuery('max-width: 50em')
  #panel = $state({ wide: true, narrow: false })
  #files = $state({ wide: true, narrow: false })

  /** @param onChange Called when the layout to restore in the next session has changed. */
  constructor(private readonly onChange: () => void = () => {}) {}

  /** The panels shown in a wide window. */
  get wide(): { filesShown: boolean; panelShown: boolean } {
    return { filesShown: this.#files.wide, panelShown: this.#panel.wide }
  }

  set wide({ filesShown, panelShown }) {
    this.#files.wide = filesShown
    this.#panel.wide = panelShown
  }

  /** Whether the panel floats over the page. */
  get panelFloats(): boolean {
    return this.#narrow.current
  }

  /** Whether the file list floats over the page. */
  get filesFloat(): boolean {
    return this.#tight.current
  }

  get panelShown(): boolean {
    return this.#panel[this.panelFloats ? 'narrow' : 'wide']
  }

  get filesShown(): boolean {
    return this.#files[this.filesFloat ? 'narrow' : 'wide']
  }

  /** Whether a side panel floats over the page now. */
  get isCovered(): boolean {
    return (this.panelFloats && this.panelShown) || (this.filesFloat && this.filesShown)
  }

  togglePanel(): void {
    this.#panel[this.panelFloats ? 'narrow' : 'wide'] = !this.panelShown
    this.onChange()
  }

  toggleFiles(): void {
    this.#files[this.filesFloat ? 'narrow' : 'wide'] = !this.filesShown
    this.onChange()
  }

  /** Folds the floating side panels. */
  clear(): void {
    this.#panel.narrow = false
    this.#files.narrow = false
  }
}
