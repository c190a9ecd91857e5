/** The dialogs that cover the desk; at most one is shown. */
export type Surface = 'palette' | 'menu' | 'settings' | 'memorySettings' | 'export' | 'import' | 'days'

/** Which dialog covers the desk, and whether the guide covers the page. */
export class Surfaces {
  shown = $state<Surface | null>(null)
  /** The guide covers only the page. The side panels stay in reach. */
  guideShown = $state(false)
  /** The scroll position of the guide, in pixels, restored when the guide is opened again. */
  guidePlace = 0

  show(surface: Surface): void {
    this.shown = surface
  }

  clear(): void {
    this.shown = null
  }

  toggleGuide(shown = !this.guideShown): void {
    this.guideShown = shown
  }
}
