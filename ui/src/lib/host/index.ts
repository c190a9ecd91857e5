export type * from './bindings'
export { DEFAULT_SETTINGS, DEFAULT_WORKSPACE, SKILL_MOVES } from './bindings'
// Listed by name, so that `Fault` overrides the generated type: in the window a fault may also come from the page
// itself.
export { asFault, type Fault, type FaultCode } from './faults'
export type { Host, Unlisten } from './host'
