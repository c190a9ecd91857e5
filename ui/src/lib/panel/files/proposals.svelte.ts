import type { Host, ProposalView } from '$lib/host'
import type { Notices } from '$lib/notices/notices.svelte'
import { Resource } from '$lib/ui/resource.svelte'

/** Proposed changes of the writer's own lines. */
export class Proposals {
  readonly all: Resource<ProposalView[]>
  /** Whether the proposals after the first are shown. */
  unfolded = $state(false)

  readonly waiting = $derived.by(() => this.all.value?.length ?? 0)

  #deciding = false

  constructor(
    private readonly host: Host,
    private readonly notices: Notices,
  ) {
    this.all = new Resource(() => host.listProposals())
  }

  /** Returns the number of proposals for a file, by its name in the memory root. */
  about(name: string): number {
    return (this.all.value ?? []).filter(({ path }) => path === name).length
  }

  /** Accepts or dismisses a proposal. One at a time: a second press of the key would decide the next proposal. */
  async decide(proposal: ProposalView, accepted: boolean): Promise<boolean> {
    if (this.#deciding) return false
    this.#deciding = true
    const done = await this.notices.attempt(() => this.host.decideProposal({ proposalId: proposal.id, accepted }))
    await this.all.load()
    this.#deciding = false
    return done
  }
}
