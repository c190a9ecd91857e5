import type { ProjectView, Workspace } from '$lib/host'

/** Returns the stored workspace without files that are gone. A file named at the start becomes the current file. */
export function stillThere(kept: Workspace, { files, first }: ProjectView): Workspace {
  const isThere = (path: string | null) => files.some((file) => file.path === path)
  const current = [first, kept.current].find(isThere) ?? null
  return { ...kept, open: kept.open.filter(({ path }) => isThere(path)), current }
}
