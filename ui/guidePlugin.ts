// The guide is written in Markdown and built into HTML, so that no reader of Markdown is part of the page.

import { marked } from 'marked'
import type { Plugin } from 'vite'

const PICTURE = /src="(pictures\/[\w-]+\.webp)"/gu

/** Between Han and a name, where Markdown needs them to tell where the name ends and a reader does not. */
const BLANKS = /(?<=\p{Script=Han}) (?=<strong>)|(?<=<\/strong>) (?=\p{Script=Han})/gu

/** Has `import guide from './en.md'` give the parts of a text as `Guide` in `src/guide.d.ts` says. */
export function guidePlugin(): Plugin {
  return {
    name: 'guide',
    transform: {
      filter: { id: /\.md$/u },
      handler(markdown) {
        const parts = JSON.stringify(partsOf(markdown))
        const pictures = [...new Set([...parts.replaceAll('\\"', '"').matchAll(PICTURE)].map(([, path]) => path))]
        const imports = pictures.map((path, at) => `import picture${at} from './${path}'`)
        const places = pictures.map((path, at) => `.replaceAll('${path}', picture${at})`).join('')
        // As text, because a text is parsed faster than an object and replaced in one go.
        const code = `${imports.join('\n')}\nexport default JSON.parse(${JSON.stringify(parts)}${places})\n`
        return { code, map: null, moduleType: 'js' }
      },
    },
  }
}

/** Divides a text at its headings of the second level. */
function partsOf(markdown: string): { title: string; opening: string; sections: { title: string; html: string }[] } {
  const [first = '', ...rest] = markdown.split(/^## /mu)
  const [, title = '', opening = ''] = /^# (.*)\n([\s\S]*)$/u.exec(first) ?? []
  const html = (text: string) => marked.parse(text, { async: false }).replace(BLANKS, '')
  return {
    title,
    opening: html(opening),
    sections: rest.map((section) => {
      const end = section.indexOf('\n')
      return { title: section.slice(0, end), html: html(section.slice(end)) }
    }),
  }
}
