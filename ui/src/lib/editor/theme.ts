// The look of the page: the writer's serif, one measure, and search in the machine's sans. Values are the tokens'.

import { EditorView } from '@codemirror/view'

/** Draws a manuscript. */
export const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--color-text)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-writer)',
    fontSize: 'var(--size-manuscript)',
    lineHeight: 'var(--leading-manuscript)',
    overflow: 'auto',
  },
  '.cm-content': {
    // Centred by padding, so that a click anywhere beside the text still lands in it.
    padding: 'var(--space-7) max(var(--space-6), calc((100% - var(--measure)) / 2)) 40vh',
    caretColor: 'var(--color-accent)',
    // The East Asian rules for where a line may break; they change nothing in English.
    lineBreak: 'strict',
    fontOpticalSizing: 'auto',
  },
  '.cm-line': { padding: '0' },

  '.md-mark, .md-mark *': { color: 'var(--color-text-faint)' },
  '.md-heading': { fontWeight: 'var(--weight-medium)', letterSpacing: '-0.01em' },
  '.md-heading-1': { fontSize: 'var(--size-title)', lineHeight: '1.4' },
  '.md-heading-2': { fontSize: 'calc((var(--size-title) + var(--size-manuscript)) / 2)', lineHeight: '1.5' },
  '.md-heading .md-mark': { fontWeight: 'var(--weight-regular)' },
  '.md-strong': { fontWeight: '650' },
  '.md-emphasis': { fontStyle: 'italic' },
  // Han characters have no italic; slanted by the machine they look broken. Dots under them are the tradition.
  '&:lang(zh) .md-emphasis': { fontStyle: 'normal', textEmphasis: 'filled dot', textEmphasisPosition: 'under right' },
  '.md-code': { fontFamily: 'ui-monospace, monospace', fontSize: '0.86em' },
  // What is noted behind a line is the machine's, and small enough to read the line without it.
  '.md-comment': { color: 'var(--color-text-faint)', font: 'var(--weight-regular) 0.64em var(--font-machine)' },
  '.md-link': {
    textDecoration: 'underline',
    textDecorationColor: 'var(--color-line-strong)',
    textUnderlineOffset: '0.2em',
  },
  '.md-quote': { color: 'var(--color-text-quiet)' },

  // The signs of a heading hang in the margin, so that its words stand on the edge of the text. Their width in the
  // bundled serif is 0.65 em a sign and 0.19 em for the blank, letter-spacing included.
  '.md-heading-1 .md-mark:first-child': { marginLeft: '-0.84em' },
  '.md-heading-2 .md-mark:first-child': { marginLeft: '-1.49em' },
  '.md-heading-3 .md-mark:first-child': { marginLeft: '-2.14em' },

  '.cm-panels': { backgroundColor: 'var(--color-card)', color: 'var(--color-text-quiet)', border: 'none' },
  '.cm-panels-top': { borderBottom: '1px solid var(--color-line)' },
  '.cm-panel.cm-search': {
    font: 'var(--weight-regular) var(--size-machine) / var(--leading-machine) var(--font-machine)',
    padding: 'var(--space-2) var(--space-6) var(--space-2) var(--space-4)',
  },
  '.cm-panel.cm-search label': { fontSize: 'var(--size-small)', marginRight: 'var(--space-2)' },
  '.cm-textfield': {
    font: 'inherit',
    fontSize: 'inherit',
    color: 'var(--color-text)',
    backgroundColor: 'var(--color-page)',
    border: '1px solid var(--color-line)',
    borderRadius: 'var(--radius-small)',
    padding: 'var(--space-1) var(--space-2)',
  },
  '.cm-textfield:focus-visible': { outlineWidth: '1px', outlineOffset: '-1px' },
  '.cm-button': {
    font: 'inherit',
    fontSize: 'var(--size-small)',
    color: 'var(--color-text)',
    background: 'var(--color-card)',
    border: '1px solid var(--color-line)',
    borderRadius: 'var(--radius-small)',
    padding: 'var(--space-1) var(--space-2)',
  },
  '.cm-panel.cm-search [name=close]': {
    font: 'inherit',
    color: 'var(--color-text-faint)',
    right: 'var(--space-3)',
    top: 'var(--space-2)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--color-selection)', borderRadius: '2px' },
  '.cm-searchMatch-selected': {
    backgroundColor: 'var(--color-accent-soft)',
    boxShadow: '0 0 0 1px var(--color-accent)',
  },
})
