import { messages } from '$lib/i18n'

export const words = messages(
  { outline: 'Outline', untitled: 'Untitled' },
  { outline: '大纲', untitled: '无题' },
)
