// How something is looked for and replaced, as switches beside the words.

import CaseSensitive from '@lucide/svelte/icons/case-sensitive'
import CaseUpper from '@lucide/svelte/icons/case-upper'
import Regex from '@lucide/svelte/icons/regex'
import WholeWord from '@lucide/svelte/icons/whole-word'
import type { Component } from 'svelte'
import type { Terms } from './query'
import { words } from './words'

/** A switch of a field. */
export type Toggle = {
  readonly icon: Component<{ size?: number | string; strokeWidth?: number | string }>
  readonly label: string
  readonly on: boolean
  /** The letter that flips it with Alt. */
  readonly key?: string
  readonly flip: () => void
}

type Set = (patch: Partial<Terms>) => void

/** Returns the switches of what is looked for. */
export function howToFind(terms: Terms, set: Set): Toggle[] {
  return [
    { icon: CaseSensitive, label: words.caseSensitive, on: terms.caseSensitive, key: 'c', flip: () => set({ caseSensitive: !terms.caseSensitive }) },
    { icon: WholeWord, label: words.wholeWord, on: terms.wholeWord, key: 'w', flip: () => set({ wholeWord: !terms.wholeWord }) },
    { icon: Regex, label: words.regex, on: terms.regex, key: 'r', flip: () => set({ regex: !terms.regex }) },
  ]
}

/** Returns the switches of what is put in its place. */
export function howToReplace(terms: Terms, set: Set): Toggle[] {
  return [{ icon: CaseUpper, label: words.keepCase, on: terms.keepCase, flip: () => set({ keepCase: !terms.keepCase }) }]
}

/** Flips the switch whose key was pressed; returns whether there is one. */
export function flipBy(event: KeyboardEvent, toggles: readonly Toggle[]): boolean {
  if (!event.altKey || event.ctrlKey || event.metaKey) return false
  const toggle = toggles.find(({ key }) => key === event.key.toLowerCase())
  toggle?.flip()
  return toggle !== undefined
}
