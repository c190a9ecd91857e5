import type { Answer, ClaimView, DistillReport, DistillStage, DistillTrigger, EpisodeInput, Host, Meaning, MoveLabel, QuestionView, RulePlace, RuleView } from '$lib/host'
import { fault } from './fault'
import { offerFillers } from './rewriter'
import type { Stage } from './stage'

/** Maximum length of a rule in characters. */
const LONGEST = 500

/** The seconds within which an undo takes a choice back. */
const UNDONE_AT_ONCE = 30

/** Returns the methods for learning: offers, episodes, rules, distillations and questions. */
export function learning({ world, pace, nextId, stamp, openProject, inProject, changed, writeRules, recordRun, distilled }: Stage) {
  function findRule(id: string): RuleView {
    const rule = world.rules.find((each) => each.id === id)
    if (!rule) throw fault('NOT_FOUND', 'There is no such rule.', { what: 'rule', id })
    return rule
  }

  /** Changes the scope of a rule. The move counts as the writer's confirmation. */
  function move(id: string, scope: RuleView['scope']): RuleView {
    const rule = Object.assign(findRule(id), { scope, state: 'rule', userConfirmed: true, moreNeeded: null, updatedAt: stamp() })
    recordRun('rule_moved', { files: writeRules(), ...(scope === 'project' ? { updated: 1 } : { removed: 1 }) })
    changed({ rules: true, files: true })
    return rule
  }

  /** Keeps the rules that the writer chose in a question and deletes the others. */
  function settle({ a, b }: QuestionView, given: Answer) {
    if (given === 'later') return
    const both = given === 'both_by_scene' || given === 'both_by_project'
    for (const [side, name] of [[a, 'a'], [b, 'b']] as const) {
      const rule = world.rules.find(({ id }) => id === side?.ruleId)
      if (!rule) continue
      if (both || given === name) {
        Object.assign(rule, { state: 'rule', userConfirmed: true, conflictMarked: false, moreNeeded: null })
        if (given === 'both_by_project') rule.scope = name === 'a' ? 'global' : 'project'
      } else world.rules.splice(world.rules.indexOf(rule), 1)
    }
  }

  /** Throws if the writer has turned suggestions and learning off. */
  function checkAssists(): void {
    if (!world.settings.ai) throw fault('AI_OFF', 'Suggestions and learning are turned off; turn them on in the settings first.')
  }

  /** Returns the sentence of a rule on one line. */
  function sentence(given: string): string {
    const text = given.trim().replace(/\s+/gu, ' ')
    if (text === '' || text.includes('<!--')) throw fault('INVALID_ARGUMENT', 'No sentence.', { field: 'sentence', expected: 'a sentence without an HTML comment' })
    if ([...text].length > LONGEST) throw fault('INVALID_ARGUMENT', 'Too long.', { field: 'text', limit: `${LONGEST}` })
    return text
  }

  async function distill(asked: DistillTrigger | null): Promise<DistillReport | null> {
    const { id: projectId } = openProject()
    const { paused, pending } = world.learning
    const trigger = asked ?? 'manual'
    const isAsked = trigger === 'manual'
    if (!isAsked && (paused || !world.settings.ai || world.learning.running || (pending === 0 && trigger !== 'conflict'))) return null
    if (world.learning.running) throw fault('CONFLICT', 'A distillation is going on.', { runId: world.learning.running })
    const runId = nextId('run')
    world.learning.running = runId
    const stages: DistillStage[] = ['started', 'clustered', 'patterned', 'generated', 'completed']
    for (const [index, stage] of stages.entries()) {
      const progress = index / (stages.length - 1)
      distilled.emit({ runId, projectId, trigger, stage, progress, message: null, errorCode: null })
      if (pace > 0 && stage !== 'completed') await new Promise((resolve) => setTimeout(resolve, pace))
    }
    const ripe = world.rules.filter((rule) => rule.state === 'noticed' && rule.moreNeeded !== null && rule.moreNeeded <= 4)
    for (const rule of ripe) Object.assign(rule, { state: 'proposed', moreNeeded: null, updatedAt: stamp() })
    const report = {
      runId,
      episodes: world.learning.episodes,
      tested: 214,
      added: 0,
      updated: ripe.length,
      asked: 0,
      withdrawn: 0,
    }
    world.learning.running = null
    world.learning.pending = 0
    recordRun('distill', { id: runId, updated: report.updated, episodes: report.episodes, restorable: ripe.length > 0, files: ripe.length > 0 ? writeRules() : [] })
    changed({ rules: true, files: true })
    return report
  }

  return {
    offer: (request) =>
      inProject('offer', () => {
        checkAssists()
        return {
        episodeId: nextId('episode'),
        sceneType: request.sceneType ?? 'action',
        language: /\p{Script=Han}/u.test(request.passage) ? 'zh' : 'en',
        ...offerFillers(request.passage),
        inForce: [],
        shapedBy: [],
        heldOut: [],
        origin: request.pasted?.length ? ('pasted' as const) : ('own' as const),
        }
      }),

    recordEpisode: (input) =>
      inProject('recordEpisode', () => {
        checkAssists()
        refuseEpisode(input)
        const id = input.targetEpisodeId ?? input.id ?? nextId('episode')
        const signal = input.undoAfterAccept
          ? (input.undoneAfter ?? 0) > UNDONE_AT_ONCE
            ? 'HEAVY_REWRITE'
            : 'UNDO_AFTER_ACCEPT'
          : input.selectedIndex < 0
            ? 'FULL_REJECT'
            : input.candidates[input.selectedIndex] === input.finalText
              ? 'DIRECT_ACCEPT'
              : 'LIGHT_EDIT'
        if (!input.targetEpisodeId) {
          world.episodes.unshift({
            id,
            createdAt: stamp(),
            kind: input.kind,
            chapterId: input.chapterId,
            sceneType: input.sceneType,
            skillUsed: input.skillUsed,
            candidates: input.candidates,
            selectedIndex: input.selectedIndex,
            finalText: input.finalText,
            language: input.language ?? 'en',
            signal,
            summary: null,
            wordings: null,
          })
          world.learning.episodes += 1
          world.learning.pending += 1
        }
        changed({ episodes: true })
        return { id, signal, pending: world.learning.pending }
      }),
    queryEpisodes: (query) =>
      inProject('queryEpisodes', () =>
        world.episodes
          .filter((each) => !query.ids?.length || query.ids.includes(each.id))
          .filter((each) => !query.sceneType || each.sceneType === query.sceneType)
          .slice(0, Math.min(query.limit ?? 50, 500)),
      ),

    listRules: () => inProject('listRules', () => world.rules.toSorted(inPanelOrder)),
    addRule: (rule) =>
      inProject('addRule', () => {
        const text = sentence(rule.text)
        const added: RuleView = {
          id: nextId('rule'),
          text,
          category: rule.category,
          scope: 'project',
          sceneType: rule.sceneType,
          skill: null,
          feature: null,
          direction: null,
          claims: understood(text, rule.sceneType),
          moves: movesOf(understood(text, rule.sceneType)),
          corrected: false,
          state: 'rule',
          origin: 'written',
          confidence: 1,
          priority: 1,
          supportingEpisodes: [],
          contradictingEpisodes: [],
          moreNeeded: null,
          userConfirmed: true,
          userModified: false,
          resting: false,
          recentlyUpdated: false,
          conflictMarked: false,
          kept: null,
          shadows: [],
          createdAt: stamp(),
          updatedAt: stamp(),
        }
        world.rules.push(added)
        recordRun('rule_added', { added: 1, files: writeRules() })
        changed({ rules: true, files: true })
        return added
      }),
    updateRule: (id, patch) =>
      inProject('updateRule', () => {
        const text = patch.text == null ? null : sentence(patch.text)
        const confidence = patch.confidence ?? null
        if (patch.place?.sceneType != null) refuseScene(patch.place.sceneType)
        if (confidence !== null && !(confidence >= 0 && confidence <= 1)) {
          throw fault('MEMORY_CONFIDENCE_OUT_OF_RANGE', 'A confidence lies between 0 and 1.', { confidence: `${confidence}` })
        }
        const rule = findRule(id)
        const isFirstYes = patch.confirmed === true && !rule.userConfirmed
        const isOnlyConfirmed = patch.confirmed === true && text === null && confidence === null
        if (patch.meaning != null && rule.feature !== null) {
          throw fault('INVALID_ARGUMENT', 'A learned rule.', { field: 'meaning', expected: 'a rule that was written by hand' })
        }
        if (text !== null && text !== rule.text) {
          Object.assign(rule, { text, userModified: true, userConfirmed: true })
          if (rule.feature === null) Object.assign(rule, { claims: understood(text, rule.sceneType), corrected: false })
        }
        const before = claimed(rule)
        if (patch.resting === true && rule.state !== 'rule') {
          throw fault('INVALID_ARGUMENT', 'Not in force.', { field: 'resting', expected: 'a rule in force, because only such a rule acts' })
        }
        const rested = rule.resting
        rule.resting = patch.resting ?? rule.resting
        if (patch.place != null) Object.assign(rule, placed(rule, patch.place))
        if (patch.meaning != null) Object.assign(rule, meant(patch.meaning, rule))
        if (rule.feature === null) rule.moves = movesOf(rule.claims)
        rule.category = patch.category ?? rule.category
        rule.confidence = confidence ?? rule.confidence
        // A changed rule has not faded yet.
        rule.priority = rule.confidence
        rule.userConfirmed = patch.confirmed ?? rule.userConfirmed
        if (rule.userConfirmed) Object.assign(rule, { state: 'rule', moreNeeded: null })
        rule.updatedAt = stamp()
        // A confirmation changes only the journal, not the memory file.
        const files = text === null && patch.category == null && !isFirstYes && before === claimed(rule) && rested === rule.resting ? [] : writeRules()
        recordRun(isOnlyConfirmed ? 'rule_confirmed' : 'rule_edited', { updated: 1, files })
        changed({ rules: true, files: true })
        return rule
      }),
    deleteRule: (id) =>
      inProject('deleteRule', () => {
        world.rules.splice(world.rules.indexOf(findRule(id)), 1)
        recordRun('rule_deleted', { removed: 1, files: writeRules() })
        changed({ rules: true, files: true })
      }),
    promoteRule: (id) => inProject('promoteRule', () => move(id, 'global')),
    demoteRule: (id) => inProject('demoteRule', () => move(id, 'project')),
    distill: (trigger) => inProject('distill', () => distill(trigger)),
    learning: () => inProject('learning', () => world.learning),
    pauseLearning: (paused) => inProject('pauseLearning', () => Object.assign(world.learning, { paused })),
    activity: () => inProject('activity', () => world.activity),
    observe: () => inProject('observe', () => world.observed),

    listQuestions: () => inProject('listQuestions', () => world.questions.filter((each) => each.state !== 'resolved')),
    answerQuestion: (request) =>
      inProject('answerQuestion', () => {
        const question = world.questions.find((each) => each.id === request.questionId)
        if (!question) throw fault('NOT_FOUND', 'There is no such question.', { what: 'question', id: request.questionId })
        if (question.state === 'resolved') throw fault('CONFLICT', 'The question was answered before.', { questionId: question.id })
        if (!question.answers.includes(request.answer)) throw fault('INVALID_ARGUMENT', 'No answer to this question.', { field: 'answer', expected: 'one of the answers of the question' })
        const state = request.answer === 'later' ? 'later' : 'resolved'
        Object.assign(question, { state, updatedAt: stamp() })
        settle(question, request.answer)
        recordRun(request.answer === 'later' ? 'question_put_off' : 'question_answered', {})
        changed({ rules: true })
        return question
      }),
  } satisfies Partial<Host>
}

/** The words of hand-written rules that the fake understands: few, and the core knows them too. */
const UNDERSTOOD: [RegExp, ClaimView['feature'], ClaimView['direction']][] = [
  [/short sentences|短句/iu, 'sentence_length', 'less'],
  [/no adverbs|不用副词/iu, 'adverb_density', 'less'],
]

/** The moves that follow what the fake understands, in the order of the core. */
const MOVES: [string, MoveLabel[]][] = [
  ['adverb_density.less', [{ en: 'Cut the intensifiers', zh: '删减强调词' }, { en: 'Drop manner adverbs', zh: '删去情态副词' }]],
  ['sentence_length.less', [{ en: 'Split long sentences', zh: '拆分长句' }, { en: 'Semicolons to full stops', zh: '分号改句号' }]],
]

const movesOf = (claims: ClaimView[]) =>
  MOVES.filter(([key]) => claims.some(({ feature, direction }) => key === `${feature}.${direction}`)).flatMap(([, moves]) => moves)

function understood(text: string, sceneType: string | null): ClaimView[] {
  const named = /^dialogue|^对[话白]/iu.test(text) ? 'dialogue' : /action scenes|动作场景/iu.test(text) ? 'action' : null
  return UNDERSTOOD.filter(([words]) => words.test(text)).map(([, feature, direction]) => ({ feature, direction, sceneType: sceneType ?? named }))
}

/** Returns the claims of a rule in a form that can be compared. */
const claimed = ({ claims, corrected }: RuleView) => JSON.stringify([claims, corrected])

/** Returns what changes with the place of a rule. A learned rule has the id of its place. */
function placed({ text, feature, direction, corrected, claims }: RuleView, { sceneType, skill }: RulePlace): Partial<RuleView> {
  if (feature === null) {
    const moved = corrected ? claims.map((claim) => ({ ...claim, sceneType })) : understood(text, sceneType)
    return { sceneType, skill, claims: moved }
  }
  const place = `${sceneType ?? 'any'}${skill ? `+${skill}` : ''}`
  return { id: `${place}.${feature}.${direction}`, sceneType, skill, userConfirmed: true, state: 'rule' }
}

/** Returns what a rule claims after the writer's correction. */
function meant(meaning: Meaning, { text, sceneType }: RuleView): Pick<RuleView, 'claims' | 'corrected'> {
  if (meaning === 'words') return { claims: understood(text, sceneType), corrected: false }
  if (meaning === 'unmeasured') return { claims: [], corrected: true }
  return { claims: [{ ...meaning.measures, sceneType }], corrected: true }
}

const SCENES = ['action', 'dialogue', 'description', 'introspection', 'exposition', 'narration', 'other']

/** Throws for an invalid episode. */
function refuse(field: string, expected: string): never {
  throw fault('INVALID_ARGUMENT', `\`${field}\` must be ${expected}`, { field, expected })
}

function refuseScene(sceneType: string): void {
  if (!SCENES.includes(sceneType)) refuse('sceneType', `one of ${SCENES.join(', ')}`)
}

function refuseEpisode({ selectedIndex, candidates, sceneType }: EpisodeInput): void {
  if (selectedIndex < -1 || selectedIndex >= candidates.length) refuse('selectedIndex', '-1 or the position of a candidate, counted from 0')
  refuseScene(sceneType)
}

const STATES: readonly RuleView['state'][] = ['rule', 'proposed', 'noticed']

/** Compares rules by state (in force first), then by priority, then by id. */
function inPanelOrder(one: RuleView, other: RuleView): number {
  const byState = STATES.indexOf(one.state) - STATES.indexOf(other.state)
  return byState || other.priority - one.priority || (one.id < other.id ? -1 : 1)
}
