import { formatCount, messages } from '$lib/i18n'

export const t = messages(
  { dismiss: 'Dismiss this notice', more: (count: number) => `${formatCount(count)} more` },
  { dismiss: '关闭提示', more: (count) => `另有 ${formatCount(count)} 条` },
)
