import { messages } from '$lib/i18n'

export const words = messages(
  {
    suggestions: (word: string) => `Spelling of “${word}”`,
    add: 'Add to dictionary',
    ignore: 'Ignore in this session',
    nothing: {
      none: 'No word is misspelt here, as far as the dictionary knows.',
      right: 'There is no misspelt word at the caret.',
      noDictionary: 'There is no English dictionary to look words up in. The settings say how to get one, under Writing.',
    },
  },
  {
    suggestions: (word) => `「${word}」的拼写`,
    add: '添加到词典',
    ignore: '本次忽略',
    nothing: {
      none: '就词典所知，这里没有拼错的单词。',
      right: '光标处没有拼错的单词。',
      noDictionary: '没有可查的英文词典。请看设置里的「写作」一栏。',
    },
  },
)
