import type { SearchState, Tally } from './finding'

/** Nothing is looked for. */
export const NO_TALLY: Tally = { all: 0, at: 0, more: false, incomplete: 0 }

/** What the panel shows. */
export class FindState {
  finding = $state.raw<SearchState>() as SearchState
  tally = $state.raw<Tally>(NO_TALLY)
  /** What came of the last act, to be read and said. */
  said = $state('')
}
