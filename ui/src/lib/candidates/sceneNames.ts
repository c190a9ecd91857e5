import { messages } from '$lib/i18n'
import type { Scene } from './scene'

/** The kinds of scene in the language of the desk. */
export const sceneNames = messages<Record<Scene, string>>(
  {
    action: 'action',
    dialogue: 'dialogue',
    description: 'description',
    introspection: 'introspection',
    exposition: 'exposition',
    narration: 'narration',
    other: 'other',
  },
  {
    action: '动作',
    dialogue: '对白',
    description: '描写',
    introspection: '内心',
    exposition: '说明',
    narration: '叙述',
    other: '其他',
  },
)
