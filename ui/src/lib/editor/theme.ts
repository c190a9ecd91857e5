// The style of the page: a serif for the manuscript, a fixed line length, the interface font for the search. All values
// are design tokens.

import { EditorView } from '@codemirror/view'

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
    // Centred by padding, so that a click beside the text still sets the caret.
    padding: 'var(--space-7) max(var(--space-6), calc((100% - var(--measure)) / 2)) 40vh',
    caretColor: 'var(--color-accent)',
    // East Asian rules for line breaks; no effect in English.
    lineBreak: 'strict',
    fontOpticalSizing: 'auto',
  },
  '.cm-line': { padding: '0' },

  '&:lang(zh) .cm-content': { hangingPunctuation: 'allow-end' },
  // WebKit draws the caret no further right than its line reaches, which was before a 。 that hangs. So the line reaches
  // as far as the mark does. Its text is as wide as before.
  '&:lang(zh) .cm-line:not(.md-fence, .md-matter, .md-rule)': { paddingInlineEnd: '1em', marginInlineEnd: '-1em' },
  '.cm-line.md-indented': { textIndent: '2em' },

  '.md-mark, .md-mark *': { color: 'var(--color-text-faint)' },
  '.md-heading': { fontWeight: 'var(--weight-medium)', letterSpacing: '-0.01em' },
  '.md-heading-1': { fontSize: 'var(--size-title)', lineHeight: '1.4' },
  '.md-heading-2': { fontSize: 'calc((var(--size-title) + var(--size-manuscript)) / 2)', lineHeight: '1.5' },
  '.md-heading .md-mark': { fontWeight: 'var(--weight-regular)' },
  '.md-strong': { fontWeight: '650' },
  '.md-emphasis': { fontStyle: 'italic' },
  // Han characters have no italic; slanted glyphs look broken. Emphasis dots are the convention.
  '&:lang(zh) .md-emphasis': { fontStyle: 'normal', textEmphasis: 'filled dot', textEmphasisPosition: 'under right' },
  '.md-code': { fontFamily: 'ui-monospace, monospace', fontSize: '0.86em' },
  // A comment is metadata and small, so that the line can be read without it.
  '.md-comment': { color: 'var(--color-text-faint)', font: 'var(--weight-regular) 0.64em var(--font-machine)' },
  '.md-link': {
    textDecoration: 'underline',
    textDecorationColor: 'var(--color-line-strong)',
    textUnderlineOffset: '0.2em',
  },
  '.md-strike': { textDecoration: 'line-through' },
  '.md-note': { fontSize: '0.72em', verticalAlign: 'super', lineHeight: '0', color: 'var(--color-accent)' },
  '.md-note-text, .cm-line.md-note': { color: 'var(--color-text-quiet)', fontSize: '0.86em' },
  '.md-note-text': { marginInline: '0.25em' },
  '.cm-line.md-note': { verticalAlign: 'baseline', lineHeight: 'inherit' },
  '.cm-line.md-note .md-note': { fontSize: '1em', verticalAlign: 'baseline' },
  '.cm-line.md-quote': {
    color: 'var(--color-text-quiet)',
    paddingLeft: '1.1em',
    borderLeft: '2px solid var(--color-line-strong)',
  },
  '.cm-line.md-rule': { textAlign: 'center' },
  '.cm-line.md-rule.md-drawn': {
    background: 'linear-gradient(var(--color-line-strong), var(--color-line-strong)) center / 6em 1px no-repeat',
  },
  '.cm-line.md-rule.md-drawn .md-mark': { color: 'transparent' },
  '.cm-line.md-fence, .cm-line.md-matter': {
    fontFamily: 'ui-monospace, monospace',
    fontSize: '0.8em',
    lineBreak: 'auto',
    paddingInline: '0.9em',
    backgroundColor: 'color-mix(in srgb, var(--color-track) 32%, var(--color-page))',
  },
  // In a font of equal widths the columns stand as she typed them, a Han character as wide as two letters.
  '.cm-line.md-row': {
    fontFamily: "'Noto Sans Mono CJK SC', 'Sarasa Mono SC', ui-monospace, monospace",
    fontSize: '0.86em',
    lineBreak: 'auto',
    textAutospace: 'no-autospace',
    textSpacingTrim: 'space-all',
  },
  '.cm-line.md-fence-edge, .cm-line.md-matter': { color: 'var(--color-text-faint)' },
  '.cm-line.md-matter': { backgroundColor: 'transparent', paddingInline: '0' },
  '.md-folded': {
    font: 'var(--weight-regular) var(--size-small) / var(--leading-machine) var(--font-machine)',
    color: 'var(--color-text-faint)',
    paddingBottom: 'var(--space-2)',
    marginBottom: 'var(--space-3)',
    borderBottom: '1px solid var(--color-line)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    cursor: 'text',
  },
  '.md-picture': { color: 'var(--color-text-faint)', textDecorationLine: 'underline', textDecorationStyle: 'dotted', textUnderlineOffset: '0.2em' },
  '.md-image': { display: 'inline-block', width: '100%', textIndent: '0', verticalAlign: 'bottom' },
  '.md-image img': { display: 'block', marginInline: 'auto', maxWidth: '100%', maxHeight: '70vh', borderRadius: 'var(--radius-small)' },
  '.md-image-gone': {
    font: 'var(--weight-regular) var(--size-small) / var(--leading-machine) var(--font-machine)',
    color: 'var(--color-text-faint)',
    width: 'fit-content',
    border: '1px dashed var(--color-line-strong)',
    borderRadius: 'var(--radius)',
    padding: 'var(--space-1) var(--space-2)',
  },
  '.cm-tooltip.cm-tooltip-hover:has(.md-note-shown)': { border: 'none' },
  '.md-note-shown': {
    maxWidth: '26rem',
    font: 'var(--size-rule) / var(--leading-rule) var(--font-writer)',
    color: 'var(--color-text)',
    backgroundColor: 'var(--color-card)',
    border: '1px solid var(--color-line)',
    borderRadius: 'var(--radius)',
    padding: 'var(--space-2) var(--space-3)',
    marginBottom: 'var(--space-1)',
  },

  // The signs of a heading hang in the margin, so that its words align with the text. In the bundled serif a sign is
  // 0.65 em wide and the space 0.19 em, including letter-spacing.
  '.md-heading-1 .md-mark:first-child': { marginLeft: '-0.84em' },
  '.md-heading-2 .md-mark:first-child': { marginLeft: '-1.49em' },
  '.md-heading-3 .md-mark:first-child': { marginLeft: '-2.14em' },

  '.cm-panels': { backgroundColor: 'var(--color-card)', color: 'var(--color-text-quiet)', border: 'none' },
  '.cm-panels-top': { borderBottom: '1px solid var(--color-line)' },
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
  '.cm-dialog-close': { minWidth: '1.5rem', minHeight: '1.5rem', borderRadius: 'var(--radius-small)', textAlign: 'center' },
  '.cm-searchMatch': { backgroundColor: 'var(--color-selection)', borderRadius: '2px' },
  '.cm-searchMatch-selected': {
    backgroundColor: 'var(--color-accent-soft)',
    boxShadow: '0 0 0 1px var(--color-accent)',
  },
})
