// The kind of scene of a passage as the writer chose it. Without her choice the desk guesses.

import { StateField, type EditorState } from '@codemirror/state'
import type { SaidScene } from '$lib/host'
import { choose, openOffering } from './offering'
import type { Scene } from './scene'

type Said = { readonly from: number; readonly to: number; readonly scene: Scene }

/**
 * Passages for which the writer chose the kind of scene. Their offsets follow edits. Kept until the manuscript is
 * closed.
 */
export const said = StateField.define<readonly Said[]>({
  create: () => [],
  update(value, { changes, docChanged, effects, startState }) {
    let next = value
    if (docChanged) {
      next = value
        .map(({ from, to, scene }) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1), scene }))
        .filter(({ from, to }) => from < to)
    }
    const open = openOffering(startState)
    for (const effect of effects) {
      if (!open || !effect.is(choose) || effect.value.scene === open.choice.scene) continue
      const { from, to } = open
      next = [...next.filter((other) => other.to <= from || other.from >= to), { from, to, scene: effect.value.scene }]
    }
    return next
  },
})

/** Returns the kind of scene the writer chose for a passage, or `null` where the desk guesses. */
export function saidOf(state: EditorState, from: number, to: number): Scene | null {
  return state.field(said).find((other) => from >= other.from && to <= other.to)?.scene ?? null
}

/** Returns all passages of the manuscript for which the writer chose the kind of scene. */
export function saidScenes(state: EditorState): SaidScene[] {
  return (state.field(said, false) ?? []).map(({ from, to, scene }) => ({ from, to, sceneType: scene }))
}
