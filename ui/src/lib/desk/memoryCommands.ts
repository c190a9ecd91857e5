import type { Command } from '$lib/commands'
import type { Memory, PanelPart, PanelView } from '$lib/panel/memory.svelte'
import { t as panelWords } from '$lib/panel/messages'
import { words } from './commandWords'
import type { Desk } from './desk.svelte'
import { t } from './messages'

/** What the commands of the memory act on. */
export type MemoryContext = {
  desk: Desk
  /** Shows a view of the memory panel, which is unfolded first if needed, and moves the focus to a part of the view. */
  inPanel: (view: PanelView, part?: PanelPart) => void
  openFile: (path: string) => void
}

/** Returns the commands of the memory: each view of the panel, and each act in it that is about no single entry. */
export function memoryCommands({ desk, inPanel, openFile }: MemoryContext): Command[] {
  const { preferences, layout, notices, surfaces } = desk
  const assists = () => desk.project !== null && preferences.settings.ai
  const file = ({ files }: Memory) => files.all.value?.find(({ name }) => name === 'MEMORY.md')

  const act = (name: string, title: () => string, run: () => unknown): Command => ({ id: `memory.${name}`, title, enabled: assists, run })
  const view = (name: PanelView, title: () => string) => act(name, title, () => inPanel(name))

  /** Updates preferences. What came of it is told where the Rules are out of view: they show it by themselves. */
  async function update() {
    const { memory } = desk
    await memory.learning.distill()
    if (layout.panelShown && memory.tab === 'rules') return
    const { report, paused, running } = memory.learning
    const show = { label: () => words.rules, run: () => inPanel('rules') }
    if (paused) notices.tell(() => panelWords.updatePaused)
    else if (report) notices.tell(() => t.updated(panelWords.report(report)), show)
    else if (!running) notices.tell(() => panelWords.updateFailed, show)
  }

  /** Shows a part of the panel, or says that there is nothing to do there. */
  const go = (there: number, view: PanelView, part: PanelPart, nothing: () => string) => {
    if (there > 0) inPanel(view, part)
    else notices.mention(nothing)
  }

  return [
    { ...act('update', () => words.update, update), keys: ['Mod-Alt-u'] },
    act('addRule', () => words.addRule, () => inPanel('rules', 'newRule')),
    act('answer', () => words.answer, () => go(desk.memory.questions.all.value?.length ?? 0, 'questions', 'question', () => t.noQuestion)),
    act('decide', () => words.decide, () => go(desk.memory.proposals.waiting, 'files', 'proposal', () => t.noProposal)),
    act('tidy', () => words.tidy, () => go(desk.memory.upkeep.view.value?.would.actions.length ?? 0, 'files', 'upkeep', () => t.tidy)),
    act('takeBack', () => words.takeBack, () => inPanel('activity', 'lastChange')),
    view('rules', () => words.rules),
    view('questions', () => words.questions),
    view('files', () => words.memoryFiles),
    view('activity', () => words.activity),
    act('choices', () => words.choices, () => go(desk.memory.learning.view.value?.episodes ?? 0, 'activity', 'choices', () => t.noChoices)),
    act('health', () => words.health, () => inPanel('activity', 'health')),
    act('commandLine', () => words.commandLine, () => inPanel('activity', 'commandLine')),
    {
      ...act('edit', () => words.editMemory, () => openFile(file(desk.memory)?.path ?? '')),
      enabled: () => assists() && file(desk.memory) !== undefined,
    },
    {
      ...act('pause', () => words.pause, () => desk.memory.learning.pause(!desk.memory.learning.paused)),
      checked: () => desk.memory.learning.paused,
    },
    {
      id: 'memory.ai',
      title: () => words.ai,
      checked: () => preferences.settings.ai,
      run: () => preferences.change({ ai: !preferences.settings.ai }),
    },
    { id: 'memory.settings', title: () => words.memorySettings, run: () => surfaces.show('memorySettings') },
  ]
}
