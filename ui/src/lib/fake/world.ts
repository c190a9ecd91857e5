import type {
  ActivityView,
  Document,
  EpisodeView,
  FileRun,
  Health,
  ImportReport,
  LearningView,
  LineOrigin,
  MemoryFile,
  ObserveView,
  ProjectView,
  ProposalView,
  QuestionView,
  Recovered,
  RestoredFile,
  RuleView,
  RunView,
  Settings,
  StyleKind,
  UndoHistory,
  UpkeepView,
  Workspace,
} from '$lib/host'

/** What the fake host holds. Tests start from `sampleWorld()` and change what they are about. */
export interface World {
  project: ProjectView | null
  documents: Document[]
  /** The pictures of the project, SVG by path. */
  pictures: Record<string, string>
  /** Folders with nothing in them; the others follow from the files. */
  folders: string[]
  rules: RuleView[]
  questions: QuestionView[]
  episodes: EpisodeView[]
  runs: RunView[]
  memoryFiles: MemoryFile[]
  /** The runs that changed a memory file, newest first, by its name in the memory root. */
  stories: Record<string, FileRun[]>
  /** Why a line stands there, by a part of it. */
  origins: Record<string, LineOrigin>
  proposals: ProposalView[]
  /** Kept texts of manuscripts, oldest first, by path. */
  versions: Record<string, { id: string; at: string; text: string }[]>
  /** What an earlier session left unsaved, by path. */
  unsaved: Record<string, Recovered>
  undo: Record<string, UndoHistory>
  upkeep: UpkeepView
  /** What a run that is to be taken back runs into, by its id; a merge mends what changed since. */
  inTheWay: Record<string, RestoredFile>
  health: Health
  learning: LearningView
  activity: ActivityView
  observed: ObserveView
  settings: Settings
  /** What a dictionary would say: words it does not have, with what it suggests; null where there is none. */
  misspellings: Record<string, string[]> | null
  /** What the style check would say: slips with the kind and what was meant. */
  slips: Record<string, { kind: StyleKind; meant: string[] }>
  /** The writer's own words. */
  ownWords: string[]
  /** How many times as large the window shows everything. */
  shownAt: number
  /** How the writer left the desk. */
  workspace: Workspace
  /** The folder the picker answers with; null when the writer closes it. */
  picks: string | null
  /** What an import reports. */
  imports: ImportReport
}
