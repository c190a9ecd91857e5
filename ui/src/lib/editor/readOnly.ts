// A text that cannot be changed: it can be read, selected, searched and copied.

import { EditorState, Transaction, type Extension } from '@codemirror/state'

/** Refuses each change by the writer. Text that another program wrote still comes in. */
export const readOnly: Extension = [
  EditorState.readOnly.of(true),
  // Some commands of the desk change the text without asking whether they may.
  EditorState.changeFilter.of((transaction) => transaction.annotation(Transaction.userEvent) === undefined),
]
