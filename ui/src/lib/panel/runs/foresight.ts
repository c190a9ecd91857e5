import type { Restored, RestoredFile } from '$lib/host'
import { t } from './messages'

/** The effect of taking a run back, in one sentence, and the possible next step. */
export interface Foresight {
  sentence: string
  /** `go` takes it back, `merge` tries to keep later changes, `none` offers no action. */
  next: 'go' | 'merge' | 'none'
}

/** Returns the meaning of a dry run for the writer. */
export function foresight({ files, rules, questions, noes, episodes }: Restored): Foresight {
  const refused = files.filter(({ outcome }) => outcome === 'refused')
  const because = (why: RestoredFile['why']) => names(refused.filter((file) => file.why === why))
  const refusedRules = rules.filter(({ outcome }) => outcome === 'refused').length
  const notKept = because('not_kept')
  if (notKept.length > 0) return { sentence: t.notKept(notKept), next: 'none' }
  // A merge cannot resolve changed rules.
  if (refusedRules > 0) return { sentence: t.rulesChanged(refusedRules), next: 'none' }
  const conflicts = because('conflicts')
  if (conflicts.length > 0) return { sentence: t.conflicts(conflicts), next: 'none' }
  const since = because('changed_since')
  if (since.length > 0) {
    const later = new Set(refused.flatMap((file) => file.since)).size
    return { sentence: t.changedSince(since, later), next: 'merge' }
  }
  const back = names(files.filter(({ outcome }) => outcome === 'goes_back'))
  const merged = names(files.filter(({ outcome }) => outcome === 'merged'))
  const along = t.along({ rules: rules.length, questions, noes, episodes })
  if (back.length + merged.length === 0 && along === '') return { sentence: t.asItIs, next: 'none' }
  if (merged.length > 0) return { sentence: t.merges(merged, t.together([...back, along])), next: 'go' }
  return { sentence: back.length > 0 ? t.goesBack(back, along) : t.onlyAlong(along), next: 'go' }
}

const names = (files: RestoredFile[]) => files.map(({ path }) => path)
