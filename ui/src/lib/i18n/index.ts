export { sayFault } from './faults'
export { formatBytes, formatConfidence, formatCount, formatDay, formatShare, formatTime } from './format'
export { locale, resolveLocale, sayIn, type Locale } from './locale.svelte'
export { messages } from './messages'
