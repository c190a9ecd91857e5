/** What lies over the desk; one at a time. */
export type Surface = 'palette' | 'menu' | 'settings' | 'export' | 'import'

/** What lies over the desk now. */
export class Surfaces {
  shown = $state<Surface | null>(null)

  show(surface: Surface): void {
    this.shown = surface
  }

  clear(): void {
    this.shown = null
  }
}
