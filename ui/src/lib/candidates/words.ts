import { locale, messages, sayFault } from '$lib/i18n'
import type { Candidate, Fault, NothingOffered, SkillName } from '$lib/host'
import { changedBy, followed, shownDraft, type Choice } from './choice'

export const words = messages(
  {
    skills: { polish: 'Polish', tighten: 'Tighten' } as Record<SkillName, string>,
    candidates: 'Candidates',
    keyList: {
      show: 'Show a candidate',
      take: 'Take it, or the changes kept of it',
      edit: 'Take it and type on in it',
      sentence: 'Keep the changes of the next sentence',
      change: 'Keep the next change',
      through: 'Go through its changes',
      toggle: 'Keep a change or leave it out',
      look: 'Marks, result or original',
      scene: 'Choose the kind of scene',
      leave: 'Leave the passage as it was',
    },
    scene: 'Scene:',
    said: (scene: string) => `Scene: ${scene}, on your word.`,
    take: 'take',
    takeChange: 'by change',
    takeSentence: 'by sentence',
    edit: 'take and go on',
    leave: 'leave as it was',
    look: 'another view',
    changes: 'changes',
    space: 'Space',
    inOrOut: 'in or out',
    rules: (count: number) => (count === 1 ? '1 rule' : `${count} rules`),
    agree: (count: number) => (count === 1 ? '1 rule agrees' : `${count} rules agree`),
    heldOut: 'Your rules left out',
    whyHeldOut: 'One offer in ten leaves your rules out, to see whether they still hold.',
    noneFits: (count: number): string => (count === 1 ? 'Your rule finds nothing here' : 'Your rules find nothing here'),
    whyNoneFits: 'These rules hold here, but no change of this skill to this passage follows them:',
    percent: (number: string) => `${number}\u00a0%`,
    changed: (share: string) => `${share} changed`,
    length: 'Change of the length',
    leftOut: (insert: string) => `Left out: ${insert}`,
    selectFirst: 'Select a passage first.',
    nothing: {
      too_long: 'The passage has more than 20,000 characters. Select a shorter one: a scene, or some paragraphs.',
      no_words: 'The selection has no words. Select a sentence or a paragraph.',
      no_move: 'Nothing to offer here: no change of this kind fits the passage. Select more of it, or try the other skill.',
    } satisfies Record<NothingOffered, string>,
    gone: 'The passage is no longer the one on offer; nothing was changed.',
    opened: (count: number, scene: string) => `${count === 1 ? '1 candidate' : `${count} candidates`}. Scene: ${scene}.`,
    keys: 'Enter takes it, Escape leaves the text as it was.',
    option: (at: number, of: number, label: string, share: string, length: string, rules: string) =>
      `${at} of ${of}: ${label}, ${share} changed, length ${length}${rules && `, ${rules}`}.`,
    change: (at: number, of: number, removed: string, insert: string, taken: boolean) =>
      `Change ${at} of ${of}, ${taken ? 'taken' : 'left out'}: ${removed && `remove “${removed}”`}${removed && insert && ', '}${insert && `write “${insert}”`}.`,
    looks: { marked: 'Changes marked.', result: 'Result only.', original: 'Original only.' },
    taken: 'Taken.',
    editing: 'Taken. Type on in it; one undo brings the passage back.',
    left: 'Left as it was.',
    notRecorded: (sentence: string) => `Your choice stands in the text but could not be remembered. ${sentence}`,
  },
  {
    skills: { polish: '润色', tighten: '精简' },
    candidates: '候选',
    keyList: {
      show: '查看一个候选',
      take: '采用，或只采用选定的改动',
      edit: '采用并接着改',
      sentence: '选定下一句的改动',
      change: '选定下一处改动',
      through: '逐处查看改动',
      toggle: '这一处选定或不选',
      look: '显示改动、结果或原文',
      scene: '选择场景类型',
      leave: '保持原样',
    },
    scene: '场景：',
    said: (scene) => `场景：${scene}，以你说的为准。`,
    take: '采用',
    takeChange: '逐处采用',
    takeSentence: '逐句采用',
    edit: '采用并接着改',
    leave: '保持原样',
    look: '换种显示',
    changes: '逐处查看',
    space: '空格',
    inOrOut: '采用或不采用',
    rules: (count) => `${count} 条规则`,
    agree: (count) => `${count} 条规则支持`,
    heldOut: '这次不看规则',
    whyHeldOut: '每十次候选有一次不看规则，好知道规则是否仍然成立。',
    noneFits: () => '规则在这里用不上',
    whyNoneFits: '以下规则在这里有效，但这段文字里没有符合它们的改法：',
    percent: (number) => `${number}%`,
    changed: (share) => `改动 ${share}`,
    length: '长度变化',
    leftOut: (insert) => `未采用：${insert}`,
    selectFirst: '请先选中一段文字。',
    nothing: {
      too_long: '选中的文字超过 20,000 个字符。请少选一些：一个场景，或几个段落。',
      no_words: '选中的部分没有文字。请选中一句话或一段话。',
      no_move: '这里没有可改之处：没有适合这段文字的改法。可以多选一些，或换另一种改法。',
    },
    gone: '这段文字与候选所依据的已不相同，未作任何改动。',
    opened: (count, scene) => `${count} 个候选。场景：${scene}。`,
    keys: '回车采用，Esc 保持原样。',
    option: (at, of, label, share, length, rules) =>
      `第 ${at} 个，共 ${of} 个：${label}，改动 ${share}，长度 ${length}${rules && `，${rules}`}。`,
    change: (at, of, removed, insert, taken) =>
      `第 ${at} 处，共 ${of} 处，${taken ? '已采用' : '未采用'}：${removed && `删去“${removed}”`}${removed && insert && '，'}${insert && `写作“${insert}”`}。`,
    looks: { marked: '显示改动。', result: '只看结果。', original: '只看原文。' },
    taken: '已采用。',
    editing: '已采用，可以接着改；撤销一次即恢复原文。',
    left: '已保持原样。',
    notRecorded: (sentence) => `正文已按你的选择修改，但未能记入记忆。${sentence}`,
  },
)

/** Returns the name of a candidate's kind of change in the language of the interface. */
export function label(candidate: Candidate): string {
  return locale.current === 'zh' ? candidate.labelZh : candidate.labelEn
}

/** Returns a share in whole per cent. A share above zero is at least one per cent. */
export function percent(share: number): string {
  return words.percent(String(share > 0 ? Math.max(1, Math.round(share * 100)) : 0))
}

/** Returns a change of length in whole per cent with its sign; a negative value has a true minus sign. */
export function signedPercent(share: number): string {
  const percent = Math.round(share * 100)
  const sign = percent < 0 ? '−' : percent > 0 ? '+' : ''
  return words.percent(`${sign}${Math.abs(percent)}`)
}

/** Returns one sentence that describes the candidate in view. */
export function describe(choice: Choice): string {
  const draft = shownDraft(choice)
  const { candidate } = draft
  const rules = followed(choice, candidate).length
  return words.option(
    choice.shown + 1,
    choice.drafts.length,
    label(candidate),
    percent(changedBy(choice, draft)),
    signedPercent(candidate.lengthChange),
    rules > 0 ? words.agree(rules) : '',
  )
}

/**
 * Returns why a choice is not in the journal. The sentence of a journal fault already says that the text is unaffected.
 */
export function sayUnrecorded(fault: Fault): string {
  const sentence = sayFault(fault)
  return fault.code === 'MEMORY_EPISODE_WRITE_FAILED' ? sentence : words.notRecorded(sentence)
}
