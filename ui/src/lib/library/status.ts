// The words for the status of a manuscript. A status is a word in its front matter, in either language.

import { t } from './messages'

/** The known states of a manuscript, in order. */
export const STATUSES = ['draft', 'revised', 'done'] as const

const KNOWN: Record<string, (typeof STATUSES)[number]> = {
  draft: 'draft',
  草稿: 'draft',
  revised: 'revised',
  修订: 'revised',
  修訂: 'revised',
  done: 'done',
  完成: 'done',
}

/** Returns the word for a status in the language of the desk; a word of the writer's own stays. */
export function sayStatus(status: string): string {
  const known = KNOWN[status.toLowerCase()]
  return known ? t.statuses[known] : status
}
