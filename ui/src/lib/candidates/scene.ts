// The kinds of scene.

/** Every kind of scene, by stable name. */
export const SCENES = ['action', 'dialogue', 'description', 'introspection', 'exposition', 'narration', 'other'] as const

/** A kind of scene. */
export type Scene = (typeof SCENES)[number]

/** Returns the kind of scene a stable name means. */
export function asScene(name: string): Scene {
  return SCENES.find((scene) => scene === name) ?? 'other'
}
