// Gives the list of candidates the sentences of the rules.

import { Facet } from '@codemirror/state'

/** Returns the sentence of a rule, or `null` for an unknown id. */
export type RuleText = (id: string) => string | null

export const ruleText = Facet.define<RuleText, RuleText>({ combine: ([given]) => given ?? (() => null) })
