// The toggles of the search term and of the replacement.

import CaseSensitive from '@lucide/svelte/icons/case-sensitive'
import CaseUpper from '@lucide/svelte/icons/case-upper'
import Regex from '@lucide/svelte/icons/regex'
import WholeWord from '@lucide/svelte/icons/whole-word'
import type { Component } from 'svelte'
import type { Terms } from './query'
import { words } from './words'

/** A toggle button in a field. */
export type Toggle = {
  readonly icon: Component<{ size?: number | string; strokeWidth?: number | string }>
  readonly label: string
  readonly on: boolean
  /** The letter that flips the toggle together with Alt. */
  readonly key?: string
  readonly flip: () => void
}

type Set = (patch: Partial<Terms>) => void

/** Returns the toggles of the search term. */
export function howToFind(terms: Terms, set: Set): Toggle[] {
  return [
    { icon: CaseSensitive, label: words.caseSensitive, on: terms.caseSensitive, key: 'c', flip: () => set({ caseSensitive: !terms.caseSensitive }) },
    { icon: WholeWord, label: words.wholeWord, on: terms.wholeWord, key: 'w', flip: () => set({ wholeWord: !terms.wholeWord }) },
    { icon: Regex, label: words.regex, on: terms.regex, key: 'r', flip: () => set({ regex: !terms.regex }) },
  ]
}

/** Returns the toggles of the replacement. */
export function howToReplace(terms: Terms, set: Set): Toggle[] {
  return [{ icon: CaseUpper, label: words.keepCase, on: terms.keepCase, flip: () => set({ keepCase: !terms.keepCase }) }]
}

/** Flips the toggle of a pressed key. Returns whether the key belongs to a toggle. */
export function flipBy(event: KeyboardEvent, toggles: readonly Toggle[]): boolean {
  if (!event.altKey || event.ctrlKey || event.metaKey) return false
  const toggle = toggles.find(({ key }) => key === event.key.toLowerCase())
  toggle?.flip()
  return toggle !== undefined
}
