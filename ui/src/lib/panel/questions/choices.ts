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

/** Returns the words for the answers yes and no to a question; `null` for a question with two sides. */
function verdictWords(reason: QuestionView['reason']) {
  if (reason === 'proposal') return { hint: t.verdictHint, follows: t.verdictFollows }
  if (reason === 'rewording') return { hint: t.rewordingHint, follows: t.rewordingFollows }
  return null
}

/** Returns the answers to a question in their order on the card. */
export function choices({ reason, answers }: QuestionView): AnswerChoice[] {
  const words = verdictWords(reason)
  return answers.map((answer) =>
    words && isVerdict(answer)
      ? { answer, label: t.verdict[answer], hint: words.hint[answer], keys: VERDICT_KEYS[answer] as AnswerChoice['keys'] }
      : { answer, label: t.answer[answer], hint: t.hint[answer], keys: KEYS[answer] },
  )
}

/** Returns the effect of an answer in one line. */
export function outcome({ reason, a, b }: QuestionView, answer: Answer): string {
  const words = verdictWords(reason)
  if (words && isVerdict(answer)) return words.follows[answer]
  if (answer === 'a') return t.kept(quoted(a.text))
  if (answer === 'b') return t.kept(quoted(b?.text ?? a.text))
  return t.follows[answer]
}
