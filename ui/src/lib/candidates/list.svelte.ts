// The list below the passage: a block widget that CodeMirror places and Svelte draws.

import { EditorView, WidgetType } from '@codemirror/view'
import { mount, unmount, type ComponentProps } from 'svelte'
import CandidateList from './CandidateList.svelte'
import { inScene, nextLook, preview, takeNext, takeSentence, type Choice } from './choice'
import { edit, refuse, take } from './decide'
import { ruleText } from './ruleText'
import { step } from './steps'

type Props = ComponentProps<typeof CandidateList>

const drawn = new WeakMap<HTMLElement, { props: Props; component: object }>()

export class ListWidget extends WidgetType {
  constructor(
    readonly choice: Choice,
    readonly active: boolean,
  ) {
    super()
  }

  override eq(other: ListWidget): boolean {
    return other.choice === this.choice && other.active === this.active
  }

  override toDOM(view: EditorView): HTMLElement {
    const target = document.createElement('div')
    const props = $state<Props>({
      choice: this.choice,
      active: this.active,
      ruleText: view.state.facet(ruleText),
      onPreview: (index) => step(view, (choice) => preview(choice, index)),
      onTake: () => take(view),
      onTakeNext: () => step(view, takeNext),
      onTakeSentence: () => step(view, takeSentence),
      onEdit: () => {
        edit(view)
        view.focus()
      },
      onLook: () => step(view, nextLook),
      onScene: (scene) => step(view, (choice) => inScene(choice, scene)),
      onDone: () => view.focus(),
      onRefuse: () => refuse(view),
    })
    drawn.set(target, { props, component: mount(CandidateList, { target, props }) })
    return target
  }

  /** Reuses the element across previews. A screen reader would leave the list if it were replaced. */
  override updateDOM(target: HTMLElement): boolean {
    const current = drawn.get(target)
    if (!current) return false
    current.props.choice = this.choice
    current.props.active = this.active
    return true
  }

  override destroy(target: HTMLElement): void {
    const current = drawn.get(target)
    if (current) void unmount(current.component)
    drawn.delete(target)
  }

  /** The list handles its own clicks. */
  override ignoreEvent(): boolean {
    return true
  }
}
