// Draws the passage on offer: deleted text struck through, inserted text in the accent colour. The document itself
// stays unchanged.

import { StateField, type EditorState, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import type { Hunk } from '$lib/host'
import { shownDraft, toggle, type Draft, type Look } from './choice'
import { edit } from './decide'
import { ListWidget } from './list.svelte'
import { activeOffering, offering, openOffering, type Offering } from './offering'
import { step } from './steps'
import { words } from './words'

/** The inserted text of one hunk, drawn as a widget. */
class Inserted extends WidgetType {
  constructor(
    readonly text: string,
    readonly hunk: number,
    readonly style: string,
  ) {
    super()
  }

  override eq(other: Inserted): boolean {
    return other.text === this.text && other.hunk === this.hunk && other.style === this.style
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement(this.style.startsWith('offer-ins') ? 'ins' : 'span')
    dom.className = this.style
    dom.dataset.hunk = String(this.hunk)
    dom.textContent = this.text
    return dom
  }

  override ignoreEvent(): boolean {
    return false
  }
}

/** A caret sign at the position of an insertion that is left out, as in proof-reading. */
class LeftOutText extends Inserted {
  override toDOM(): HTMLElement {
    const dom = document.createElement('span')
    dom.className = this.style
    dom.dataset.hunk = String(this.hunk)
    dom.title = words.leftOut(this.text)
    dom.textContent = '‸'
    return dom
  }
}

function draw(state: EditorState): DecorationSet {
  const value = state.field(offering)
  return value ? Decoration.set(ranges(value, state), true) : Decoration.none
}

function ranges(value: Offering, state: EditorState): Range<Decoration>[] {
  const passage = Decoration.mark({ class: 'offer-passage', inclusive: true }).range(value.from, value.to)
  if (!value.choice) return [passage]
  const { choice } = value
  const draft = shownDraft(choice)
  const list = Decoration.widget({
    widget: new ListWidget(choice, activeOffering(state) !== null),
    block: true,
    side: 1,
  }).range(state.doc.lineAt(value.to).to)
  const changes = draft.hunks.flatMap((hunk, index) => drawHunk(hunk, index, draft, choice.look, value.from))
  return [passage, ...changes, list]
}

function drawHunk(hunk: Hunk, index: number, draft: Draft, look: Look, base: number): Range<Decoration>[] {
  if (look === 'original') return []
  const from = base + hunk.from
  const to = base + hunk.to
  const taken = draft.taken[index] ?? false
  const atHand = look === 'marked' && index === draft.at && (draft.picked || draft.at > 0) ? ' offer-at-hand' : ''
  const attributes = { 'data-hunk': String(index) }
  const put = (widget: WidgetType) => Decoration.widget({ widget, side: 1 }).range(to)
  const drawn: Range<Decoration>[] = []
  if (look === 'result') {
    if (taken && from < to) drawn.push(Decoration.replace({}).range(from, to))
    if (taken && hunk.insert) drawn.push(put(new Inserted(hunk.insert, index, 'offer-plain')))
  } else if (taken) {
    if (from < to)
      drawn.push(Decoration.mark({ tagName: 'del', class: `offer-del${atHand}`, attributes }).range(from, to))
    if (hunk.insert) drawn.push(put(new Inserted(hunk.insert, index, `offer-ins${atHand}`)))
  } else if (from < to) {
    drawn.push(Decoration.mark({ class: `offer-kept${atHand}`, attributes }).range(from, to))
  } else {
    drawn.push(put(new LeftOutText(hunk.insert, index, `offer-left-out${atHand}`)))
  }
  return drawn
}

/** Returns the index of the change that an event is about, or `null`. */
function hunkOf({ target }: MouseEvent): number | null {
  const hunk = target instanceof Element ? target.closest<HTMLElement>('[data-hunk]') : null
  return hunk ? Number(hunk.dataset.hunk) : null
}

/** Draws the offering. A click on a change takes it or leaves it out; with a double click the writer goes on there. */
export function drawOffering(): Extension {
  return [
    StateField.define<DecorationSet>({
      create: draw,
      update: (value, transaction) =>
        transaction.state.field(offering) === transaction.startState.field(offering, false) && !transaction.selection
          ? value
          : draw(transaction.state),
      provide: (field) => EditorView.decorations.from(field),
    }),
    EditorView.contentAttributes.compute([offering, 'selection'], (state): Record<string, string> => {
      const active = activeOffering(state)
      return active
        ? { 'aria-controls': 'offer-list', 'aria-activedescendant': `offer-option-${active.choice.shown}` }
        : {}
    }),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const hunk = hunkOf(event)
        if (hunk === null || event.button !== 0) return false
        event.preventDefault()
        return step(view, (choice) => toggle(choice, hunk))
      },
      dblclick(event, view) {
        const hunk = hunkOf(event)
        const open = openOffering(view.state)
        const end = hunk === null ? undefined : open && shownDraft(open.choice).hunks[hunk]?.to
        return end != null && edit(view, end)
      },
    }),
  ]
}
