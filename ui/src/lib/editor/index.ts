export { default as Editor } from './Editor.svelte'
export type { EditorStatus } from './status'
