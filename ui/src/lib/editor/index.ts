export { default as Editor } from './Editor.svelte'
export type { Manuscript } from './manuscript'
export { Manuscripts } from './manuscripts'
export { statusOf, type EditorStatus } from './status'
