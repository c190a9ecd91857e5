import { MediaQuery } from 'svelte/reactivity'

/** Which side of the desk shows. A wide window shows both until they are folded; a narrow one opens them over the page. */
export class Layout {
  // In em, so that a page zoomed to 200 % folds as a window of half the width does.
  readonly #narrow = new MediaQuery('max-width: 68.75em')
  readonly #tight = new MediaQuery('max-width: 50em')
  #panel = $state({ wide: true, narrow: false })
  #files = $state({ wide: true, narrow: false })

  /** `onChange` hears of what is to be found so again. */
  constructor(private readonly onChange: () => void = () => {}) {}

  /** What shows in a wide window. */
  get wide(): { filesShown: boolean; panelShown: boolean } {
    return { filesShown: this.#files.wide, panelShown: this.#panel.wide }
  }

  set wide({ filesShown, panelShown }) {
    this.#files.wide = filesShown
    this.#panel.wide = panelShown
  }

  /** The panel lies over the page. */
  get panelFloats(): boolean {
    return this.#narrow.current
  }

  /** The file list lies over the page. */
  get filesFloat(): boolean {
    return this.#tight.current
  }

  get panelShown(): boolean {
    return this.#panel[this.panelFloats ? 'narrow' : 'wide']
  }

  get filesShown(): boolean {
    return this.#files[this.filesFloat ? 'narrow' : 'wide']
  }

  /** A side lies over the page. */
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

  /** Folds what lies over the page. */
  clear(): void {
    this.#panel.narrow = false
    this.#files.narrow = false
  }
}
