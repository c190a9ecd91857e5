import { SvelteSet } from 'svelte/reactivity'
import type { Answer, Host, QuestionView } from '$lib/host'
import type { Notices } from '$lib/notices/notices.svelte'
import { Resource } from '$lib/ui/resource.svelte'

/** The questions of the desk to the writer, and her answers. */
export class Questions {
  readonly all: Resource<QuestionView[]>
  /** The id of the folded question that the writer has opened. */
  opened = $state<string | null>(null)
  unfolded = $state(false)

  /** The question that is shown open. A question postponed in this session is not. */
  readonly forward = $derived.by(() => this.all.value?.find(({ id, forward }) => forward && !this.#putOff.has(id)))
  /** The folded questions; postponed ones come last. */
  readonly folded = $derived.by(() => {
    const others = (this.all.value ?? []).filter((question) => question !== this.forward)
    return others.sort((one, other) => Number(one.state === 'later') - Number(other.state === 'later'))
  })
  /** The number of pending questions. A postponed question counts again once a later session brings it forward. */
  readonly waiting = $derived.by(
    () => (this.all.value ?? []).filter((question) => question.state === 'pending' || question === this.forward).length,
  )

  /** The ids of questions postponed since the project was opened. */
  readonly #putOff = new SvelteSet<string>()
  #answering = false

  constructor(
    private readonly host: Host,
    private readonly notices: Notices,
  ) {
    this.all = new Resource(() => host.listQuestions())
  }

  /** Opens the first folded question if no question is shown open. */
  open(): void {
    const [first] = this.folded
    if (this.forward || !first) return
    this.unfolded = true
    this.opened ??= first.id
  }

  /** Sends an answer. One at a time: a second press of the key would answer the next question. */
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
