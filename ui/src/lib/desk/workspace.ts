import type { ProjectView, Workspace } from '$lib/host'

/** Returns how the writer left a project, as far as its files are still there; the file it was opened for comes first. */
export function stillThere(kept: Workspace, { files, first }: ProjectView): Workspace {
  const isThere = (path: string | null) => files.some((file) => file.path === path)
  const current = [first, kept.current].find(isThere) ?? null
  return { ...kept, open: kept.open.filter(({ path }) => isThere(path)), current }
}
