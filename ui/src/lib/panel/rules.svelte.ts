import { SvelteMap } from 'svelte/reactivity'
import type { Category, Host, NewRule, RuleView } from '$lib/host'
import { Resource } from '$lib/ui/resource.svelte'
import type { Notices } from '$lib/notices/notices.svelte'

/** The order in which groups are read: from the word to the whole. */
export const CATEGORIES: readonly Category[] = ['pacing', 'style', 'structure', 'character', 'vocabulary']

/** How far the rules reach that are shown. */
export const REACHES = ['all', 'global', 'project'] as const
export type Reach = (typeof REACHES)[number]

/** The rules of one category. */
export interface RuleGroup {
  category: Category
  rules: RuleView[]
}

/** What the desk knows about how the writer writes, and what the writer may do about it. */
export class Rules {
  readonly all: Resource<RuleView[]>

  /** Sentences being edited and not saved yet, by rule. Here, since a view goes with its tab and a card with its group. */
  readonly drafts = new SvelteMap<string, string>()
  /** The rule being written by hand, or `null`. */
  written = $state<NewRule | null>(null)

  /** Whose rules are shown: all, or only those of one reach. */
  reach = $state<Reach>('all')
  /** Whether there is anything to tell apart by reach. */
  readonly reaches = $derived.by(() => (this.all.value ?? []).some(({ scope }) => scope === 'global'))
  readonly #shown = $derived.by(() =>
    (this.all.value ?? []).filter(({ scope }) => !this.reaches || this.reach === 'all' || scope === this.reach),
  )
  readonly groups = $derived.by(() => groupRules(this.#shown))
  readonly noticed = $derived.by(() => inState(this.#shown, 'noticed'))

  /** The rule that is asked for from elsewhere and not yet in view. */
  shown = $state<string | null>(null)

  #acting = false

  constructor(
    private readonly host: Host,
    private readonly notices: Notices,
  ) {
    this.all = new Resource(() => host.listRules())
  }

  /** Returns the sentence of a rule, or `null` where it is not known. */
  textOf(id: string): string | null {
    return this.all.value?.find((rule) => rule.id === id)?.text ?? null
  }

  /** Brings a rule into view, whichever are shown. */
  show(id: string): void {
    this.shown = id
    this.reach = 'all'
  }

  confirm(id: string): Promise<boolean> {
    return this.#act(() => this.host.updateRule(id, { confirmed: true }))
  }

  /** Saves the draft of a rule; where that fails it stays a draft. */
  async edit(id: string): Promise<boolean> {
    const text = this.drafts.get(id)?.trim()
    if (!text) return false
    const done = await this.#act(() => this.host.updateRule(id, { text }))
    if (done) this.drafts.delete(id)
    return done
  }

  delete(id: string): Promise<boolean> {
    return this.#act(() => this.host.deleteRule(id))
  }

  /** Lets a rule hold in every project. */
  promote(id: string): Promise<boolean> {
    return this.#act(() => this.host.promoteRule(id))
  }

  /** Lets a rule hold in this project only. */
  demote(id: string): Promise<boolean> {
    return this.#act(() => this.host.demoteRule(id))
  }

  /** Adds the rule written by hand; where that fails it is still there to be saved. */
  async add(): Promise<boolean> {
    const rule = $state.snapshot(this.written)
    const text = rule?.text.trim()
    if (!rule || !text) return false
    const done = await this.#act(() => this.host.addRule({ ...rule, text }))
    if (done) {
      this.written = null
      // It belongs to this project, and she looks for it.
      if (this.reach === 'global') this.reach = 'all'
    }
    return done
  }

  /** One change at a time: a second press of a key asks for what is being done already. */
  async #act(action: () => Promise<unknown>): Promise<boolean> {
    if (this.#acting) return false
    this.#acting = true
    const done = await this.notices.attempt(action)
    await this.all.load()
    this.#acting = false
    return done
  }
}

/** Returns the rules in force by category, the surest first; categories without one are left out. */
export function groupRules(rules: RuleView[]): RuleGroup[] {
  const inForce = inState(rules, 'rule')
  return CATEGORIES.map((category) => ({
    category,
    rules: inForce.filter((rule) => rule.category === category).sort((a, b) => b.confidence - a.confidence),
  })).filter((group) => group.rules.length > 0)
}

/** Returns whether a rule takes so much room that its card shows the beginning only: more than six lines or so. */
export function isLong(text: string): boolean {
  // A Han character is about as wide as two letters.
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0) > 240
}

/** Returns how many episodes speak for and against a rule. */
export function countEvidence(rule: RuleView): { supporting: number; contradicting: number; all: number } {
  const supporting = rule.supportingEpisodes.length
  const contradicting = rule.contradictingEpisodes.length
  return { supporting, contradicting, all: supporting + contradicting }
}

const inState = (rules: RuleView[], state: RuleView['state']) =>
  rules.filter((rule) => rule.state === state)
