// The skills the writer can run on a selection, as commands of the desk and in the hint beside a selection.

import { Facet } from '@codemirror/state'
import type { Command, EditorView } from '@codemirror/view'
import type { SkillName } from '$lib/host'

/** How a manuscript runs a skill, and the current key of each skill, as CodeMirror writes it. */
export type Skills = {
  run: (view: EditorView, skill: SkillName) => void
  keyOf: (skill: SkillName) => string | null
}

/** The skills of an editor; `null` in a file without offers, such as a memory file. */
export const skills = Facet.define<Skills, Skills | null>({ combine: (given) => given[0] ?? null })

/** Returns the command that requests candidates for the selection. */
function askFor(skill: SkillName): Command {
  return (view) => {
    const asked = view.state.facet(skills)
    asked?.run(view, skill)
    return asked !== null
  }
}

/** The skills as commands of the desk, with their default keys. */
export const skillCommands = [
  { id: 'edit.polish', skill: 'polish', keys: ['Mod-Enter'], run: askFor('polish') },
  { id: 'edit.tighten', skill: 'tighten', keys: ['Mod-Shift-Enter'], run: askFor('tighten') },
] as const satisfies readonly { id: string; skill: SkillName; keys: readonly string[]; run: Command }[]

/** Returns the key of a skill, as CodeMirror writes it: the first of the writer's own keys, or the default key. */
export function keyOfSkill(skill: SkillName, own: Readonly<Record<string, readonly string[]>> = {}): string | null {
  const command = skillCommands.find((each) => each.skill === skill)
  return command ? ((own[command.id] ?? command.keys)[0] ?? null) : null
}
