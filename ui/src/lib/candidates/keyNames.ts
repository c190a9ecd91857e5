// Which key does what in an offer.

import type { SkillName } from '$lib/host'
import { MAC } from '$lib/ui/keys'

/** The key of each skill, as CodeMirror writes keys. */
export const SKILL_KEYS: Record<SkillName, string> = { polish: 'Mod-Enter', tighten: 'Mod-Shift-Enter' }

/** The key that takes the next change only; on a Mac the one with Ctrl turns to the next desktop. */
export const TAKE_NEXT = MAC ? 'Alt-ArrowRight' : 'Ctrl-ArrowRight'
