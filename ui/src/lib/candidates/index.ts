// Candidates in place: select a passage, press a skill's key, take, take a part, or leave it as it was.

import type { EditorState, Extension } from '@codemirror/state'
import { tooltips, type EditorView } from '@codemirror/view'
import type { EpisodeInput, Host } from '$lib/host'
import { ask } from './ask'
import { recordOutcomes } from './decide'
import { drawOffering } from './draw'
import { offerKeys } from './keys'
import { notes } from './note'
import { end, offering, openOffering } from './offering'
import { ruleText, type RuleText } from './ruleText'
import { said } from './said'
import { skillHint } from './skillHint'
import { skills, type Skills } from './skills'
import { style } from './style'
import { settleTakes, watchTakes } from './watch'

export { Outbox } from './outbox'
export type { RuleText } from './ruleText'
export type { Skills } from './skills'
export { saidScenes } from './said'
export { keyOfSkill, skillCommands } from './skills'
export { settleTakes } from './watch'
export { sayUnrecorded } from './words'

/** Where candidates come from and where outcomes go. */
export type CandidateOptions = {
  host: Pick<Host, 'offer'>
  /** Returns the manuscript's path, relative to the project; it may be given another one while it is open. */
  path: () => string
  /** Takes an episode on its way to the journal. */
  post: (episode: EpisodeInput) => void
  ruleText: RuleText
  /** The key of each skill now, as CodeMirror writes it. */
  keyOf: Skills['keyOf']
}

/** Room, in pixels, between the edge of the page and what floats on it. */
const MARGIN = 8

/** Keeps what floats on the page: beyond its edge it would lie over the panel, or on the frame of the window. */
const onThePage = tooltips({
  tooltipSpace: (view) => {
    const { left, right, top, bottom } = view.scrollDOM.getBoundingClientRect()
    return { left: left + MARGIN, right: right - MARGIN, top, bottom }
  },
})

/** Returns the extension that offers candidates in a manuscript. */
export function candidates({ host, path, post, ruleText: textOf, keyOf }: CandidateOptions): Extension {
  const asked: Skills = { run: (view, skill) => void ask(view, host, path(), skill), keyOf }
  return [
    offering,
    ruleText.of(textOf),
    said,
    skills.of(asked),
    offerKeys(),
    drawOffering(),
    onThePage,
    notes,
    skillHint(asked),
    recordOutcomes(post),
    watchTakes(post),
    style,
  ]
}

/** Returns whether candidates are in view: the document is not touched until the writer has decided. */
export function isOffering(state: EditorState): boolean {
  return openOffering(state) !== null
}

/** Ends an open offer, and leaves the passage as it is. */
export function endOffer(view: EditorView): void {
  view.dispatch({ effects: end.of(null) })
}

/** Brings everything about candidates to rest before the manuscript goes out of view; an open offer waits in it. */
export function leaveCandidates(view: EditorView, post: CandidateOptions['post']): void {
  settleTakes(view, post)
  // The answer would find another manuscript in the view.
  if (view.state.field(offering, false)?.choice === null) view.dispatch({ effects: end.of(null) })
}
