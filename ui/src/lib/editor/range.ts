/** A range of a text by its offsets, in UTF-16 code units. */
export type TextRange = { readonly from: number; readonly to: number }
