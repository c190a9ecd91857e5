// Applies the settings of the look as CSS tokens that override tokens.css.

import type { PageSettings, Settings } from '$lib/host'

const LATIN = "'Literata Variable'"
/** Fallback fonts for Han characters: the fonts of the systems and common free ones. */
const HAN = "'Noto Serif CJK SC', 'Noto Serif SC', 'Source Han Serif SC', 'Songti SC', 'SimSun'"

/** Applies colours, fonts and measures to the page. */
export function dress(root: HTMLElement, { theme, page }: Settings, systemContrast: boolean): void {
  if (theme === 'paper' || theme === 'ink') root.dataset.theme = theme
  else delete root.dataset.theme
  if (theme === 'contrast' || (theme === 'system' && systemContrast)) root.dataset.contrast = ''
  else delete root.dataset.contrast
  for (const [name, value] of Object.entries(tokens(page))) root.style.setProperty(name, value)
}

/** Returns the CSS tokens for the page settings. The size is in rem, so that the text size of the system counts. */
export function tokens({ face, hanFace, size, measure, leading }: PageSettings): Record<string, string> {
  const faces = [family(face), LATIN, family(hanFace), HAN, 'Georgia', 'serif'].filter(Boolean)
  return {
    '--faces-writer': faces.join(', '),
    '--size-manuscript': `${size / 16}rem`,
    '--measure': `calc(${measure} * var(--size-manuscript))`,
    '--leading-manuscript': `${leading / 100}`,
  }
}

/** Returns a font family for CSS. Quotes and braces are removed: the settings file can be edited by anyone. */
function family(name: string): string {
  const plain = name.replace(/["'\\;{}\n]/gu, '').trim()
  return plain && `'${plain}'`
}
