import type {
  ActivityView,
  Document,
  EpisodeView,
  FileRun,
  Health,
  ExportPlan,
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

/** The data of the fake host. A test starts from `sampleWorld()` and changes the part under test. */
export interface World {
  project: ProjectView | null
  documents: Document[]
  /** The pictures of the project as SVG, by path. */
  pictures: Record<string, string>
  /** Folders without files. Folders with files follow from the files. */
  folders: string[]
  /** The paths that the order of the chapters names, in their order. */
  order: string[]
  rules: RuleView[]
  questions: QuestionView[]
  episodes: EpisodeView[]
  runs: RunView[]
  memoryFiles: MemoryFile[]
  /** The runs that changed a memory file, newest first, by its name in the memory root. */
  stories: Record<string, FileRun[]>
  /** The origin of a line, by a part of its text. */
  origins: Record<string, LineOrigin>
  proposals: ProposalView[]
  /** Stored versions of manuscripts, oldest first, by path. */
  versions: Record<string, { id: string; at: string; text: string }[]>
  /** Unsaved text of an earlier session, by path. */
  unsaved: Record<string, Recovered>
  undo: Record<string, UndoHistory>
  upkeep: UpkeepView
  /** The obstacle to taking a run back, by the id of the run. A merge resolves later changes. */
  inTheWay: Record<string, RestoredFile>
  health: Health
  learning: LearningView
  activity: ActivityView
  observed: ObserveView
  settings: Settings
  /** Misspelt words with suggestions; `null` without a dictionary. */
  misspellings: Record<string, string[]> | null
  /** Slips that the style check reports, with the kind and the replacements. */
  slips: Record<string, { kind: StyleKind; meant: string[] }>
  /** Words in the writer's own dictionary. */
  ownWords: string[]
  /** The zoom factor of the window. */
  shownAt: number
  /** The stored workspace. */
  workspace: Workspace
  /** The folder that the folder picker returns; `null` if the writer cancels. */
  picks: string | null
  /** The author and the form of the last export for an editor. */
  submission: Pick<ExportPlan, 'author' | 'submission'>
  /** The report that an import returns. */
  imports: ImportReport
}
