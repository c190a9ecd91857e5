import type { InterfaceLanguage } from '$lib/host'

export type Locale = 'en' | 'zh'

let current = $state<Locale>('en')

/** The language that `sayIn` asks for meanwhile. */
let asked: Locale | null = null

/** The language of the interface, shared by the whole window. Reactive. */
export const locale = {
  get current(): Locale {
    return asked ?? current
  },

  set(next: Locale) {
    current = next
    // The language of the document selects the CJK glyph variants and the voice of a screen reader.
    document.documentElement.lang = next === 'zh' ? 'zh-Hans' : 'en'
  },
}

/** Returns what `say` returns in one language, whatever the language of the interface. */
export function sayIn<T>(language: Locale, say: () => T): T {
  asked = language
  try {
    return say()
  } finally {
    asked = null
  }
}

/** Returns the language for a setting; the language of the system for `system`. */
export function resolveLocale(setting: InterfaceLanguage, system: readonly string[] = navigator.languages): Locale {
  if (setting !== 'system') return setting
  return system[0]?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
