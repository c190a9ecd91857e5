import type {
  ActivityView,
  AnswerRequest,
  DistillProgress,
  DistillReport,
  DistillTrigger,
  Document,
  English,
  EpisodeInput,
  EpisodeQuery,
  EpisodeReceipt,
  EpisodeView,
  Exported,
  ExportRequest,
  FileChange,
  FileEntry,
  FileMove,
  FileStory,
  Health,
  Keystrokes,
  ImportOptions,
  ImportReport,
  LearningView,
  LineOrigin,
  MemoryChange,
  MemoryFile,
  Merged,
  MergeRequest,
  NewRule,
  ObserveView,
  Offer,
  OfferRequest,
  PressProgress,
  ProjectView,
  ProposalDecision,
  ProposalView,
  QuestionView,
  Recovered,
  Replacement,
  Reversion,
  RulePatch,
  RuleView,
  RestoreRequest,
  Restored,
  RunView,
  SaidScene,
  Saved,
  SaveRequest,
  OpenRequest,
  Settings,
  SettingsPatch,
  SettingsView,
  Spelled,
  SpellingView,
  StyleRemark,
  UndoHistory,
  UpkeepDone,
  UpkeepView,
  VersionEntry,
  VersionRequest,
  VersionText,
  Workspace,
} from './bindings'

/** Ends a subscription. */
export type Unlisten = () => void

/**
 * Everything the desk asks of what is behind it: one method per command, one per event.
 *
 * Each promise rejects with whatever the other side threw; `asFault` makes one shape of it.
 */
export interface Host {
  openProject(path: string): Promise<ProjectView>
  /** Returns the folder the writer picked, or null. */
  pickProject(): Promise<string | null>
  currentProject(): Promise<ProjectView | null>
  /** Opens the writer's own copy of the sample project. */
  openSample(): Promise<ProjectView>
  /** Moves the memory of the open project to another folder inside it; the project is open anew then. */
  moveMemory(to: string): Promise<ProjectView>
  /** How the writer left the desk in the open project. */
  workspace(): Promise<Workspace>
  keepWorkspace(workspace: Workspace): Promise<void>

  listFiles(): Promise<FileEntry[]>
  readFile(path: string): Promise<Document>
  /** Returns a picture of the project as a `data:` address; SVG in it runs nothing. */
  readPicture(path: string): Promise<string>
  /** Resolves when the bytes are on the disk. */
  writeFile(request: SaveRequest): Promise<Saved>
  /** The texts of manuscripts to search in; one that cannot be read is left out. */
  fileTexts(paths: string[]): Promise<Document[]>
  /** Replaces in a manuscript that is not open, once it is kept as a version. */
  replaceInFile(request: Replacement): Promise<Saved>
  /** Takes such a replacement back. */
  revertFile(request: Reversion): Promise<Saved>
  /**
   * Says that the writer has left a file, what of it was pasted and of which passages she said what kind of scene they
   * are; returns how many revisions were noticed in it.
   */
  settleFile(path: string, pasted: string[], said: SaidScene[]): Promise<number>
  /** Returns what has to be done to a text so that it holds what another program wrote to its file; writes nothing. */
  mergeFile(request: MergeRequest): Promise<Merged>
  /** The folders a manuscript can stand in, in reading order. */
  listFolders(): Promise<string[]>
  /** Makes an empty manuscript or a folder; returns its path. */
  createFile(path: string, folder: boolean): Promise<string>
  /** Gives a manuscript or a folder another name or place; returns its path. */
  renameFile(from: string, to: string): Promise<string>
  /** Puts a manuscript or a folder into the system's trash. */
  removeFile(path: string): Promise<void>
  /** Brings back what was put into the trash last from this place. */
  restoreFile(path: string): Promise<void>

  /** Resolves when a batch of keystrokes is in the crash journal, on the disk. */
  journalKeystrokes(batch: Keystrokes): Promise<void>
  /** The manuscripts with text in a crash journal from before the project was opened. */
  listUnsaved(): Promise<string[]>
  /** Returns what an earlier session left unsaved in a manuscript; asked before it is typed in again. */
  recoverUnsaved(path: string): Promise<Recovered | null>

  /** Newest first. */
  listVersions(path: string): Promise<VersionEntry[]>
  readVersion(request: VersionRequest): Promise<VersionText>
  keepVersion(path: string, text: string): Promise<void>

  /** The undo history of a manuscript whose file has this hash. */
  undoHistory(path: string, hash: string): Promise<UndoHistory | null>
  keepUndoHistory(path: string, hash: string, history: string): Promise<void>
  /** Makes manuscripts into one file where the writer says in the system's dialog; null when she closes it. */
  exportFiles(request: ExportRequest): Promise<Exported | null>
  /**
   * Makes the documents, or the folder, that the writer names in the system's dialogs into manuscripts in a new folder;
   * null when she closes one.
   */
  importDocuments(folder: boolean, options: ImportOptions): Promise<ImportReport | null>

  /** What spelling goes by. */
  spelling(english: English): Promise<SpellingView>
  /** Returns which of the words no dictionary has. */
  checkWords(words: string[], english: English): Promise<Spelled>
  /** Returns what may be meant by a word, the likeliest first. */
  suggestSpellings(word: string, english: English): Promise<string[]>
  /** Returns the remarks on each paragraph; none while the check is off. */
  checkStyle(paragraphs: string[], english: English): Promise<StyleRemark[][]>
  /** Makes a word one of the writer's own. */
  addWord(word: string): Promise<void>

  offer(request: OfferRequest): Promise<Offer>

  recordEpisode(input: EpisodeInput): Promise<EpisodeReceipt>
  queryEpisodes(query: Partial<EpisodeQuery>): Promise<EpisodeView[]>

  listRules(): Promise<RuleView[]>
  addRule(rule: NewRule): Promise<RuleView>
  updateRule(id: string, patch: Partial<RulePatch>): Promise<RuleView>
  deleteRule(id: string): Promise<void>
  /** Lets a rule of the project hold in every project. */
  promoteRule(id: string): Promise<RuleView>
  /** Lets a rule that holds in every project hold in this one only. */
  demoteRule(id: string): Promise<RuleView>
  /** Resolves to null where there was nothing to do, which a writer who asks never hears. */
  distill(trigger?: DistillTrigger): Promise<DistillReport | null>
  learning(): Promise<LearningView>
  pauseLearning(paused: boolean): Promise<LearningView>
  activity(): Promise<ActivityView>
  /** What became of consolidations, and how the gates stand. */
  observe(): Promise<ObserveView>

  /** Those that wait or were put off, the newest last. */
  listQuestions(): Promise<QuestionView[]>
  answerQuestion(request: AnswerRequest): Promise<QuestionView>

  memoryFiles(): Promise<MemoryFile[]>
  readMemoryFile(path: string): Promise<Document>
  /** Resolves when the bytes are on the disk. */
  writeMemoryFile(request: SaveRequest): Promise<Saved>
  /** Says that the writer has left a memory file, which the desk then follows. */
  settleMemoryFile(path: string): Promise<void>
  /** The runs that changed a memory file, newest first, with the lines each changed. */
  fileStory(path: string): Promise<FileStory>
  /** Why a line stands in a memory file; asked with the whole line. */
  lineOrigin(line: string): Promise<LineOrigin>
  /** Changes of the writer's own lines that wait for a word, oldest first. */
  listProposals(): Promise<ProposalView[]>
  decideProposal(decision: ProposalDecision): Promise<RunView>
  /** What there is to do about memory files as they age, and what doing it would change. */
  upkeep(): Promise<UpkeepView>
  /** Puts the memory files in order, in one run that can be taken back. */
  putInOrder(): Promise<UpkeepDone>
  /** Newest first. */
  runs(): Promise<RunView[]>
  restoreRun(request: RestoreRequest): Promise<Restored>
  health(): Promise<Health>

  settings(): Promise<SettingsView>
  updateSettings(patch: Partial<SettingsPatch>): Promise<Settings>

  onDistillProgress(listener: (progress: DistillProgress) => void): Promise<Unlisten>
  onMemoryChanged(listener: (change: MemoryChange) => void): Promise<Unlisten>
  onFileChanged(listener: (change: FileChange) => void): Promise<Unlisten>
  /** Another program gave an open manuscript another name or place. */
  onFileMoved(listener: (move: FileMove) => void): Promise<Unlisten>

  /** The desk was started once more with something to open. */
  onOpen(listener: (request: OpenRequest) => void): Promise<Unlisten>

  toggleFullScreen(): Promise<void>
  /** Shows everything in the window so many times as large. */
  zoom(factor: number): Promise<void>
  /** Ends the window at once; what is unsaved has to be saved before. */
  closeWindow(): Promise<void>

  onPressProgress(listener: (progress: PressProgress) => void): Promise<Unlisten>

  /** Holds the window open until the handler is done; a handler that throws keeps it open. */
  onCloseRequested(handler: () => Promise<void>): Promise<Unlisten>
}
