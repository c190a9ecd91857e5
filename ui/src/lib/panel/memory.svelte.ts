import type { EpisodeView, Host, MemoryChange } from '$lib/host'
import type { Notices } from '$lib/notices/notices.svelte'
import { Activity } from './activity/activity.svelte'
import { MemoryFiles } from './files/files.svelte'
import { Proposals } from './files/proposals.svelte'
import { Upkeep } from './files/upkeep.svelte'
import { Learning } from './learning.svelte'
import { Questions } from './questions/questions.svelte'
import { Rules } from './rules.svelte'
import { Runs } from './runs/runs.svelte'

/** All data that the panel shows for one project. */
export class Memory {
  /** The selected tab; kept while the panel is folded. */
  tab = $state<'rules' | 'questions' | 'files' | 'activity'>('rules')

  readonly rules: Rules
  readonly questions: Questions
  readonly learning: Learning
  readonly files: MemoryFiles
  readonly proposals: Proposals
  readonly upkeep: Upkeep
  readonly runs: Runs
  readonly activity: Activity

  constructor(
    /** For a view that loads its own data. */
    readonly host: Host,
    notices: Notices,
  ) {
    this.rules = new Rules(host, notices)
    this.questions = new Questions(host, notices)
    this.learning = new Learning(host, notices)
    this.files = new MemoryFiles(host)
    this.proposals = new Proposals(host, notices)
    this.upkeep = new Upkeep(host, notices)
    this.runs = new Runs(host, notices)
    this.activity = new Activity(host)
  }

  quotes(ids: string[]): Promise<EpisodeView[]> {
    return this.host.queryEpisodes({ ids, limit: ids.length })
  }

  async load(): Promise<void> {
    await Promise.all([
      this.rules.all.load(),
      this.questions.all.load(),
      this.learning.view.load(),
      this.files.load(),
      this.proposals.all.load(),
      this.upkeep.view.load(),
      this.activity.load(),
    ])
  }

  /** Loads the changed data again. Each change of the memory is also a run. */
  async refresh(change: MemoryChange): Promise<void> {
    await Promise.all([
      change.rules && this.rules.all.load(),
      this.questions.all.load(),
      change.files && this.proposals.all.load(),
      change.files && this.upkeep.view.load(),
      (change.rules || change.files) && this.files.load(),
      change.episodes ? this.learning.refresh() : change.rules && this.learning.view.load(),
      change.rules || change.files ? this.activity.load() : this.activity.loadCharts(),
    ])
  }
}
