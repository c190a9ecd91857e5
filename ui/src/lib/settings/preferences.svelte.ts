import { SvelteMap } from 'svelte/reactivity'
import { DEFAULT_SETTINGS, type Host, type Settings, type SettingsPatch } from '$lib/host'
import { locale, resolveLocale } from '$lib/i18n'
import { dress } from './dress'

/** The settings of this installation. A change takes effect at once, without a restart. */
export class Preferences {
  #settings = $state.raw<Settings>(DEFAULT_SETTINGS)
  /** The full path of the settings file. */
  file = $state('')
  /** The fields of the file that could not be used. */
  unusable = $state.raw<readonly string[]>([])
  /** The copy of a broken settings file that the writer was told of last. */
  #setAside: string | null = null
  /** The current zoom in percent. */
  #zoom = 100
  /** The settings in the file, as far as known. */
  #kept = DEFAULT_SETTINGS
  /** The number of pending writes, and the last one. Each write waits for the one before, so that no change is lost. */
  #pending = 0
  #last: Promise<void> = Promise.resolve()
  /** Preferences of the system. */
  readonly #system = new SvelteMap<'dark' | 'contrast', boolean>()

  constructor(
    private readonly host: Pick<Host, 'settings' | 'updateSettings' | 'zoom' | 'pickProject'>,
    private readonly report: (reason: unknown) => void,
    /** Called once for each broken settings file, with the path of its copy. */
    private readonly onSetAside: (copy: string) => void = () => {},
  ) {
    for (const [name, query] of [['dark', '(prefers-color-scheme: dark)'], ['contrast', '(prefers-contrast: more)']] as const) {
      const media = matchMedia(query)
      this.#system.set(name, media.matches)
      media.addEventListener('change', () => {
        this.#system.set(name, media.matches)
        this.#show(this.#settings)
      })
    }
  }

  get settings(): Settings {
    return this.#settings
  }

  /** The visible theme, also if the setting follows the system. */
  get seenTheme(): 'paper' | 'ink' {
    const { theme } = this.#settings
    if (theme === 'paper' || theme === 'ink') return theme
    return this.#system.get('dark') ? 'ink' : 'paper'
  }

  /** Loads the settings, at the start and whenever the file may have been edited by hand. */
  async load(): Promise<Settings> {
    try {
      const { settings, file, unusable, setAside } = await this.host.settings()
      this.file = file
      this.unusable = unusable
      this.#kept = settings
      if (setAside !== null && setAside !== this.#setAside) this.onSetAside((this.#setAside = setAside))
    } catch (reason) {
      this.#kept = DEFAULT_SETTINGS
      this.report(reason)
    }
    // A pending change is newer than the file.
    if (this.#pending === 0) this.#show(this.#kept)
    return this.#settings
  }

  /**
   * Changes settings. If they cannot be saved, the change is reverted and reported: the window shows the settings of
   * the next start.
   */
  async change(patch: Partial<SettingsPatch>): Promise<void> {
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null && value !== undefined))
    this.#show({ ...this.#settings, ...given })
    this.#pending += 1
    this.#last = this.#last.then(() => this.#keep(patch))
    return this.#last
  }

  /**
   * Lets the writer choose the folder for the memory of all projects. The core accepts only a folder from its dialog.
   */
  async chooseGlobalMemory(): Promise<void> {
    try {
      const place = await this.host.pickProject()
      if (place !== null) await this.change({ globalMemory: place })
    } catch (reason) {
      this.report(reason)
    }
  }

  async #keep(patch: Partial<SettingsPatch>): Promise<void> {
    try {
      this.#kept = await this.host.updateSettings(patch)
    } catch (reason) {
      this.report(reason)
    }
    this.#pending -= 1
    if (this.#pending === 0) this.#show(this.#kept)
  }

  #show(settings: Settings): void {
    this.#settings = settings
    locale.set(resolveLocale(settings.language))
    dress(document.documentElement, settings, this.#system.get('contrast') ?? false)
    if (settings.zoom === this.#zoom) return
    this.#zoom = settings.zoom
    this.host.zoom(settings.zoom / 100).catch(this.report)
  }
}
