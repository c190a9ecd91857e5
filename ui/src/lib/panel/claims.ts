import { asScene } from '$lib/candidates'
import type { RuleView } from '$lib/host'
import { t } from './messages'

/** Says what a rule is measured as; empty for a rule that is not measured. */
export function sayClaims({ claims }: RuleView): string {
  const said = claims.flatMap(({ feature, direction, sceneType }) => {
    const leaning = t.leaning[feature]?.[direction]
    return leaning ? t.claim(leaning, sceneType ? asScene(sceneType) : null) : []
  })
  return t.claims(said)
}
