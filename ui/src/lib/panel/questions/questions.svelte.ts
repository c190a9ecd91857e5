import { SvelteSet } from 'svelte/reactivity'
import type { Answer, Host, QuestionView } from '$lib/host'
import type { Notices } from '$lib/notices/notices.svelte'
import { Resource } from '$lib/ui/resource.svelte'

/** What the desk asks the writer, and what the writer answers. */
export class Questions {
  readonly all: Resource<QuestionView[]>
  /** The question under the fold that the writer has opened, by id. */
  opened = $state<string | null>(null)
  unfolded = $state(false)

  /** The one question that stands open by itself; one that was put off just now does no longer. */
  readonly forward = $derived.by(() => this.all.value?.find(({ id, forward }) => forward && !this.#putOff.has(id)))
  /** Those that wait to be opened, what was put off last. */
  readonly folded = $derived.by(() => {
    const others = (this.all.value ?? []).filter((question) => question !== this.forward)
    return others.sort((one, other) => Number(one.state === 'later') - Number(other.state === 'later'))
  })
  /** How many ask for an answer; what was put off asks again once it comes forward in another session. */
  readonly waiting = $derived.by(
    () => (this.all.value ?? []).filter((question) => question.state === 'pending' || question === this.forward).length,
  )

  /** What was put off since the project was opened, by id. */
  readonly #putOff = new SvelteSet<string>()
  #answering = false

  constructor(
    private readonly host: Host,
    private readonly notices: Notices,
  ) {
    this.all = new Resource(() => host.listQuestions())
  }

  /** Gives an answer; one at a time, since the second press of a key would answer what comes after. */
  async answer(question: QuestionView, answer: Answer): Promise<boolean> {
    if (this.#answering) return false
    this.#answering = true
    const done = await this.notices.attempt(() => this.host.answerQuestion({ questionId: question.id, answer }))
    if (done && answer === 'later') this.#putOff.add(question.id)
    await this.all.load()
    this.#answering = false
    return done
  }
}
