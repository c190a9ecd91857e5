import type { Answer, QuestionView } from '$lib/host'
import { quoted } from '../quote'
import { t } from './messages'

/** An answer as shown on a card. */
export interface AnswerChoice {
  answer: Answer
  label: string
  hint: string
  /** The keys for this answer while the card has the focus; the first is shown. */
  keys: [string, ...string[]]
}

const KEYS: Record<Answer, AnswerChoice['keys']> = {
  a: ['A', '1'],
  b: ['B', '2'],
  both_by_scene: ['S'],
  both_by_project: ['P'],
  neither: ['N'],
  later: ['L'],
}

/** The keys for a question with the answers yes and no. */
const VERDICT_KEYS = { a: ['Y', '1'], neither: ['N', '2'], later: ['L'] } satisfies Partial<typeof KEYS>

const isVerdict = (answer: Answer): answer is keyof typeof VERDICT_KEYS => answer in VERDICT_KEYS

/** Returns the answers to a question in their order on the card. */
export function choices({ reason, answers }: QuestionView): AnswerChoice[] {
  return answers.map((answer) =>
    reason === 'proposal' && isVerdict(answer)
      ? { answer, label: t.verdict[answer], hint: t.verdictHint[answer], keys: VERDICT_KEYS[answer] as AnswerChoice['keys'] }
      : { answer, label: t.answer[answer], hint: t.hint[answer], keys: KEYS[answer] },
  )
}

/** Returns the effect of an answer in one line. */
export function outcome({ reason, a, b }: QuestionView, answer: Answer): string {
  if (reason === 'proposal' && isVerdict(answer)) return t.verdictFollows[answer]
  if (answer === 'a') return t.kept(quoted(a.text))
  if (answer === 'b') return t.kept(quoted(b?.text ?? a.text))
  return t.follows[answer]
}
