export type * from './bindings'
export { DEFAULT_SETTINGS, DEFAULT_WORKSPACE } from './bindings'
// Named after the star on purpose: in the window a fault may also be one that never crossed the boundary.
export { asFault, type Fault, type FaultCode } from './faults'
export type { Host, Unlisten } from './host'
