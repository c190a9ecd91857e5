import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// Read from the disk: the test runner does not load style sheets.
const css = readFileSync('src/styles/tokens.css', 'utf8')
const usual = coloursIn(css.slice(css.indexOf(':root'), css.indexOf("[data-theme='paper']")))
const contrasting = new Map([...usual, ...coloursIn(css.slice(css.indexOf('[data-contrast]')))])

const planes = ['--color-desk', '--color-page', '--color-card', '--color-hover', '--color-selection']
const texts = ['--color-text', '--color-text-quiet', '--color-text-faint', '--color-accent']

describe.each([
  ['paper', usual, 4.5],
  ['ink', usual, 4.5],
  ['paper', contrasting, 7],
  ['ink', contrasting, 7],
] as const)('the colours of %s', (theme, colours, least) => {
  const colour = (name: string) => {
    const value = colours.get(name)?.[theme]
    if (!value) throw new Error(`tokens.css has no ${name}`)
    return value
  }

  const pairs = [
    ...texts.flatMap((text) => planes.map((plane) => [text, plane] as const)),
    ['--color-text-dim', '--color-page'] as const,
    ['--color-on-accent', '--color-accent'] as const,
    ['--color-text', '--color-accent-soft'] as const,
  ]

  it.each(pairs)(`show %s on %s at ${least} to 1 or better, and the accent at 4.5`, (text, plane) => {
    const isAccent = [text, plane].includes('--color-accent')
    expect(contrast(colour(text), colour(plane))).toBeGreaterThanOrEqual(isAccent ? 4.5 : least)
  })

  // WCAG 1.4.11: contrast of graphics with a meaning.
  it.each(['--color-for', '--color-against'])('show the mark %s on the desk at 3 to 1 or better', (mark) => {
    expect(contrast(colour(mark), colour('--color-desk'))).toBeGreaterThanOrEqual(3)
  })
})

function coloursIn(rules: string): Map<string, { paper: string; ink: string }> {
  const found = rules.matchAll(/(--color-[\w-]+): light-dark\((#\w+), (#\w+)\)/gu)
  return new Map([...found].map(([, name = '', paper = '', ink = '']) => [name, { paper: full(paper), ink: full(ink) }]))
}

/** Expands #rgb to #rrggbb. */
function full(hex: string): string {
  return hex.length === 4 ? hex.replace(/[^#]/gu, '$&$&') : hex
}

/** Returns the contrast ratio of two colours by WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
