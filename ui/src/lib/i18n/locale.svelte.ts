import type { InterfaceLanguage } from '$lib/host'

/** A language the interface speaks. */
export type Locale = 'en' | 'zh'

let current = $state<Locale>('en')

/** The language of the interface, one for the whole window; reading it in a component follows changes. */
export const locale = {
  get current(): Locale {
    return current
  },

  set(next: Locale) {
    current = next
    // The language decides which of the CJK glyph variants is drawn and how a screen reader speaks.
    document.documentElement.lang = next === 'zh' ? 'zh-Hans' : 'en'
  },
}

/** Returns the language a setting means on this machine. */
export function resolveLocale(setting: InterfaceLanguage, system: readonly string[] = navigator.languages): Locale {
  if (setting !== 'system') return setting
  return system[0]?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
