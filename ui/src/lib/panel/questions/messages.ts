import { formatCount, messages } from '$lib/i18n'
import type { Answer, QuestionReason } from '$lib/host'

type Words = Record<Answer, string>

export const t = messages(
  {
    asks: {
      proposal: 'Is this a habit of yours?',
      direct_contradiction: 'Which is more like you?',
      scope_overlap: 'Which holds where both apply?',
      time_shift: 'Has your taste changed?',
      preference_key: 'Which of the two should hold?',
      rewording: 'Do your new words mean the same?',
    } satisfies Record<QuestionReason, string>,
    before: (quoted: string) => `It was ${quoted}.`,
    noPassage: 'Written by you; no choice of yours shows it yet.',

    answer: {
      a: 'A',
      b: 'B',
      both_by_scene: 'Both, by scene',
      both_by_project: 'Both, by project',
      neither: 'Neither',
      later: 'Later',
    } satisfies Words,
    verdict: { a: 'Yes', neither: 'No', later: 'Later' },
    hint: {
      a: 'Keeps A and forgets B',
      b: 'Keeps B and forgets A',
      both_by_scene: 'Keeps both, each in its own kind of scene',
      both_by_project: 'Keeps both: A everywhere, B in this project only',
      neither: 'Forgets both',
      later: 'Not now; it stays here',
    } satisfies Words,
    verdictHint: {
      a: 'Makes it a rule',
      neither: 'Forgets it; the same choices will not bring it back',
      later: 'Not now; it stays here',
    },
    kept: (quoted: string) => `Kept ${quoted}. The other has left MEMORY.md.`,
    follows: {
      both_by_scene: 'Both kept, each in its own kind of scene.',
      both_by_project: 'Both kept: A everywhere, B in this project only.',
      neither: 'Neither kept. Both have left MEMORY.md.',
      later: 'Put off. It stays here until you open it.',
    },
    verdictFollows: {
      a: 'A rule now, confirmed by you. It has a say in what you are offered next.',
      neither: 'Forgotten. The same choices will not bring it back.',
      later: 'Put off. It stays here until you open it.',
    },

    rewordingHint: {
      a: 'Keeps what was learned, in your words',
      neither: 'Makes it a rule of your own and forgets what was learned',
      later: 'Not now; until then the rule has no say in offers',
    },
    rewordingFollows: {
      a: 'It means the same, in your words.',
      neither: 'A rule of your own now. What was learned before is forgotten.',
      later: 'Put off. Until you answer, the rule has no say in offers.',
    },

    waiting: (count: number) => (count === 1 ? '1 question waits' : `${formatCount(count)} questions wait`),
    more: (count: number) => `${formatCount(count)} more`,
    putOff: 'put off',
    or: 'or',
    none: 'No questions.',
    noneMore: 'When your choices suggest something the desk is not sure of, it asks here, and nowhere else.',
  },
  {
    asks: {
      proposal: '这是你的写作习惯吗？',
      direct_contradiction: '哪一种更像你？',
      scope_overlap: '两条都适用时，以哪条为准？',
      time_shift: '你的偏好变了吗？',
      preference_key: '以哪条为准？',
      rewording: '改写后还是原来的意思吗？',
    },
    before: (quoted) => `原来是${quoted}。`,
    noPassage: '由你亲手写下，还没有选择能够说明它。',

    answer: {
      a: '选 A',
      b: '选 B',
      both_by_scene: '都对，看场景',
      both_by_project: '都对，看项目',
      neither: '都不是',
      later: '以后再说',
    },
    verdict: { a: '是', neither: '不是', later: '以后再说' },
    hint: {
      a: '保留 A，忘掉 B',
      b: '保留 B，忘掉 A',
      both_by_scene: '两条都保留，各用于自己的场景',
      both_by_project: '两条都保留：A 用于所有项目，B 只用于本项目',
      neither: '两条都忘掉',
      later: '暂不回答，留在这里',
    },
    verdictHint: {
      a: '成为规则',
      neither: '忘掉它，同样的选择不会让它再次出现',
      later: '暂不回答，留在这里',
    },
    kept: (quoted) => `已保留${quoted}，另一条已从 MEMORY.md 移出。`,
    follows: {
      both_by_scene: '两条都已保留，各用于自己的场景。',
      both_by_project: '两条都已保留：A 用于所有项目，B 只用于本项目。',
      neither: '两条都不保留，已从 MEMORY.md 移出。',
      later: '已搁置，留在这里等你打开。',
    },
    verdictFollows: {
      a: '已成为规则，并由你确认，往后会影响给你的改写。',
      neither: '已忘掉，同样的选择不会让它再次出现。',
      later: '已搁置，留在这里等你打开。',
    },

    rewordingHint: {
      a: '保留学到的内容，用你的说法',
      neither: '成为你自己的规则，忘掉原来学到的内容',
      later: '暂不回答，此前这条规则不影响候选',
    },
    rewordingFollows: {
      a: '意思不变，用你的说法。',
      neither: '已成为你自己的规则，原来学到的内容已忘掉。',
      later: '已搁置，回答之前这条规则不影响候选。',
    },

    waiting: (count) => `${formatCount(count)} 个提问待答`,
    more: (count) => `另有 ${formatCount(count)} 个`,
    putOff: '已搁置',
    or: '或',
    none: '没有待答的提问。',
    noneMore: '当你的选择透露出某种偏好、而它还拿不准时，只会在这里问你。',
  },
)
