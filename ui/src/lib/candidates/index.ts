// Candidates in place: select a passage, press the key of a skill, then take all, take some changes, or leave the
// passage.

import type { EditorState, Extension } from '@codemirror/state'
import { tooltips, type EditorView, type ViewUpdate } from '@codemirror/view'
import type { EpisodeInput, Host } from '$lib/host'
import { ask } from './ask'
import { steadyCaret } from './caret'
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

export { keptOffer, reopened } from './kept'
export { offerKeyList } from './keyList'
export { Outbox } from './outbox'
export type { RuleText } from './ruleText'
export type { Skills } from './skills'
export { saidScenes } from './said'
export { SCENES, asScene, type Scene } from './scene'
export { sceneNames } from './sceneNames'
export { keyOfSkill, skillCommands } from './skills'
export { settleTakes } from './watch'
export { sayUnrecorded, words as candidateWords } from './words'

/** The host that makes offers, and the receiver of outcomes. */
export type CandidateOptions = {
  host: Pick<Host, 'offer'>
  /**
   * Returns the path of the manuscript, relative to the project. A function, because the file may be renamed while
   * open.
   */
  path: () => string
  /** Queues an episode for the journal. */
  post: (episode: EpisodeInput) => void
  ruleText: RuleText
  /** Returns the current key of a skill, as CodeMirror writes it. */
  keyOf: Skills['keyOf']
}

/** Space in pixels between the edge of the page and a tooltip on it. */
const MARGIN = 8

/** Keeps tooltips within the page. Beyond its edge they would cover the panel or the frame of the window. */
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
    steadyCaret,
    onThePage,
    notes,
    skillHint(asked),
    recordOutcomes(post),
    watchTakes(post),
    style,
  ]
}

/** Returns whether an offer is open. An open offer locks the document against changes from outside. */
export function isOffering(state: EditorState): boolean {
  return openOffering(state) !== null
}

/** Returns whether an update opened, ended or moved on an offer. */
export function changesOffer({ startState, state }: ViewUpdate): boolean {
  return openOffering(startState) !== openOffering(state)
}

/** Ends an open offer and leaves the passage unchanged. */
export function endOffer(view: EditorView): void {
  view.dispatch({ effects: end.of(null) })
}

/**
 * Reports pending takes before the manuscript goes out of view. An open offer stays in its state until the manuscript
 * is back in view.
 */
export function leaveCandidates(view: EditorView, post: CandidateOptions['post']): void {
  settleTakes(view, post)
  // Ends a request without an answer: the answer would arrive when the view shows another manuscript.
  if (view.state.field(offering, false)?.choice === null) view.dispatch({ effects: end.of(null) })
}
