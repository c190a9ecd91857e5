// Holds the import rules of the page. ARCHITECTURE.md lists the folders of `lib` from the lowest to the highest. A
// folder may import only folders below it.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = import.meta.dirname
const ARCHITECTURE = join(SRC, '../../src-tauri/ARCHITECTURE.md')

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(ts|svelte)$/u.test(path))
const known = new Set(files)

/** The imports of each file inside the page, as paths relative to `src`. */
const imports = new Map(files.map((path) => [path, importsOf(path)]))
const shipped = files.filter((path) => !path.endsWith('.test.ts') && path !== 'test-setup.ts')

function importsOf(path: string): string[] {
  const text = readFileSync(join(SRC, path), 'utf8')
  const asked = /^\s*(?:import|export)\b[\w\s{},*$]*['"]((?:\$lib|\.\.?)\/[^'"]+)['"]|\bimport\(['"]((?:\$lib|\.\.?)\/[^'"]+)['"]\)/gmu
  const named = [...text.matchAll(asked)].map(([, still, late]) => still ?? late ?? '')
  return named.flatMap((target) => {
    if (/\.(?:css|json|md)$/u.test(target)) return []
    const place = target.startsWith('$') ? target.slice(1) : join(dirname(path), target).replaceAll('\\', '/')
    const found = [place, `${place}.ts`, `${place}.svelte`, `${place}/index.ts`].find((each) => known.has(each))
    if (found === undefined) throw new Error(`${path} imports ${target}, which is no file of the page.`)
    return [found]
  })
}

/**
 * Returns the import circles among files or folders. `placeOf` maps a file to its node of the graph, or to `null` for a
 * file that is left out.
 */
function circles(placeOf: (path: string) => string | null): string[] {
  const edges = new Map<string, Set<string>>()
  for (const path of shipped) {
    const from = placeOf(path)
    if (from === null) continue
    const to = edges.get(from) ?? new Set()
    for (const target of imports.get(path) ?? []) {
      const place = placeOf(target)
      if (place !== null && place !== from) to.add(place)
    }
    edges.set(from, to)
  }
  const found: string[] = []
  const done = new Set<string>()
  const visit = (place: string, way: string[]): void => {
    if (way.includes(place)) return void found.push([...way.slice(way.indexOf(place)), place].join(' → '))
    if (done.has(place)) return
    for (const next of edges.get(place) ?? []) visit(next, [...way, place])
    done.add(place)
  }
  for (const place of edges.keys()) visit(place, [])
  return found
}

/**
 * Returns the name of the file or folder directly below `folder` that the path leads through. Returns `null` for a path
 * outside `folder`.
 */
function below(folder: string, path: string): string | null {
  const rest = relative(folder, path).replaceAll('\\', '/').split('/')
  return rest[0] === '..' || rest.length < 2 ? null : (rest[0] ?? null)
}

/** The folders of `lib` in the order of ARCHITECTURE.md, the lowest first. */
function storeys(): string[] {
  const [, section = ''] = /^### `\.\.\/ui`$(.*?)^### /msu.exec(readFileSync(ARCHITECTURE, 'utf8')) ?? []
  return [...section.matchAll(/^\d+\. `(\w+)\/`/gmu)].map(([, name = '']) => name)
}

describe('the page', () => {
  it('has no import circle among files', () => {
    expect(circles((path) => path)).toEqual([])
  })

  it('has no import circle among sibling folders', () => {
    const folders = new Set(['lib', ...shipped.map((path) => dirname(path))])
    expect([...folders].flatMap((folder) => circles((path) => below(folder, path)))).toEqual([])
  })

  it('has every folder of lib listed in ARCHITECTURE.md', () => {
    const folders = new Set(files.flatMap((path) => below('lib', path) ?? []))
    expect(storeys().toSorted()).toEqual([...folders].toSorted())
  })

  it('imports only folders that ARCHITECTURE.md lists below the importing folder', () => {
    const order = storeys()
    const storey = (path: string) => order.indexOf(below('lib', path) ?? '')
    const upwards = files
      .filter((path) => storey(path) >= 0)
      .flatMap((path) => (imports.get(path) ?? []).filter((target) => storey(target) < 0 || storey(target) > storey(path)).map((target) => `${path} → ${target}`))
    expect(upwards).toEqual([])
  })

  it('imports the fake host only from tests and for the browser', () => {
    const users = shipped.filter((path) => below('lib', path) !== 'fake' && imports.get(path)?.some((target) => below('lib', target) === 'fake'))
    expect(users).toEqual(['chooseHost.ts'])
  })
})
