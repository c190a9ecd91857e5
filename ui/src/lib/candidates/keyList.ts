// The keys of an offer as a list for the settings. They are fixed: while an offer is open, its keys are read before all
// other keys.

import { keyName } from '$lib/ui/keys'
import { EDIT, TAKE_NEXT, TAKE_SENTENCE } from './keys'
import { words } from './words'

/** Returns each key of an offer, as printed on the keyboard, and what it does. */
export function offerKeyList(): readonly { keys: readonly string[]; does: string }[] {
  const { keyList } = words
  return [
    { keys: ['1', '2', '3', 'Tab'], does: keyList.show },
    { keys: [keyName('Enter')], does: keyList.take },
    { keys: [keyName(EDIT)], does: keyList.edit },
    { keys: [keyName(TAKE_SENTENCE)], does: keyList.sentence },
    { keys: [keyName(TAKE_NEXT)], does: keyList.change },
    { keys: ['↑', '↓'], does: keyList.through },
    { keys: [words.space], does: keyList.toggle },
    { keys: ['V'], does: keyList.look },
    { keys: ['S'], does: keyList.scene },
    { keys: [keyName('Escape')], does: keyList.leave },
  ]
}
