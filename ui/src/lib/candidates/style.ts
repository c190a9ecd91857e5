import { EditorView } from '@codemirror/view'

// Weaker than a selection: on the full selection colour the accent of the dark theme has 4.4:1, below the 4.5:1 of WCAG
// AA.
const PASSAGE = 'color-mix(in srgb, var(--color-selection) 85%, var(--color-page))'

/** Styles of an offer. Deletions are struck and insertions underlined, so that neither depends on colour. */
export const style = EditorView.theme({
  '.offer-passage': {
    backgroundColor: PASSAGE,
    // Above and below only: beside a word that spelling marks the passage is cut into boxes, and a shadow to the left
    // covered the last letter of the word before.
    boxShadow: `0 3px 0 ${PASSAGE}, 0 -3px 0 ${PASSAGE}`,
    boxDecorationBreak: 'clone',
    WebkitBoxDecorationBreak: 'clone',
  },
  '.offer-del': {
    color: 'var(--color-text-quiet)',
    // The line has the accent colour: a stroke in the text colour can turn a Han character into another (了 reads as 子).
    // Three properties, since WebKitGTK 2.50 ignores the shorthand with more than the line in it.
    textDecorationLine: 'line-through',
    textDecorationColor: 'var(--color-accent)',
    textDecorationThickness: '1.5px',
    cursor: 'pointer',
  },
  '.offer-ins': {
    color: 'var(--color-accent)',
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '0.22em',
    whiteSpace: 'pre-wrap',
    cursor: 'pointer',
  },
  '.offer-plain': { whiteSpace: 'pre-wrap' },
  '.offer-kept': {
    textDecorationLine: 'underline',
    textDecorationStyle: 'dotted',
    textDecorationColor: 'var(--color-text-quiet)',
    textUnderlineOffset: '0.22em',
    cursor: 'pointer',
  },
  '.offer-left-out': { color: 'var(--color-text-quiet)', cursor: 'pointer' },
  '.offer-at-hand': {
    backgroundColor: 'var(--color-card)',
    outline: '1px solid var(--color-line-strong)',
    borderRadius: '2px',
  },
  '.cm-tooltip': { border: 'none', backgroundColor: 'transparent' },
  '.cm-tooltip.offer-note': {
    font: 'var(--weight-regular) var(--size-small) / var(--leading-machine) var(--font-machine)',
    color: 'var(--color-text-quiet)',
    backgroundColor: 'var(--color-card)',
    border: '1px solid var(--color-line)',
    borderRadius: 'var(--radius)',
    padding: 'var(--space-1) var(--space-2)',
    marginTop: 'var(--space-1)',
  },
})
