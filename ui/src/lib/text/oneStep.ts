// Changes that the undo history keeps as one step, however long they take.

import { Facet, type Transaction } from '@codemirror/state'

/** Returns whether a change belongs to the undo step before it. */
export const continuesStep = Facet.define<(transaction: Transaction) => boolean>()
