import type { Host, UpkeepDone, UpkeepView } from '$lib/host'
import type { Notices } from '$lib/notices/notices.svelte'
import { Resource } from '$lib/ui/resource.svelte'

/** The upkeep that memory files need as they age. */
export class Upkeep {
  readonly view: Resource<UpkeepView>
  /** Whether the planned actions are shown. */
  unfolded = $state(false)

  #doing = false

  constructor(
    private readonly host: Host,
    private readonly notices: Notices,
  ) {
    this.view = new Resource(() => host.upkeep())
  }

  /** Performs the upkeep, once even if pressed repeatedly. Returns `null` after a failure, which is reported. */
  async putInOrder(): Promise<UpkeepDone | null> {
    if (this.#doing) return null
    this.#doing = true
    let done: UpkeepDone | null = null
    await this.notices.attempt(async () => {
      done = await this.host.putInOrder()
    })
    await this.view.load()
    this.#doing = false
    return done
  }
}
