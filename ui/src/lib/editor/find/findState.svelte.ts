import type { SearchState, Tally } from './finding'

/** The tally of an empty search. */
export const NO_TALLY: Tally = { all: 0, at: 0, more: false, incomplete: 0 }

export class FindState {
  finding = $state.raw<SearchState>() as SearchState
  tally = $state.raw<Tally>(NO_TALLY)
  /** The result of the last action, shown and announced. */
  said = $state('')
}
