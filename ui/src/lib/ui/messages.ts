import { messages } from '$lib/i18n'

/** Words shared by all views. */
export const t = messages(
  { loading: 'One moment…', tryAgain: 'Try again' },
  { loading: '请稍候…', tryAgain: '重试' },
)
