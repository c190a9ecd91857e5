import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { fences } from '../markdown'
import { pieces } from '../pieces'
import { wordAt, wordsBetween, wordsIn } from './collect'

const open = (doc: string) => EditorState.create({ doc, extensions: [pieces, fences] })
const words = (doc: string) => wordsBetween(open(doc), 0, doc.length).map(({ text }) => text)

describe('the words of a text', () => {
  it.each([
    ['The ferry, late again.', ['The', 'ferry', 'late', 'again']],
    ['渡船来了，没有摇铃。', []],
    ['他打开Word写steamboat两个词。', ['Word', 'steamboat']],
    ['ひらがなとカタカナと漢字', []],
    ['Паром опоздал, την κυριακή, 나루터', []],
    ['Ωmega and omeга', ['and']],
    ['café, naïve, cœur, e\u0301t\u00e9', ['café', 'naïve', 'cœur', 'e\u0301t\u00e9']],
    ['don’t, o’clock and the writer’s', ['don’t', 'o’clock', 'and', 'the', 'writer’s']],
    ['‘Quoted’ and "again" and \'thus\'', ['Quoted', 'and', 'again', 'and', 'thus']],
    ['a well-known x-ray—and then--so', ['well', 'known', 'ray', 'and', 'then', 'so']],
    ['I said A B C', ['said']],
    ['3rd, B2B, room101, snake_case', []],
    ['NASA and the BBC’s XXXVIII chapters, CHAPTER', ['and', 'the', 'chapters', 'CHAPTER']],
    ['and/or, he/she', ['and', 'or', 'he', 'she']],
    ['see https://a.example/pagge or www.exampel.com or ida@exampel.com', ['see', 'or', 'or']],
    ['in ~/drafts/chaptr/one.md, C:\\Drafts\\chaptr, index.htlm, e.g. @idda #taag', ['in']],
    ['Wait...what? Off.“On”', ['Wait', 'what', 'Off', 'On']],
  ])('of %j are %j', (text, expected) => expect(words(text)).toEqual(expected))

  it.each([
    ['**bold** and *soft* and _low_ and ~~gone~~', ['bold', 'and', 'soft', 'and', 'low', 'and', 'gone']],
    ['**T**he un*ruly* word', ['word']],
    ['`codde` and ``mor`e`` here', ['and', 'here']],
    ['a [linkk](targget.md) <https://exampel.com> ![altt](pictur.png)', ['linkk']],
    ['noted[^labbel] here ^[Inlined notte]', ['noted', 'here', 'Inlined', 'notte']],
    ['[^labbel]: The notte.', ['The', 'notte']],
    ['## Headding\n- itemm\n> quotte', ['Headding', 'itemm', 'quotte']],
    ['one <!-- hiddden --> two', ['one', 'two']],
    ['one <!-- hiddden\nstil hiddden\nand --> two', ['one', 'two']],
    ['<em class="klass">kept</em>&nbsp;on', ['kept', 'on']],
    ['---\ntitel: Ferrry\n---\nText.', ['Text']],
    ['```js\nlett x\n```\nText\n~~~\nopenn', ['Text']],
  ])('in %j are %j', (text, expected) => expect(words(text)).toEqual(expected))

  it.each([
    ['’tis', ['tis', "'tis"]],
    ['goin’ home', ['goin', "goin'"]],
    ['‘em', ['em']],
    ['sergeant‑major’s', ['sergeant', "sergeant-major's"]],
    ['co\u00adope\u00adrate', ['cooperate']],
    ['e\u0301te\u0301', ['été']],
    ['writer’s', ["writer's"]],
  ])('have several forms for a look-up: the first of %j has %j', (text, forms) => {
    const [first] = wordsIn(text)
    expect(first?.forms).toEqual(forms)
  })

  it('have correct offsets, also in a line as long as a book', () => {
    const line = '他走了。And the ferrry came, late. '.repeat(4_000)
    const state = open(`First.\n${line}\nLast.`)
    const found = wordsBetween(state, 60_003, 64_009)
    expect(found.length).toBeGreaterThan(500)
    for (const { from, to, text } of found) expect(state.sliceDoc(from, to)).toBe(text)
    expect([...new Set(found.map(({ text }) => text))].sort()).toEqual(['And', 'came', 'ferrry', 'late', 'the'])
  })

  it('are found with the caret at either end', () => {
    const state = open('她说 ferrry，然后')
    expect([2, 3, 6, 9, 10].map((at) => wordAt(state, at)?.text ?? null)).toEqual([null, 'ferrry', 'ferrry', 'ferrry', null])
  })
})
