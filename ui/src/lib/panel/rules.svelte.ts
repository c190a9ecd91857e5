import { SvelteMap } from 'svelte/reactivity'
import type { Category, Host, Meaning, NewRule, RulePatch, RuleView } from '$lib/host'
import { Resource } from '$lib/ui/resource.svelte'
import type { Notices } from '$lib/notices/notices.svelte'

/** The order of the groups: from single words to the whole book. */
export const CATEGORIES: readonly Category[] = ['pacing', 'style', 'structure', 'character', 'vocabulary']

/** The skills that choices are recorded under: two of the desk, and the writer's own revisions. */
export const SKILLS = ['polish', 'tighten', 'revise'] as const

/** The filters by scope. */
export const REACHES = ['all', 'global', 'project'] as const
export type Reach = (typeof REACHES)[number]

export interface RuleGroup {
  category: Category
  rules: RuleView[]
}

/** An unsaved edit of a rule. */
export class RuleDraft {
  text = $state('')
  category = $state<Category>('style')
  sceneType = $state<string | null>(null)
  skill = $state<string | null>(null)

  constructor(rule: Pick<RuleView, 'text' | 'category' | 'sceneType' | 'skill'>) {
    this.text = rule.text
    this.category = rule.category
    this.sceneType = rule.sceneType
    this.skill = rule.skill
  }

  /** Returns the changes that the edit makes to a rule; `null` for none. */
  patch(rule: RuleView): RulePatch | null {
    const { category, sceneType, skill } = this
    const text = this.text.trim()
    const patch: RulePatch = {}
    if (text !== rule.text) patch.text = text
    if (category !== rule.category) patch.category = category
    if (sceneType !== rule.sceneType || skill !== rule.skill) patch.place = { sceneType, skill }
    return Object.keys(patch).length > 0 ? patch : null
  }
}

/** The rules and the writer's actions on them. */
export class Rules {
  readonly all: Resource<RuleView[]>

  /** Unsaved edits by rule id. Kept here: the view is removed with its tab, and a card with its group. */
  readonly drafts = new SvelteMap<string, RuleDraft>()
  /** The new rule that the writer is adding by hand, or `null`. */
  written = $state<NewRule | null>(null)

  /** The selected filter. */
  reach = $state<Reach>('all')
  /** Whether the filter is needed: there are rules of more than one scope. */
  readonly reaches = $derived.by(() => (this.all.value ?? []).some(({ scope }) => scope === 'global'))
  readonly #shown = $derived.by(() =>
    (this.all.value ?? []).filter(({ scope }) => !this.reaches || this.reach === 'all' || scope === this.reach),
  )
  readonly groups = $derived.by(() => groupRules(this.#shown))
  readonly noticed = $derived.by(() => inState(this.#shown, 'noticed'))

  /** The rule requested by another view, until it is scrolled into view. */
  shown = $state<string | null>(null)

  #acting = false

  constructor(
    private readonly host: Host,
    private readonly notices: Notices,
  ) {
    this.all = new Resource(() => host.listRules())
  }

  /** Returns the sentence of a rule, or `null` if it is not known. */
  textOf(id: string): string | null {
    return this.all.value?.find((rule) => rule.id === id)?.text ?? null
  }

  /** Scrolls a rule into view and removes the filter. */
  show(id: string): void {
    this.shown = id
    this.reach = 'all'
  }

  confirm(id: string): Promise<boolean> {
    return this.#act(() => this.host.updateRule(id, { confirmed: true }))
  }

  /**
   * Saves the draft of a rule and returns the id that the rule has then; `null` if it was not saved. After a failure the
   * draft stays.
   */
  async edit(rule: RuleView): Promise<string | null> {
    const draft = this.drafts.get(rule.id)
    if (!draft?.text.trim()) return null
    const patch = draft.patch(rule)
    let saved = rule.id
    const done = patch === null || (await this.#act(async () => (saved = (await this.host.updateRule(rule.id, patch)).id)))
    if (!done) return null
    this.drafts.delete(rule.id)
    return saved
  }

  /** Lets a rule rest, or wakes it. */
  rest(id: string, resting: boolean): Promise<boolean> {
    return this.#act(() => this.host.updateRule(id, { resting }))
  }

  /** Corrects what the desk understood of a hand-written rule. */
  correct(id: string, meaning: Meaning): Promise<boolean> {
    return this.#act(() => this.host.updateRule(id, { meaning }))
  }

  delete(id: string): Promise<boolean> {
    return this.#act(() => this.host.deleteRule(id))
  }

  /** Makes a rule apply to all projects. */
  promote(id: string): Promise<boolean> {
    return this.#act(() => this.host.promoteRule(id))
  }

  /** Makes a rule apply to this project only. */
  demote(id: string): Promise<boolean> {
    return this.#act(() => this.host.demoteRule(id))
  }

  /** Opens the form for a new rule; an unsaved one stays. */
  begin(): void {
    this.written ??= { text: '', category: 'style', sceneType: null }
  }

  /** Adds the rule written by hand. After a failure it can be saved again. */
  async add(): Promise<boolean> {
    const rule = $state.snapshot(this.written)
    const text = rule?.text.trim()
    if (!rule || !text) return false
    const done = await this.#act(() => this.host.addRule({ ...rule, text }))
    if (done) {
      this.written = null
      // The new rule belongs to this project and must be visible.
      if (this.reach === 'global') this.reach = 'all'
    }
    return done
  }

  /** Runs one change at a time: a second press of a key would request the same change again. */
  async #act(action: () => Promise<unknown>): Promise<boolean> {
    if (this.#acting) return false
    this.#acting = true
    const done = await this.notices.attempt(action)
    await this.all.load()
    this.#acting = false
    return done
  }
}

/** Returns the rules in force by category, the most confident first. Empty categories are left out. */
export function groupRules(rules: RuleView[]): RuleGroup[] {
  const inForce = inState(rules, 'rule')
  return CATEGORIES.map((category) => ({
    category,
    rules: inForce.filter((rule) => rule.category === category).sort((a, b) => b.confidence - a.confidence),
  })).filter((group) => group.rules.length > 0)
}

/** Returns whether a card shows only the beginning of the rule: it would take more than about six lines. */
export function isLong(text: string): boolean {
  // A Han character is about as wide as two letters.
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0) > 240
}

export function countEvidence(rule: RuleView): { supporting: number; contradicting: number; all: number } {
  const supporting = rule.supportingEpisodes.length
  const contradicting = rule.contradictingEpisodes.length
  return { supporting, contradicting, all: supporting + contradicting }
}

const inState = (rules: RuleView[], state: RuleView['state']) =>
  rules.filter((rule) => rule.state === state)
