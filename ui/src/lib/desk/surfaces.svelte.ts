/** What lies over the desk; one at a time. */
export type Surface = 'palette' | 'menu' | 'settings' | 'export' | 'import'

/** What lies over the desk now. */
export class Surfaces {
  shown = $state<Surface | null>(null)
  /** The guide lies over the page alone, with the lists beside it in reach. */
  guideShown = $state(false)
  /** How far down the guide was read, in pixels; it opens there again. */
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
