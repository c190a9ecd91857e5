// What the rules say by which an offer was made.

import { Facet } from '@codemirror/state'

/** Returns the sentence of a rule, or `null` where there is none of that id any more. */
export type RuleText = (id: string) => string | null

/** Where the sentences are. */
export const ruleText = Facet.define<RuleText, RuleText>({ combine: ([given]) => given ?? (() => null) })
