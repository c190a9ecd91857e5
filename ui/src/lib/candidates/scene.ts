// The kinds of scene by their stable names, which the core uses too.

export const SCENES = ['action', 'dialogue', 'description', 'introspection', 'exposition', 'narration', 'other'] as const

export type Scene = (typeof SCENES)[number]

/** Returns the kind of scene for a stable name; `other` for an unknown name. */
export function asScene(name: string): Scene {
  return SCENES.find((scene) => scene === name) ?? 'other'
}
