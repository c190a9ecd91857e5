import type { Host, InterfaceLanguage, Settings, Theme } from '$lib/host'
import { locale, resolveLocale, type Locale } from '$lib/i18n'

/** The settings that show: language and colours. They take effect at once, without a restart. */
export class Preferences {
  #theme = $state<Theme>('system')

  constructor(
    private readonly host: Host,
    private readonly report: (reason: unknown) => void,
  ) {}

  get theme(): Theme {
    return this.#theme
  }

  /** The theme that is seen, where the setting leaves it to the system. */
  get seenTheme(): 'paper' | 'ink' {
    if (this.#theme !== 'system') return this.#theme
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'ink' : 'paper'
  }

  async load(): Promise<Settings | null> {
    try {
      const settings = await this.host.settings()
      this.#show(settings.language ?? 'system', settings.theme ?? 'system')
      return settings
    } catch (reason) {
      this.#show('system', 'system')
      this.report(reason)
      return null
    }
  }

  async setLanguage(language: Locale): Promise<void> {
    const before = locale.current
    locale.set(language)
    await this.#save({ language }, () => locale.set(before))
  }

  async setTheme(theme: 'paper' | 'ink'): Promise<void> {
    const before = this.#theme
    this.#paint(theme)
    await this.#save({ theme }, () => this.#paint(before))
  }

  /** A setting that could not be kept snaps back and says so: what is seen is what the next start shows. */
  async #save(patch: Partial<Settings>, revert: () => void) {
    try {
      await this.host.updateSettings(patch)
    } catch (reason) {
      revert()
      this.report(reason)
    }
  }

  #show(language: InterfaceLanguage, theme: Theme) {
    locale.set(resolveLocale(language))
    this.#paint(theme)
  }

  #paint(theme: Theme) {
    this.#theme = theme
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }
}
