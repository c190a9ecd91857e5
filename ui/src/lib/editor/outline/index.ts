export { default as Outline } from './Outline.svelte'
