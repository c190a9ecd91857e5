// The keys of an offer as a list for the settings. They are fixed: while an offer is open, its keys are read before all
// other keys.

import { keyName } from '$lib/ui/keys'
import { EDIT, TAKE_NEXT, TAKE_SENTENCE } from './keys'
import { words } from './words'

/** Returns each key of an offer, as printed on the keyboard, and what it does. */
export function offerKeyList(): readonly { keys: readonly string[]; does: string }[] {
  return [
    { keys: ['1', '2', '3', 'Tab'], does: words.show },
    { keys: [keyName('Enter')], does: words.take },
    { keys: [keyName(EDIT)], does: words.edit },
    { keys: [keyName(TAKE_SENTENCE)], does: words.takeSentence },
    { keys: [keyName(TAKE_NEXT)], does: words.takeChange },
    { keys: ['↑', '↓'], does: words.changes },
    { keys: [words.space], does: words.inOrOut },
    { keys: ['V'], does: words.look },
    { keys: ['S'], does: words.kind },
    { keys: [keyName('Escape')], does: words.leave },
  ]
}
