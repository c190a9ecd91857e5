import type { StyleKind } from '$lib/host'
import { messages } from '$lib/i18n'

export const words = messages(
  {
    kinds: {
      repetition: 'A word stands twice.',
      article: 'The other article goes with this word: “a” or “an”.',
      agreement: 'The verb does not agree with its subject.',
      confusion: 'Maybe another word was meant.',
      form: 'The word has another form here.',
      joining: 'Written as one word, or as two.',
      phrase: 'The phrase usually goes otherwise.',
      capital: 'A capital letter belongs here.',
    } satisfies Record<StyleKind, string>,
    remark: (slip: string) => `Style of “${slip}”`,
    remove: 'Take it out',
    leave: 'Leave it alone',
  },
  {
    kinds: {
      repetition: '同一个词写了两遍。',
      article: '这里的冠词应换一个（a 或 an）。',
      agreement: '动词与主语不一致。',
      confusion: '也许想写的是另一个词。',
      form: '这个词在这里应换一种形式。',
      joining: '应连写成一个词，或分写成两个词。',
      phrase: '这个习语通常不这样写。',
      capital: '这里应大写。',
    },
    remark: (slip) => `「${slip}」的用法`,
    remove: '删去',
    leave: '不必改',
  },
)
