import type { Host, UpkeepDone, UpkeepView } from '$lib/host'
import type { Notices } from '$lib/notices/notices.svelte'
import { Resource } from '$lib/ui/resource.svelte'

/** What there is to do about memory files as they age. */
export class Upkeep {
  readonly view: Resource<UpkeepView>
  /** What would be done is spelled out. */
  unfolded = $state(false)

  #doing = false

  constructor(
    private readonly host: Host,
    private readonly notices: Notices,
  ) {
    this.view = new Resource(() => host.upkeep())
  }

  /** Does it, once however often it is pressed; null where that failed, which the writer is told. */
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
