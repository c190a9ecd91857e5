import type { Command } from '$lib/commands'
import { words } from './commandWords'
import type { Desk } from './desk.svelte'

/** Maximum number of projects offered: an older one is found faster in the dialog of the system. */
const MOST = 5

/** Returns the projects opened lately, the newest first, without the open one. */
export function recentProjects({ preferences, project }: Desk): { path: string; name: string }[] {
  return preferences.settings.recentProjects
    .filter((path) => path !== project?.root)
    .slice(0, MOST)
    .map((path) => ({ path, name: path.split(/[\\/]/u).findLast((part) => part !== '') ?? path }))
}

/** Returns the commands that open the projects opened lately. */
export function recentCommands(desk: Desk): Command[] {
  return recentProjects(desk).map(({ path, name }) => ({
    id: `file.recent ${path}`,
    title: () => words.openRecent(name),
    others: ['recent', '最近'],
    note: path,
    run: () => desk.open(path),
  }))
}
