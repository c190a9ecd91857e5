// Regular expressions that cannot hang: every one runs in a time that grows with the text and not with a power of it.
//
// The engine of the page tries ways one after the other and can take years over `(a+)+b`; nothing can stop it
// meanwhile. This one follows all ways at once (Pike's machine). It reads the dialect of Rust's `regex` crate, which has
// the same bound, so that a search in the file and one in the project find the same: no look-around, no references back
// to a group, letters and digits of all scripts in \w and \d, and a match within one line.

/** Why a pattern is none. */
export type PatternFault = 'syntax' | 'lookaround' | 'backreference' | 'large'

/** A pattern that cannot be used. */
export class PatternError extends Error {
  constructor(readonly fault: PatternFault) {
    super(`not a pattern: ${fault}`)
  }
}

type CharTest = (point: number) => boolean

type Node =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly which: '^' | '$' | 'b' | 'B' }
  | { readonly kind: 'sequence' | 'choice'; readonly of: readonly Node[] }
  | { readonly kind: 'group'; readonly index: number; readonly of: Node }
  | { readonly kind: 'repeat'; readonly of: Node; readonly least: number; readonly most: number; readonly lazy: boolean }

type Step =
  | { readonly op: 'char'; readonly test: CharTest }
  | { readonly op: 'assert'; readonly which: '^' | '$' | 'b' | 'B' }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'match' }

/** A larger program is refused: its time is the length of the text times this. */
const MOST_STEPS = 2_000

const WORD = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}`
/** Everything else, nested as the engine of the page allows with `v`. */
const NOT_WORD = `[^${WORD}]`
const CLASSES: Record<string, string> = { d: String.raw`\p{Nd}`, w: WORD, s: String.raw`\p{White_Space}` }
const CONTROLS: Record<string, number> = { n: 10, t: 9, r: 13, f: 12, v: 11, 0: 0 }

/** Returns a test that asks the engine of the page about one character, once for each. */
function tested(source: string, flags: string): CharTest {
  let pattern: RegExp
  try {
    pattern = new RegExp(`^${source}$`, flags)
  } catch {
    throw new PatternError('syntax')
  }
  const known = new Map<number, boolean>()
  return (point) => {
    let is = known.get(point)
    if (is === undefined) known.set(point, (is = pattern.test(String.fromCodePoint(point))))
    return is
  }
}

const isWord = tested(`[${WORD}]`, 'v')
const escaped = (point: number) => `\\u{${point.toString(16)}}`

class Parser {
  #at = 0
  groups = 0
  readonly names: Record<string, number> = {}

  constructor(
    readonly source: string,
    readonly flags: string,
  ) {}

  parse(): Node {
    const node = this.#choice()
    if (this.#at < this.source.length) throw new PatternError('syntax')
    return node
  }

  #take(text: string): boolean {
    if (!this.source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  /** Takes what a pattern finds here and returns its first group, or `null`. */
  #find(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.source)
    if (!match) return null
    this.#at = pattern.lastIndex
    return match[1] ?? ''
  }

  #choice(): Node {
    const of = [this.#sequence()]
    while (this.#take('|')) of.push(this.#sequence())
    return of.length === 1 && of[0] ? of[0] : { kind: 'choice', of }
  }

  #sequence(): Node {
    const of: Node[] = []
    while (this.#at < this.source.length && this.source[this.#at] !== '|' && this.source[this.#at] !== ')') of.push(this.#repeated())
    return { kind: 'sequence', of }
  }

  #repeated(): Node {
    let node = this.#atom()
    for (;;) {
      const [least, most] = this.#bounds()
      if (least === null) return node
      if (most < least || (most > 1_000 && most !== Infinity) || least > 1_000) throw new PatternError('syntax')
      node = { kind: 'repeat', of: node, least, most, lazy: this.#take('?') }
    }
  }

  #bounds(): [number, number] | [null, 0] {
    if (this.#take('*')) return [0, Infinity]
    if (this.#take('+')) return [1, Infinity]
    if (this.#take('?')) return [0, 1]
    if (this.source[this.#at] !== '{') return [null, 0]
    const bounds = this.#find(/\{(\d+(?:,\d*)?)\}/y)
    if (bounds === null) throw new PatternError('syntax')
    const [least = '', most] = bounds.split(',')
    return [Number(least), most === undefined ? Number(least) : most === '' ? Infinity : Number(most)]
  }

  #atom(): Node {
    if (this.#take('(')) return this.#group()
    if (this.#take('[')) return { kind: 'char', test: tested(this.#class(), this.flags) }
    if (this.#take('.')) return { kind: 'char', test: () => true }
    if (this.#take('^')) return { kind: 'assert', which: '^' }
    if (this.#take('$')) return { kind: 'assert', which: '$' }
    if (this.#take('\\')) return this.#escape()
    const point = this.source.codePointAt(this.#at) ?? 0
    if ('*+?{}])'.includes(String.fromCodePoint(point))) throw new PatternError('syntax')
    this.#at += point > 0xffff ? 2 : 1
    return this.#literal(point)
  }

  #literal(point: number): Node {
    const test = this.flags.includes('i') ? tested(escaped(point), this.flags) : (other: number) => other === point
    return { kind: 'char', test }
  }

  #group(): Node {
    let index: number | null = null
    if (this.#take('?')) {
      if (/^<?[=!]/.test(this.source.slice(this.#at, this.#at + 2))) throw new PatternError('lookaround')
      if (!this.#take(':')) {
        const name = this.#find(/P?<([A-Za-z_]\w*)>/y)
        if (name === null) throw new PatternError('syntax')
        this.names[name] = index = ++this.groups
      }
    } else index = ++this.groups
    const of = this.#choice()
    if (!this.#take(')')) throw new PatternError('syntax')
    return index === null ? of : { kind: 'group', index, of }
  }

  #escape(): Node {
    const boundary = this.#find(/([bB])/y)
    if (boundary) return { kind: 'assert', which: boundary as 'b' | 'B' }
    if (this.#find(/([1-9k])/y)) throw new PatternError('backreference')
    const within = this.#escapedClass()
    if (within) return { kind: 'char', test: tested(`[${within}]`, this.flags) }
    return this.#literal(this.#escapedPoint())
  }

  /** Returns an escape such as `\d` or `\p{Han}` as the engine of the page writes it inside a class. */
  #escapedClass(): string | null {
    const short = this.#find(/([dwsDWS])/y)
    if (short) {
      const inner = CLASSES[short.toLowerCase()] ?? ''
      if (short === short.toLowerCase()) return inner
      if (short === 'W') return NOT_WORD
      return inner.replace('\\p', '\\P')
    }
    const property = this.#find(/([pP](?:\{\^?[\w=]+\}|[A-Z]))/y)
    if (!property) return null
    const negated = property.startsWith('P') !== property.includes('^')
    const name = property.slice(1).replace(/[{}^]/g, '')
    const isScript = name.length > 2 && !name.includes('=') && !isProperty(name)
    return `\\${negated ? 'P' : 'p'}{${isScript ? `Script=${name}` : name}}`
  }

  #escapedPoint(): number {
    const control = this.#find(/([ntrfv0])/y)
    if (control) return CONTROLS[control] ?? 0
    const code = this.#find(/(x[\da-fA-F]{2}|x\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\})/y)
    const point = code === null ? this.source.codePointAt(this.#at) : parseInt(code.replace(/[xu{}]/g, ''), 16)
    if (point === undefined || point > 0x10ffff) throw new PatternError('syntax')
    if (code === null) {
      // A letter that means nothing now may mean something one day.
      if (/[\p{L}\p{N}]/u.test(String.fromCodePoint(point))) throw new PatternError('syntax')
      this.#at += point > 0xffff ? 2 : 1
    }
    return point
  }

  /** Returns a class as the engine of the page writes it. */
  #class(): string {
    let inner = this.#take('^') ? '[^' : '['
    for (let first = true; ; first = false) {
      const point = this.source.codePointAt(this.#at)
      if (point === undefined || this.source[this.#at] === '[') throw new PatternError('syntax')
      if (!first && this.#take(']')) return `${inner}]`
      if (this.#take('\\')) {
        inner += this.#escapedClass() ?? escaped(this.#escapedPoint())
      } else if (this.#take('-')) {
        // Between two characters a range, at an edge itself.
        inner += first || this.source[this.#at] === ']' ? '\\-' : '-'
      } else {
        inner += escaped(point)
        this.#at += point > 0xffff ? 2 : 1
      }
    }
  }
}

/** Whether a name is a property of its own and no script. */
function isProperty(name: string): boolean {
  try {
    new RegExp(`\\p{${name}}`, 'u')
    return true
  } catch {
    return false
  }
}

/** A match in a line: where it stands, and what each group holds. */
export type Match = { readonly from: number; readonly to: number; readonly groups: readonly (string | undefined)[] }

/** A pattern that is ready to search. */
export class Pattern {
  readonly #steps: Step[] = []
  readonly #slots: number
  /** The number of each named group. */
  readonly names: Readonly<Record<string, number>>

  /** @throws {@link PatternError} for what is no pattern. */
  constructor(source: string, caseSensitive: boolean) {
    const parser = new Parser(source, caseSensitive ? 'v' : 'iv')
    const node = parser.parse()
    this.names = parser.names
    this.#slots = 2 * (parser.groups + 1)
    this.#add({ op: 'save', slot: 0 })
    this.#compile(node)
    this.#add({ op: 'save', slot: 1 })
    this.#add({ op: 'match' })
  }

  #add(step: Step): number {
    if (this.#steps.length >= MOST_STEPS) throw new PatternError('large')
    return this.#steps.push(step) - 1
  }

  #compile(node: Node): void {
    switch (node.kind) {
      case 'char':
        this.#add({ op: 'char', test: node.test })
        return
      case 'assert':
        this.#add({ op: 'assert', which: node.which })
        return
      case 'sequence':
        for (const each of node.of) this.#compile(each)
        return
      case 'group':
        this.#add({ op: 'save', slot: 2 * node.index })
        this.#compile(node.of)
        this.#add({ op: 'save', slot: 2 * node.index + 1 })
        return
      case 'choice': {
        const ends: number[] = []
        for (const [at, each] of node.of.entries()) {
          const isLast = at === node.of.length - 1
          const split = isLast ? null : this.#split(false)
          this.#compile(each)
          if (!split) continue
          ends.push(this.#add({ op: 'jump', to: 0 }))
          split.second = this.#steps.length
        }
        for (const end of ends) this.#steps[end] = { op: 'jump', to: this.#steps.length }
        return
      }
      case 'repeat': {
        for (let count = 0; count < node.least; count++) this.#compile(node.of)
        if (node.most === Infinity) {
          const start = this.#steps.length
          const split = this.#split(node.lazy)
          this.#compile(node.of)
          this.#add({ op: 'jump', to: start })
          this.#leave(split, node.lazy)
          return
        }
        const splits = []
        for (let count = node.least; count < node.most; count++) {
          splits.push(this.#split(node.lazy))
          this.#compile(node.of)
        }
        for (const split of splits) this.#leave(split, node.lazy)
      }
    }
  }

  /** Adds a fork of which one way goes on with the next step. */
  #split(lazy: boolean): { op: 'split'; first: number; second: number } {
    const next = this.#steps.length + 1
    const split = { op: 'split' as const, first: lazy ? -1 : next, second: lazy ? next : -1 }
    this.#add(split)
    return split
  }

  /** Leads the other way of a fork to here. */
  #leave(split: { first: number; second: number }, lazy: boolean): void {
    if (lazy) split.first = this.#steps.length
    else split.second = this.#steps.length
  }

  /**
   * Finds all matches in a line that do not overlap, the leftmost first, as Rust's `regex` does.
   *
   * A pattern such as `a.*b|a` can look at the rest of the line for each match; `complete` is false where that was cut
   * short to keep the time within a small multiple of the line.
   */
  matches(line: string): { found: Match[]; complete: boolean } {
    const found: Match[] = []
    const budget = { left: (line.length + 16) * (this.#steps.length + 2) * 4 }
    for (let at = 0; at <= line.length; ) {
      const match = this.#run(line, at, budget)
      if (budget.left <= 0) return { found, complete: false }
      if (!match) break
      found.push(match)
      at = match.to > match.from ? match.to : match.to + ((line.codePointAt(match.to) ?? 0) > 0xffff ? 2 : 1)
    }
    return { found, complete: true }
  }

  #run(line: string, start: number, budget: { left: number }): Match | null {
    const steps = this.#steps
    /** When each step was last reached, so that no two ways stand at the same one. */
    const reached = new Int32Array(steps.length).fill(-1)
    let now: { step: number; slots: readonly number[] }[] = []
    let next: typeof now = []
    let best: readonly number[] | null = null

    const follow = (into: typeof now, step: number, at: number, slots: readonly number[]): void => {
      if (reached[step] === at) return
      reached[step] = at
      budget.left -= 1
      const what = steps[step]
      if (!what) return
      if (what.op === 'jump') follow(into, what.to, at, slots)
      else if (what.op === 'split') {
        follow(into, what.first, at, slots)
        follow(into, what.second, at, slots)
      } else if (what.op === 'save') follow(into, step + 1, at, slots.with(what.slot, at))
      else if (what.op === 'assert') {
        if (holds(what.which, line, at)) follow(into, step + 1, at, slots)
      } else into.push({ step, slots })
    }

    const none = new Array<number>(this.#slots).fill(-1)
    for (let at = start; budget.left > 0; ) {
      if (!best) follow(now, 0, at, none)
      if (now.length === 0 && best) break
      const point = at < line.length ? (line.codePointAt(at) ?? 0) : -1
      const size = point > 0xffff ? 2 : 1
      for (const { step, slots } of now) {
        const what = steps[step]
        budget.left -= 1
        if (what?.op === 'match') {
          // What comes later in the list is a worse way.
          best = slots
          break
        }
        if (what?.op === 'char' && point >= 0 && what.test(point)) follow(next, step + 1, at + size, slots)
      }
      if (point < 0) break
      ;[now, next] = [next, now]
      next.length = 0
      at += size
    }
    if (!best) return null
    const part = (group: number) => {
      const [from = -1, to = -1] = best?.slice(2 * group, 2 * group + 2) ?? []
      return from < 0 || to < 0 ? undefined : line.slice(from, to)
    }
    const groups = Array.from({ length: this.#slots / 2 }, (_, group) => part(group))
    return { from: best[0] ?? 0, to: best[1] ?? 0, groups }
  }
}

function holds(which: '^' | '$' | 'b' | 'B', line: string, at: number): boolean {
  if (which === '^') return at === 0
  if (which === '$') return at === line.length
  const before = at > 0 && isWord(line.codePointAt(at - ((line.charCodeAt(at - 1) & 0xfc00) === 0xdc00 ? 2 : 1)) ?? 0)
  const after = at < line.length && isWord(line.codePointAt(at) ?? 0)
  return (before !== after) === (which === 'b')
}
