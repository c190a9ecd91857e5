export { default as ExportDialog } from './ExportDialog.svelte'
export { default as ImportDialog } from './ImportDialog.svelte'
