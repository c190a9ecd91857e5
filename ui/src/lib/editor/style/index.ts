export { default as StyleMenu } from './StyleMenu.svelte'
export { showRemark, style } from './style'
export { Stylist } from './stylist.svelte'
