import type { Settings, Workspace } from './bindings'

/** The settings of an installation whose writer set nothing: those of `Settings::default()` in the contract. */
export const DEFAULT_SETTINGS: Settings = {
  language: 'system',
  theme: 'system',
  zoom: 100,
  page: { face: '', hanFace: '', size: 19, measure: 33, leading: 172 },
  writing: {
    livePreview: true,
    focus: 'off',
    typewriter: false,
    smartPunctuation: false,
    chineseQuotes: 'curly',
    indentChinese: false,
    spelling: true,
    style: false,
    english: 'installed',
    sessionTarget: 0,
    dayTarget: 0,
    countPasted: false,
  },
  ai: true,
  keys: {},
  recentProjects: [],
  globalMemory: null,
}

/** How a desk stands that was never left: `Workspace::default()` in the contract. */
export const DEFAULT_WORKSPACE: Workspace = {
  open: [],
  current: null,
  folded: [],
  filesShown: true,
  panelShown: true,
  targets: {},
  day: null,
}
