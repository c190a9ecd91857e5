import { EditorView } from '@codemirror/view'

// Quieter than a selection: on the full colour the seal red of the dark theme would have 4.4:1, below the 4.5 of WCAG AA.
const PASSAGE = 'color-mix(in srgb, var(--color-selection) 85%, var(--color-page))'

/** Draws an offer in the text: what goes is struck, what comes is underlined, so that neither needs its colour. */
export const style = EditorView.theme({
  '.offer-passage': {
    backgroundColor: PASSAGE,
    borderRadius: '2px',
    boxShadow: `0 0 0 3px ${PASSAGE}`,
    boxDecorationBreak: 'clone',
    WebkitBoxDecorationBreak: 'clone',
  },
  '.offer-del': {
    color: 'var(--color-text-quiet)',
    // In the colour of the seal: a stroke in the colour of the text makes another character of a Han one (了 reads 子).
    // WebKitGTK 2.50 drops the shorthand with more than the line in it.
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
