export { default as Editor } from './Editor.svelte'
export type { Manuscript } from './manuscript'
export { Manuscripts } from './manuscripts'
export { isUnsaved, statusOf, type EditorStatus } from './status'
