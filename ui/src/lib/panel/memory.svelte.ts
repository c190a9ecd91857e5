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

/** The views of the panel. */
export type PanelView = 'rules' | 'questions' | 'files' | 'activity'

/** The parts of the views that a command can go to. */
export type PanelPart = 'newRule' | 'question' | 'proposal' | 'upkeep' | 'choices' | 'lastChange' | 'health' | 'commandLine'

/** All data that the panel shows for one project. */
export class Memory {
  /** The selected tab; kept while the panel is folded. */
  tab = $state<PanelView>('rules')
  /** The part that is to take the focus, until it is in view. */
  wanted = $state<PanelPart | null>(null)

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

  /** Shows a view, and the part of it that is to take the focus. */
  async show(view: PanelView, part: PanelPart | null = null): Promise<void> {
    this.tab = view
    if (part === 'newRule') this.rules.begin()
    if (part === 'question') this.questions.open()
    if (part === 'proposal' || part === 'upkeep') this.files.leave()
    if (part === 'upkeep') this.upkeep.unfolded = true
    if (part === 'choices') this.activity.choicesShown = true
    if (part === 'commandLine') this.activity.commandLineShown = true
    // The list may be older than the last change: it is loaded again only while it is in view.
    if (part === 'lastChange') await this.activity.runs.load()
    this.wanted = part
  }

  /** Moves the focus to the element of a part, if the part is to take it. Called in an effect of the view. */
  arrive(part: PanelPart, element: HTMLElement | undefined): void {
    if (this.wanted !== part || !element) return
    this.wanted = null
    element.focus({ preventScroll: true })
    // A focus alone would bring the middle of a long list into view. jsdom has no layout.
    element.scrollIntoView?.({ block: 'nearest' })
  }

  /** Returns choices with their wordings, which show how each speaks for or against a rule. */
  quotes(rule: string, ids: string[]): Promise<EpisodeView[]> {
    return this.host.queryEpisodes({ ids, rule, limit: ids.length })
  }

  /** Returns the latest choices, the newest first. */
  latest(limit: number): Promise<EpisodeView[]> {
    return this.host.queryEpisodes({ limit })
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
