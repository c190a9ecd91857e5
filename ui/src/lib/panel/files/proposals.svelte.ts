import type { Host, ProposalView } from '$lib/host'
import type { Notices } from '$lib/notices/notices.svelte'
import { Resource } from '$lib/ui/resource.svelte'

/** What the desk would change in the writer's own lines. */
export class Proposals {
  readonly all: Resource<ProposalView[]>
  /** Those behind the first are shown too. */
  unfolded = $state(false)

  readonly waiting = $derived.by(() => this.all.value?.length ?? 0)

  #deciding = false

  constructor(
    private readonly host: Host,
    private readonly notices: Notices,
  ) {
    this.all = new Resource(() => host.listProposals())
  }

  /** Returns how many wait about one file, by its name in the memory root. */
  about(name: string): number {
    return (this.all.value ?? []).filter(({ path }) => path === name).length
  }

  /** Makes a change or puts it away; one at a time, since the second press of a key would decide what comes after. */
  async decide(proposal: ProposalView, accepted: boolean): Promise<boolean> {
    if (this.#deciding) return false
    this.#deciding = true
    const done = await this.notices.attempt(() => this.host.decideProposal({ proposalId: proposal.id, accepted }))
    await this.all.load()
    this.#deciding = false
    return done
  }
}
