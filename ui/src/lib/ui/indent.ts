// The indentation of rows in a tree.
//
// An element of the page never gets a custom property of its own, such as `--depth`. WebKitGTK 2.50 keeps 19 KiB more
// for each such element whenever it is drawn anew. In a book of 35 chapters one look at the search then took 0.6 MiB.

const STEP_REM = 0.875

/** Returns the CSS length by which a row is indented. A row at the edge of the tree has depth 0. */
export const indent = (depth: number): string => `${depth * STEP_REM}rem`
