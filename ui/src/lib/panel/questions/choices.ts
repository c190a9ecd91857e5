import type { Answer, QuestionView } from '$lib/host'
import { quoted } from '../quote'
import { t } from './messages'

/** An answer as it stands on a card. */
export interface AnswerChoice {
  answer: Answer
  label: string
  hint: string
  /** The keys that give it while the card has the focus; the first is the one shown. */
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

/** The answers to a yes or no, with keys of their own. */
const VERDICT_KEYS = { a: ['Y', '1'], neither: ['N', '2'], later: ['L'] } satisfies Partial<typeof KEYS>

const isVerdict = (answer: Answer): answer is keyof typeof VERDICT_KEYS => answer in VERDICT_KEYS

/** Returns the answers to a question in the order they are shown. */
export function choices({ reason, answers }: QuestionView): AnswerChoice[] {
  return answers.map((answer) =>
    reason === 'proposal' && isVerdict(answer)
      ? { answer, label: t.verdict[answer], hint: t.verdictHint[answer], keys: VERDICT_KEYS[answer] as AnswerChoice['keys'] }
      : { answer, label: t.answer[answer], hint: t.hint[answer], keys: KEYS[answer] },
  )
}

/** Returns what follows from an answer, in one line. */
export function outcome({ reason, a, b }: QuestionView, answer: Answer): string {
  if (reason === 'proposal' && isVerdict(answer)) return t.verdictFollows[answer]
  if (answer === 'a') return t.kept(quoted(a.text))
  if (answer === 'b') return t.kept(quoted(b?.text ?? a.text))
  return t.follows[answer]
}
