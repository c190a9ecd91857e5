// What of the settings is a matter of style: the tokens that differ from those of tokens.css.

import type { PageSettings, Settings } from '$lib/host'

const LATIN = "'Literata Variable'"
/** The faces tried for Han characters: the systems' own and the usual free ones. */
const HAN = "'Noto Serif CJK SC', 'Noto Serif SC', 'Source Han Serif SC', 'Songti SC', 'SimSun'"

/** Gives the page the colours, faces and measures of the settings. */
export function dress(root: HTMLElement, { theme, page }: Settings, systemContrast: boolean): void {
  if (theme === 'paper' || theme === 'ink') root.dataset.theme = theme
  else delete root.dataset.theme
  if (theme === 'contrast' || (theme === 'system' && systemContrast)) root.dataset.contrast = ''
  else delete root.dataset.contrast
  for (const [name, value] of Object.entries(tokens(page))) root.style.setProperty(name, value)
}

/** Returns the tokens of a page. The size is in rem, so that the system's own text size counts. */
export function tokens({ face, hanFace, size, measure, leading }: PageSettings): Record<string, string> {
  const faces = [family(face), LATIN, family(hanFace), HAN, 'Georgia', 'serif'].filter(Boolean)
  return {
    '--font-writer': faces.join(', '),
    '--size-manuscript': `${size / 16}rem`,
    '--measure': `calc(${measure} * var(--size-manuscript))`,
    '--leading-manuscript': `${leading / 100}`,
  }
}

/** A family as CSS writes it; the settings are a file that anybody may have edited. */
function family(name: string): string {
  const plain = name.replace(/["'\\;{}\n]/gu, '').trim()
  return plain && `'${plain}'`
}
