import { messages } from '$lib/i18n'

/** The words every view shares. */
export const t = messages(
  { loading: 'One moment…', tryAgain: 'Try again' },
  { loading: '请稍候…', tryAgain: '重试' },
)
