// Generated from the Rust contract by `cargo xtask bindings`; do not edit.

/** The settings of an installation whose writer set nothing. */
export const DEFAULT_SETTINGS: Settings = {
  "language": "system",
  "theme": "system",
  "zoom": 100,
  "page": {
    "face": "",
    "hanFace": "",
    "size": 19,
    "measure": 33,
    "leading": 172
  },
  "writing": {
    "livePreview": true,
    "focus": "off",
    "typewriter": false,
    "smartPunctuation": false,
    "chineseQuotes": "curly",
    "indentChinese": false,
    "spelling": true,
    "style": false,
    "english": "installed",
    "tidyIndent": "keep",
    "tidyBlankLines": "keep",
    "counting": "words",
    "sessionTarget": 0,
    "dayTarget": 0,
    "countPasted": false
  },
  "ai": true,
  "keys": {},
  "recentProjects": [],
  "globalMemory": null
};

/** How a desk stands that was never left. */
export const DEFAULT_WORKSPACE: Workspace = {
  "open": [],
  "current": null,
  "folded": [],
  "filesShown": true,
  "panelShown": true,
  "targets": {},
  "bookTarget": null,
  "days": []
};

/** Every code of a failure. */
export const ERROR_CODES: readonly ErrorCode[] = [
  "INVALID_ARGUMENT",
  "REQUEST_TOO_LARGE",
  "NOT_FOUND",
  "CONFLICT",
  "MEMORY_EPISODE_WRITE_FAILED",
  "MEMORY_CAPACITY_EXCEEDED",
  "MEMORY_CLEANUP_FAILED",
  "MEMORY_CONFIDENCE_OUT_OF_RANGE",
  "MEMORY_DISTILL_LLM_UNAVAILABLE",
  "MEMORY_READ_ONLY",
  "MEMORY_FILE_UNUSABLE",
  "MEMORY_GLOBAL_UNAVAILABLE",
  "MEMORY_MESSAGE_TOO_LARGE",
  "MEMORY_MODEL_UNAVAILABLE",
  "MEMORY_REPLY_UNUSABLE",
  "MEMORY_UNACCOUNTED",
  "MEMORY_RISK_TOO_HIGH",
  "MEMORY_RESTORE_CONFLICT",
  "MEMORY_INDEX_UNAVAILABLE",
  "AI_OFF",
  "PROJECT_NOT_OPEN",
  "PROJECT_UNAVAILABLE",
  "FOLDER_NOT_CHOSEN",
  "WRITE_DENIED",
  "DISK_FULL",
  "FILE_CHANGED",
  "FILE_ENCODING",
  "FILE_NOT_UTF8",
  "FILE_TOO_LARGE",
  "NAME_TAKEN",
  "NAME_UNUSABLE",
  "FONT_MISSING",
  "UNPRINTABLE",
  "EXPORT_TOO_LARGE",
  "NOTHING_IMPORTED",
  "DICTIONARY_UNUSABLE",
  "WORKFLOW_UNUSABLE",
  "ORDER_UNUSABLE",
  "STYLE_UNAVAILABLE",
  "OUTSIDE_PROJECT",
  "IO"
];

/** The moves of the built-in rewriter that each skill makes. */
export const SKILL_MOVES: Readonly<Record<SkillName, readonly MoveLabel[]>> = {
  "polish": [
    {
      "en": "Cut the intensifiers",
      "zh": "删减强调词"
    },
    {
      "en": "Drop manner adverbs",
      "zh": "删去情态副词"
    },
    {
      "en": "Tighten wordy phrases",
      "zh": "精简冗长说法"
    },
    {
      "en": "Split long sentences",
      "zh": "拆分长句"
    },
    {
      "en": "Join short sentences",
      "zh": "连接短句"
    },
    {
      "en": "Semicolons to full stops",
      "zh": "分号改句号"
    },
    {
      "en": "Semicolons to dashes",
      "zh": "分号改破折号"
    },
    {
      "en": "Semicolons to commas",
      "zh": "分号改逗号"
    },
    {
      "en": "Full stops to semicolons",
      "zh": "句号改分号"
    },
    {
      "en": "Dashes to commas",
      "zh": "破折号改逗号"
    },
    {
      "en": "Dashes to parentheses",
      "zh": "破折号改括号"
    },
    {
      "en": "Parentheses to commas",
      "zh": "括号改逗号"
    },
    {
      "en": "Parentheses to dashes",
      "zh": "括号改破折号"
    },
    {
      "en": "Ellipses to full stops",
      "zh": "省略号改句号"
    },
    {
      "en": "Soften the exclamations",
      "zh": "感叹号改句号"
    },
    {
      "en": "Use contractions",
      "zh": "使用缩写"
    },
    {
      "en": "Spell out contractions",
      "zh": "展开缩写"
    },
    {
      "en": "More formal connectives",
      "zh": "虚词改书面语"
    },
    {
      "en": "Plainer connectives",
      "zh": "虚词改口语"
    },
    {
      "en": "Fewer 的",
      "zh": "少用“的”字"
    },
    {
      "en": "Fewer 地",
      "zh": "少用“地”字"
    },
    {
      "en": "Fewer 了",
      "zh": "少用“了”字"
    },
    {
      "en": "Commas to semicolons",
      "zh": "逗号改分号"
    },
    {
      "en": "Colons to dashes",
      "zh": "冒号改破折号"
    },
    {
      "en": "Commas to dashes",
      "zh": "逗号改破折号"
    },
    {
      "en": "Dashes to colons",
      "zh": "破折号改冒号"
    },
    {
      "en": "Add optional commas",
      "zh": "多用逗号"
    },
    {
      "en": "Drop optional commas",
      "zh": "少用逗号"
    },
    {
      "en": "Add optional “that”",
      "zh": "添上 that"
    },
    {
      "en": "Drop optional “that”",
      "zh": "省去 that"
    },
    {
      "en": "Drop sequence words",
      "zh": "少用连接词"
    },
    {
      "en": "Drop repeated subjects",
      "zh": "省略重复主语"
    }
  ],
  "tighten": [
    {
      "en": "Cut the intensifiers",
      "zh": "删减强调词"
    },
    {
      "en": "Drop manner adverbs",
      "zh": "删去情态副词"
    },
    {
      "en": "Tighten wordy phrases",
      "zh": "精简冗长说法"
    },
    {
      "en": "Join short sentences",
      "zh": "连接短句"
    },
    {
      "en": "Use contractions",
      "zh": "使用缩写"
    },
    {
      "en": "More formal connectives",
      "zh": "虚词改书面语"
    },
    {
      "en": "Fewer 的",
      "zh": "少用“的”字"
    },
    {
      "en": "Fewer 地",
      "zh": "少用“地”字"
    },
    {
      "en": "Fewer 了",
      "zh": "少用“了”字"
    },
    {
      "en": "Drop optional “that”",
      "zh": "省去 that"
    },
    {
      "en": "Drop sequence words",
      "zh": "少用连接词"
    },
    {
      "en": "Drop repeated subjects",
      "zh": "省略重复主语"
    }
  ]
};

// This file has been generated by Tauri Specta. Do not edit this file manually.

import { invoke as __TAURI_INVOKE } from "@tauri-apps/api/core";
import * as __TAURI_EVENT from "@tauri-apps/api/event";

/** Commands */
export const commands = {
	/**  Returns the questions that wait or were put off, the newest last. */
	listQuestions: () => __TAURI_INVOKE<QuestionView[]>("memory:conflict:list"),
	/**  Answers a question. */
	answerQuestion: (request: AnswerRequest) => __TAURI_INVOKE<QuestionView>("memory:conflict:resolve", { request }),
	/**  Records the outcome of an offer; the episode is durable on disk when this returns. */
	recordEpisode: (input: EpisodeInput) => __TAURI_INVOKE<EpisodeReceipt>("memory:episode:record", { input }),
	/**  Returns episodes, newest first. */
	queryEpisodes: (query: EpisodeQuery) => __TAURI_INVOKE<EpisodeView[]>("memory:episode:query", { query }),
	/**  Returns the manuscripts in reading order. */
	listFiles: () => __TAURI_INVOKE<FileEntry[]>("desk:file:list"),
	/**  Reads a manuscript: its text with every line ending as `\n`, a line feed, and the hash of its file. */
	readFile: (path: string) => __TAURI_INVOKE<ArrayBuffer>("desk:file:read", { path }),
	/**  Reads a picture of the project that a manuscript shows. */
	readPicture: (path: string) => __TAURI_INVOKE<Picture>("desk:picture:read", { path }),
	/**  Saves a manuscript; the bytes are durable on disk when this returns. */
	writeFile: (request: SaveRequest) => __TAURI_INVOKE<Saved>("desk:file:write", { request }),
	/**  Merges the file, changed by another program, with the text in the editor; returns the edits to that text. */
	mergeFile: (request: MergeRequest) => __TAURI_INVOKE<Merged>("desk:file:merge", { request }),
	/**  Returns the folders that can contain manuscripts, in reading order. */
	listFolders: () => __TAURI_INVOKE<string[]>("desk:folder:list"),
	/**  Creates an empty manuscript or a folder; returns its path. */
	createFile: (path: string, folder: boolean) => __TAURI_INVOKE<string>("desk:file:create", { path, folder }),
	/**  Renames or moves a manuscript or a folder; returns its new path. */
	renameFile: (from: string, to: string) => __TAURI_INVOKE<string>("desk:file:rename", { from, to }),
	/**  Puts a manuscript or a folder before or after another one of its folder, and writes down their order. */
	orderFile: (path: string, beside: string, after: boolean) => __TAURI_INVOKE<null>("desk:file:order", { path, beside, after }),
	/**  Moves a manuscript or a folder to the system's trash. */
	removeFile: (path: string) => __TAURI_INVOKE<null>("desk:file:remove", { path }),
	/**  Restores the file or folder that was last moved to the trash from this path. */
	restoreFile: (path: string) => __TAURI_INVOKE<null>("desk:file:restore", { path }),
	/**  Splits a manuscript in two; the second part becomes a new manuscript. */
	splitFile: (request: SplitRequest) => __TAURI_INVOKE<Divided>("desk:chapter:split", { request }),
	/**  Appends a manuscript to another, and moves its file to the trash. */
	joinFiles: (path: string, next: string) => __TAURI_INVOKE<Divided>("desk:chapter:join", { path, next }),
	/**  Undoes a split or a merge of manuscripts. */
	rejoinFiles: (done: Divided) => __TAURI_INVOKE<null>("desk:chapter:undo", { done }),
	/**  Returns the texts of manuscripts for a search; an unreadable manuscript is left out. */
	fileTexts: (paths: string[]) => __TAURI_INVOKE<Document[]>("desk:file:texts", { paths }),
	/**  Replaces stretches of a manuscript that is not open in an editor. Its earlier content is stored as a version first. */
	replaceInFile: (request: Replacement) => __TAURI_INVOKE<Saved>("desk:file:replace", { request }),
	/**  Restores the content of a manuscript before a replacement. */
	revertFile: (request: Reversion) => __TAURI_INVOKE<Saved>("desk:file:revert", { request }),
	/**
	 *  Notes that the writer has left a manuscript. `pasted` holds the stretches she pasted, and `said` the passages whose
	 *  kind of scene she set. Returns the number of revisions found.
	 */
	settleFile: (path: string, pasted: string[], said: SaidScene[]) => __TAURI_INVOKE<number>("desk:file:settle", { path, pasted, said }),
	/**  Returns the state of learning. */
	learning: () => __TAURI_INVOKE<LearningView>("memory:learning:get"),
	/**  Returns the activity of the memory over time. */
	activity: () => __TAURI_INVOKE<ActivityView>("memory:activity:get"),
	/**  Returns the outcomes of consolidations, and the gates. */
	observe: () => __TAURI_INVOKE<ObserveView>("memory:observe:get"),
	/**  Pauses or resumes learning. */
	pauseLearning: (paused: boolean) => __TAURI_INVOKE<LearningView>("memory:learning:pause", { paused }),
	/**  Returns the files of the memory root. */
	memoryFiles: () => __TAURI_INVOKE<MemoryFile[]>("memory:file:list"),
	/**  Reads a Markdown file of the memory root. */
	readMemoryFile: (path: string) => __TAURI_INVOKE<Document>("memory:file:read", { path }),
	/**  Saves a Markdown file of the memory root from the editor; the bytes are durable on disk when this returns. */
	writeMemoryFile: (request: SaveRequest) => __TAURI_INVOKE<Saved>("memory:file:write", { request }),
	/**  Notes that the writer has left a memory file. The desk then takes her edits over. */
	settleMemoryFile: (path: string) => __TAURI_INVOKE<null>("memory:file:settle", { path }),
	/**  Returns the runs that changed a file of the memory root, newest first, with the changed lines of each. */
	fileStory: (path: string) => __TAURI_INVOKE<FileStory>("memory:file:history", { path }),
	/**  Returns the origin of a line of a memory file; `line` is the whole line. */
	lineOrigin: (line: string) => __TAURI_INVOKE<LineOrigin>("memory:line:origin", { line }),
	/**  Returns the runs, newest first. */
	runs: () => __TAURI_INVOKE<RunView[]>("memory:run:list"),
	/**  Restores the state before a run, or with `dryRun` only plans it. */
	restoreRun: (request: RestoreRequest) => __TAURI_INVOKE<Restored>("memory:run:restore", { request }),
	/**  Returns the findings of upkeep in aging memory files, and the effect of putting the files in order. */
	upkeep: () => __TAURI_INVOKE<UpkeepView>("memory:upkeep:look"),
	/**  Puts the memory files in order, in one run. */
	putInOrder: () => __TAURI_INVOKE<UpkeepDone>("memory:upkeep:apply"),
	/**  Returns the doctor's report. */
	health: () => __TAURI_INVOKE<Health>("memory:health:get"),
	/**  Returns what is known for an export before it is asked for. */
	exportPlan: () => __TAURI_INVOKE<ExportPlan>("desk:export:plan"),
	/**  Makes manuscripts into one file at a place the writer chooses; null when she cancels the dialog. */
	exportFiles: (request: ExportRequest) => __TAURI_INVOKE<Exported | null>("desk:export", { request }),
	/**
	 *  Imports documents, or a folder of documents, into a new folder; null when the writer cancels a dialog. The folder is
	 *  made in the open project. If none is open, or if it is to be elsewhere, the writer chooses its place.
	 */
	importDocuments: (folder: boolean, elsewhere: boolean, options: ImportOptions) => __TAURI_INVOKE<ImportReport | null>("desk:import", { folder, elsewhere, options }),
	/**  Returns the open project; the first call opens the project of the last session. */
	currentProject: () => __TAURI_INVOKE<ProjectView | null>("desk:project:current"),
	/**
	 *  Opens a folder as the project. The writer must have named the folder in a dialog, by a drop, on a command line or in
	 *  an earlier session.
	 */
	openProject: (path: string) => __TAURI_INVOKE<ProjectView>("desk:project:open", { path }),
	/**
	 *  Asks for a folder, and permits the page to open it or to use it for the global memory. Null when the writer cancels
	 *  the dialog.
	 */
	pickProject: () => __TAURI_INVOKE<string | null>("desk:project:pick"),
	/**  Opens the writer's own copy of the sample project; the first call makes the copy. */
	openSample: () => __TAURI_INVOKE<ProjectView>("desk:project:sample"),
	/**  Moves the memory of the open project to another folder inside it, and opens the project anew. */
	moveMemory: (to: string) => __TAURI_INVOKE<ProjectView>("memory:root:move", { to }),
	/**  Returns the stored state of the desk in the open project. */
	workspace: () => __TAURI_INVOKE<Workspace>("desk:workspace:get"),
	/**  Stores the state of the desk in the open project. */
	keepWorkspace: (workspace: Workspace) => __TAURI_INVOKE<null>("desk:workspace:put", { workspace }),
	/**  Returns the open proposals, oldest first. */
	listProposals: () => __TAURI_INVOKE<ProposalView[]>("memory:proposal:list"),
	/**  Accepts or rejects a proposal; returns the run of the decision. */
	decideProposal: (decision: ProposalDecision) => __TAURI_INVOKE<RunView>("memory:proposal:decide", { decision }),
	/**  Appends a batch of keystrokes to the crash journal of a manuscript; the batch is durable on disk when this returns. */
	journalKeystrokes: (batch: Keystrokes) => __TAURI_INVOKE<null>("desk:unsaved:append", { batch }),
	/**  Returns the manuscripts with text in a crash journal from before the project was opened. */
	listUnsaved: () => __TAURI_INVOKE<string[]>("desk:unsaved:list"),
	/**
	 *  Returns the text that was typed into a manuscript and not saved before the desk ended. The page calls this before
	 *  any new typing.
	 */
	recoverUnsaved: (path: string) => __TAURI_INVOKE<Recovered | null>("desk:unsaved:recover", { path }),
	/**  Returns the versions of a manuscript, the newest first. */
	listVersions: (path: string) => __TAURI_INVOKE<VersionEntry[]>("desk:version:list", { path }),
	/**  Returns a version, and the word-level changes since. */
	readVersion: (request: VersionRequest) => __TAURI_INVOKE<VersionText>("desk:version:read", { request }),
	/**  Stores a text of a manuscript as a version. */
	keepVersion: (path: string, text: string) => __TAURI_INVOKE<null>("desk:version:keep", { path, text }),
	/**  Returns the undo history of a manuscript, if it belongs to the file content with this hash. */
	undoHistory: (path: string, hash: string) => __TAURI_INVOKE<UndoHistory | null>("desk:undo:read", { path, hash }),
	/**  Stores the undo history of a manuscript for the file content with this hash. */
	keepUndoHistory: (path: string, hash: string, history: string) => __TAURI_INVOKE<null>("desk:undo:write", { path, hash, history }),
	/**  Returns all hypotheses, proposals and rules. */
	listRules: () => __TAURI_INVOKE<RuleView[]>("memory:semantic:list"),
	/**  Adds a rule written by hand. */
	addRule: (rule: NewRule) => __TAURI_INVOKE<RuleView>("memory:semantic:add", { rule }),
	/**  Changes a rule. */
	updateRule: (id: string, patch: RulePatch) => __TAURI_INVOKE<RuleView>("memory:semantic:update", { id, patch }),
	/**  Deletes a rule; it is not learned again from the same evidence. */
	deleteRule: (id: string) => __TAURI_INVOKE<null>("memory:semantic:delete", { id }),
	/**  Moves a rule of the project to the global memory, so that it holds in every project. */
	promoteRule: (id: string) => __TAURI_INVOKE<RuleView>("memory:scope:promote", { id }),
	/**  Moves a rule from the global memory to this project, so that it holds here only. */
	demoteRule: (id: string) => __TAURI_INVOKE<RuleView>("memory:scope:demote", { id }),
	/**
	 *  Distils the episodes into rules; `memory:distill:progress` reports the stages.
	 * 
	 *  Without a trigger the writer started the distillation. With any other trigger the result is null where there was
	 *  nothing to do.
	 */
	distill: (trigger: DistillTrigger | null) => __TAURI_INVOKE<DistillReport | null>("memory:semantic:distill", { trigger }),
	/**  Returns the settings of this installation and the path of their file. */
	settings: () => __TAURI_INVOKE<SettingsView>("memory:settings:get"),
	/**  Changes settings. */
	updateSettings: (patch: SettingsPatch) => __TAURI_INVOKE<Settings>("memory:settings:update", { patch }),
	/**  Offers candidates for a passage. */
	offer: (request: OfferRequest) => __TAURI_INVOKE<Offer>("desk:skill:offer", { request }),
	/**  Returns the dictionary and the word list in use. */
	spelling: (english: English) => __TAURI_INVOKE<SpellingView>("desk:spelling:get", { english }),
	/**  Returns the unknown words of a list. */
	checkWords: (words: string[], english: English) => __TAURI_INVOKE<Spelled>("desk:spelling:check", { words, english }),
	/**  Returns suggestions for an unknown word, the likeliest first. */
	suggestSpellings: (word: string, english: English) => __TAURI_INVOKE<string[]>("desk:spelling:suggest", { word, english }),
	/**  Adds a word to the writer's own word list. */
	addWord: (word: string) => __TAURI_INVOKE<null>("desk:spelling:add", { word }),
	/**  Returns the remarks on each paragraph; none while the check is turned off. */
	checkStyle: (paragraphs: string[], english: English) => __TAURI_INVOKE<StyleRemark[][]>("desk:style:check", { paragraphs, english }),
};

/** Events */
export const events = {
	deskFileChanged: makeEvent<DeskFileChanged, DeskFileChanged>("desk:file:changed"),
	deskFileMoved: makeEvent<DeskFileMoved, DeskFileMoved>("desk:file:moved"),
	deskOpen: makeEvent<DeskOpen, DeskOpen>("desk:open"),
	deskPressProgress: makeEvent<DeskPressProgress, DeskPressProgress>("desk:press:progress"),
	memoryChanged: makeEvent<MemoryChanged, MemoryChanged>("memory:changed"),
	memoryDistillProgress: makeEvent<MemoryDistillProgress, MemoryDistillProgress>("memory:distill:progress"),
};

/* Types */
/**  How far the writer can change a project. */
export type Access = 
/**  Manuscripts and memory. */
"full" | 
/**  Manuscripts. The memory cannot be used, so nothing is learned. */
"no_memory" | 
/**  Nothing: the folder does not allow writing. */
"read_only";

/**  The activity of the memory over time. All weeks are weeks in UTC. */
export type ActivityView = {
	/**  Episodes by week, the oldest week first, without gaps up to this week; at most the last 26 weeks. */
	episodesPerWeek: WeekCount[],
	/**  The number of rules in each state. */
	rules: RuleCounts,
	/**  The number of episodes in each band of decay. */
	bands: BandCounts,
	/**  The growth of the evidence of each learned rule in force. */
	evidence: RuleHistory[],
	/**  Runs by week, the oldest week first, without gaps up to this week; at most the last 26 weeks. */
	runs: RunWeek[],
};

/**  An answer to a question. */
export type Answer = 
/**  The first side; yes to a proposal, and to new words that mean the same. */
"a" | 
/**  The second side. */
"b" | 
/**  Both, each in its own kind of scene or its own skill. */
"both_by_scene" | 
/**  Both: the second in this project, the first everywhere else. */
"both_by_project" | 
/**  Neither; no to a proposal, and to new words that mean the same. */
"neither" | 
/**  Not now. */
"later";

/**  The writer's answer to a question. */
export type AnswerRequest = {
	/**  The question's id. */
	questionId: string,
	/**  One of the question's `answers`. */
	answer: Answer,
};

/**  The number of episodes in each band of decay. Each episode is counted once; purged episodes are not counted. */
export type BandCounts = {
	/**  Decay of 0.7 and above. */
	active: number,
	/**  Decay from 0.3 to below 0.7. */
	decaying: number,
	/**  Decay from 0.1 to below 0.3: the next compression shortens these episodes. */
	toCompress: number,
	/**  Decay below 0.1, not compressed yet. */
	toEvict: number,
	/**  Episodes shortened to a summary. */
	compressed: number,
};

/**  One candidate. */
export type Candidate = {
	/**  The whole passage with the moves applied. */
	text: string,
	/**  The moves of the candidate, by stable name, such as `cut_fillers`. */
	moves: string[],
	/**  The label of the candidate in two to five English words. */
	labelEn: string,
	/**  The label of the candidate in a few Chinese characters. */
	labelZh: string,
	/**  The change of length in units, as a share of the passage: −0.06 is six per cent shorter. */
	lengthChange: number,
	/**  The word-level differences, in order; each can be accepted alone. */
	hunks: Hunk[],
	/**  The ids of the rules in force that this candidate follows. */
	rules: string[],
};

/**  The group a rule is kept under; each is a section of `MEMORY.md`. */
export type Category = 
/**  The sound of sentences. */
"style" | 
/**  The order of a passage. */
"structure" | 
/**  How characters are described and speak. */
"character" | 
/**  The speed of the story. */
"pacing" | 
/**  The choice of words. */
"vocabulary";

/**  The author of the last change of a memory file. */
export type ChangedBy = 
/**  The writer, in the panel or in another program. */
"writer" | 
/**  The desk, without a request by the writer. */
"desk";

/**  How the chapters of a book are numbered. */
export type ChapterNumbers = 
/**  Not at all. */
"none" | 
/**  1, 2, 3. */
"figures" | 
/**  Chapter One, 第一章. */
"words";

/**  The quotation marks for Chinese paragraphs. */
export type ChineseQuotes = 
/**  “ ”. */
"curly" | 
/**  「 」. */
"corner";

/**  A property of prose that a rule wants more or less of, in the prose the rule holds for. */
export type ClaimView = {
	/**  The feature, by stable name. */
	feature: string,
	/**  More or less of the feature. */
	direction: Direction,
	/**  The kind of scene the claim is about; absent for every scene. */
	sceneType: string | null,
};

/**  How the length of a text is counted. Each name is a field of [`Length`](crate::Length). */
export type Counting = 
/**  Words and numbers, and Han characters. */
"words" | 
/**  Letters, digits and Han characters, without punctuation. */
"letters" | 
/**  All characters except white space, so that punctuation counts. */
"characters";

/**  The amount written on one day. */
export type DayWritten = {
	/**  The date in the writer's time zone, as `2026-11-22`. */
	date: string,
	/**  The growth of her files by text she typed. A file that shrank counts as 0. */
	typed: Length,
	/**  The growth of her files with pasted text included. */
	total: Length,
};

/**  Pushed when a manuscript or a memory file changed on disk, except by a save of its editor. */
export type DeskFileChanged = FileChange;

/**  Pushed when another program renamed or moved an open manuscript. */
export type DeskFileMoved = FileMove;

/**  Pushed when the desk was started again with a folder or a file to open. */
export type DeskOpen = OpenRequest;

/**  Pushed after each chapter of an export and each file of an import. */
export type DeskPressProgress = PressProgress;

/**  A line of a memory file before or after a run. */
export type DiffLine = {
	/**  The kind of the line. */
	mark: LineMark,
	/**  The line without its ending; a very long line is cut. */
	text: string,
};

/**  Whether the writer prefers more or less of a feature. */
export type Direction = 
/**  More than in the rejected candidates. */
"more" | 
/**  Less than in the rejected candidates. */
"less";

/**  An event pushed at each stage of a distillation. */
export type DistillProgress = {
	/**  The run's id. */
	runId: string,
	/**  The project's id. */
	projectId: string,
	/**  The trigger of the distillation. */
	trigger: DistillTrigger,
	/**  The stage it has reached. */
	stage: DistillStage,
	/**  The progress, 0 to 1. */
	progress: number,
	/**  One English sentence; present on failure only. */
	message: string | null,
	/**  The error code; present on failure only. */
	errorCode: ErrorCode | null,
};

/**  The result of a distillation in numbers. */
export type DistillReport = {
	/**  The run's id. */
	runId: string,
	/**  Episodes in the snapshot. */
	episodes: number,
	/**  Hypotheses tested: a feature, a group of episodes and a direction each. */
	tested: number,
	/**  Rules added by this run. */
	added: number,
	/**  Questions raised by this run. */
	asked: number,
	/**  Rules whose evidence or state changed. */
	updated: number,
	/**  Learned rules that the evidence no longer supports. */
	withdrawn: number,
};

/**  The stage of a distillation. */
export type DistillStage = 
/**  The snapshot is taken. */
"started" | 
/**  Episodes are grouped by scene and skill. */
"clustered" | 
/**  The evidence is weighed. */
"patterned" | 
/**  The rules are worded. */
"generated" | 
/**  The rules are in the file. */
"completed" | 
/**  Nothing was changed; `errorCode` gives the cause. */
"failed";

/**  Why a distillation started. */
export type DistillTrigger = 
/**  Fifty new episodes, started by the next finished skill. */
"batch" | 
/**  Five minutes without a key in the editor. */
"idle" | 
/**  The writer started it. */
"manual" | 
/**  A new statement of the writer contradicts a rule. */
"conflict";

/**  A split or a merge of manuscripts. It is sent back to undo it. */
export type Divided = {
	/**  Whether it was a split or a merge. */
	division: Division,
	/**  The manuscript with the first part; relative to the project root. */
	path: string,
	/**  The hash of its file before. */
	before: string,
	/**  The hash of its file after. */
	after: string,
	/**  The manuscript that the split made or the merge took in. */
	other: string,
	/**  The hash of that manuscript's file. */
	otherHash: string,
};

/**  How chapters were divided anew. */
export type Division = 
/**  One manuscript became two. */
"split" | 
/**  Two manuscripts became one. */
"merge";

/**  A manuscript or a memory file as the editor holds it. */
export type Document = {
	/**  Path relative to the project root. */
	path: string,
	/**  The text with every line ending as `\n`; a save restores the file's own line endings. */
	text: string,
	/**  The content hash of the file on disk; the editor sends it back on save. */
	hash: string,
};

/**  The variety of English for spelling. */
export type English = 
/**  The variety with an installed dictionary: American before British before any other. */
"installed" | 
/**  American, `en_US`. */
"american" | 
/**  British, `en_GB`. */
"british";

/**
 *  The outcome of an offer, or an amendment of an earlier episode.
 * 
 *  With `targetEpisodeId` the request amends that episode. `undoAfterAccept` withdraws the episode; otherwise
 *  `finalText` is the text after the writer's later edits.
 */
export type EpisodeInput = {
	/**  The id that came with the offer; absent for an amendment. */
	id: string | null,
	/**  A choice or a revision. */
	kind: EpisodeKind,
	/**  The manuscript, relative to the project. */
	chapterId: string,
	/**  The kind of scene, by stable name. */
	sceneType: string,
	/**  The skill that was run. */
	skillUsed: string,
	/**  The text around the passage. */
	inputContext: string,
	/**  The texts of the offered candidates, in the order in which they were shown. */
	candidates: string[],
	/**  The index of the accepted candidate in `candidates`; −1 for none. */
	selectedIndex: number,
	/**  The text in the manuscript after the act. */
	finalText: string,
	/**  `en` or `zh`; detected from the text where absent. */
	language: string | null,
	/**  The episode this request amends. */
	targetEpisodeId: string | null,
	/**  The acceptance was undone. */
	undoAfterAccept: boolean,
	/**  The seconds from the acceptance to its undo; absent where unknown. An undo after thirty seconds says less. */
	undoneAfter?: number | null,
	/**  The claims that shaped the candidates, copied from the offer. */
	shapedBy?: string[],
	/**  The claims left out of the offer, copied from the offer. */
	heldOut?: string[],
	/**  The origin of the words, copied from the offer; the writer's own where absent. */
	origin?: TextOrigin,
};

/**  Whether the writer chose among candidates or revised a text of their own. */
export type EpisodeKind = 
/**  A choice among candidates. */
"choice" | 
/**  A revision of an own draft; the one candidate is the draft. */
"revision";

/**  A filter of episodes. Episodes are returned newest first. */
export type EpisodeQuery = {
	/**  Only these ids; empty for all. */
	ids?: string[],
	/**  Only this kind of scene. */
	sceneType?: string | null,
	/**  The id of a rule: each episode then has the two wordings that show how it speaks for or against the rule. */
	rule?: string | null,
	/**  At most this many episodes; 50 where absent, never more than 500. */
	limit?: number | null,
};

/**  The acknowledgement: the episode is durable on disk. */
export type EpisodeReceipt = {
	/**  The episode's id. */
	id: string,
	/**  The signal the act gives for learning. */
	signal: Signal,
	/**  New episodes since the last distillation. */
	pending: number,
};

/**  An episode as the panel shows it. */
export type EpisodeView = {
	/**  The episode's id. */
	id: string,
	/**  When the episode was recorded, RFC 3339, UTC. */
	createdAt: string,
	/**  A choice or a revision. */
	kind: EpisodeKind,
	/**  The manuscript, relative to the project; empty for an import without one. */
	chapterId: string,
	/**  The kind of scene, by stable name. */
	sceneType: string,
	/**  The skill that was run. */
	skillUsed: string,
	/**  The texts of the offered candidates. */
	candidates: string[],
	/**  The index of the accepted candidate in `candidates`; −1 for none. */
	selectedIndex: number,
	/**  The text in the manuscript after the act. */
	finalText: string,
	/**  `en` or `zh`. */
	language: string,
	/**  The signal the act gives for learning. */
	signal: Signal,
	/**  The summary that replaces the texts of a compressed episode; its texts are empty then. */
	summary: string | null,
	/**
	 *  The wordings that show how the episode speaks for or against the rule of the query; absent without a rule, and
	 *  where no sentence differs in what the rule is about.
	 */
	wordings: Wordings | null,
};

/**  A failure a front end can act on. The set is closed: a code is added only when a front end handles it differently. */
export type ErrorCode = 
/**  The request itself is invalid; the message names the field. */
"INVALID_ARGUMENT" | 
/**  The arguments of a command exceed its limit; nothing was done. `most` is the limit in bytes. */
"REQUEST_TOO_LARGE" | 
/**  The requested item does not exist. */
"NOT_FOUND" | 
/**  The request conflicts with the present state: a run is in progress, or the target was already decided. */
"CONFLICT" | 
/**  The episode could not be made durable; it was not acknowledged. */
"MEMORY_EPISODE_WRITE_FAILED" | 
/**  More episodes are marked to be kept than there is room for; nothing was lost. */
"MEMORY_CAPACITY_EXCEEDED" | 
/**  Faded episodes could not be compressed or purged; the next maintenance window retries. */
"MEMORY_CLEANUP_FAILED" | 
/**  A confidence lies outside 0 to 1; nothing was written. */
"MEMORY_CONFIDENCE_OUT_OF_RANGE" | 
/**  The language model that words the rules did not answer. The rules are unchanged, and the next trigger retries. */
"MEMORY_DISTILL_LLM_UNAVAILABLE" | 
/**  The memory of the project cannot be changed where it lies; nothing is learned, and it is only shown. */
"MEMORY_READ_ONLY" | 
/**  A memory file could not be read as UTF-8 or could not be written; it is unchanged. */
"MEMORY_FILE_UNUSABLE" | 
/**  The global memory cannot be used; the project continues with its own rules. */
"MEMORY_GLOBAL_UNAVAILABLE" | 
/**  A message of a conversation exceeds the input limit of any model; nothing was written. */
"MEMORY_MESSAGE_TOO_LARGE" | 
/**  No language model answers; the messages stay queued. */
"MEMORY_MODEL_UNAVAILABLE" | 
/**  The language model's reply could not be used; the messages stay queued. */
"MEMORY_REPLY_UNUSABLE" | 
/**  A line of a memory file would have been lost; nothing was written. */
"MEMORY_UNACCOUNTED" | 
/**  A safe act of upkeep would remove too many lines; nothing was changed. `total` is the number of lines. */
"MEMORY_RISK_TOO_HIGH" | 
/**
 *  A run cannot be restored: something changed since, or its earlier state is not kept. Nothing was restored;
 *  `files`, `rules` and `runs` name the obstacles.
 */
"MEMORY_RESTORE_CONFLICT" | 
/**  The index could not be opened or read; it can be rebuilt at any time. */
"MEMORY_INDEX_UNAVAILABLE" | 
/**  The writer turned off offers, observation and learning. */
"AI_OFF" | 
/**  No project is open. */
"PROJECT_NOT_OPEN" | 
/**  The project folder is gone, unreachable or not a folder. */
"PROJECT_UNAVAILABLE" | 
/**  The folder lies outside the project and the writer did not choose it; nothing was opened or changed. */
"FOLDER_NOT_CHOSEN" | 
/**  The folder or file does not allow writing; the typed text stays in the editor. */
"WRITE_DENIED" | 
/**  The disk is full; the typed text stays in the editor. */
"DISK_FULL" | 
/**  The file on disk differs from the content that was read. */
"FILE_CHANGED" | 
/**  The file's encoding lacks characters of the text; `encoding` names it. Nothing was written. */
"FILE_ENCODING" | 
/**  The file is not text in any encoding that can be detected. */
"FILE_NOT_UTF8" | 
/**  The file exceeds the size limit of the desk. */
"FILE_TOO_LARGE" | 
/**  Another file or folder has the name already; nothing was changed. */
"NAME_TAKEN" | 
/**  The name is not valid for a file or a folder on every system; `name` holds it. */
"NAME_UNUSABLE" | 
/**  No font on this machine has the `characters`, which are named with their places; nothing was written. */
"FONT_MISSING" | 
/**  A broken font or picture prevented the layout of the pages; nothing was written. */
"UNPRINTABLE" | 
/**  The manuscripts exceed the limit of an export or of its format; nothing was written. */
"EXPORT_TOO_LARGE" | 
/**  No file of an import could be read, so no folder was made; `path` is the first file left out. */
"NOTHING_IMPORTED" | 
/**  The dictionary file is invalid; no word is looked up in it. */
"DICTIONARY_UNUSABLE" | 
/**  `workflow.toml` cannot be read, or names a memory outside the project; `path` is its path. */
"WORKFLOW_UNUSABLE" | 
/**  `manuscripts.toml` cannot be read, or holds no list of paths; `path` is its path. It stays as it is. */
"ORDER_UNUSABLE" | 
/**  The style check cannot be started; no text is checked. */
"STYLE_UNAVAILABLE" | 
/**  The path leads outside the project. */
"OUTSIDE_PROJECT" | 
/**  Another disk error; the message names it. */
"IO";

/**  The evidence for and against a rule up to the end of a week, all earlier weeks included. */
export type EvidencePoint = {
	/**  The week's Monday, as `YYYY-MM-DD`. */
	week: string,
	/**  Episodes for the rule. */
	supports: number,
	/**  Episodes against the rule. */
	contradicts: number,
};

/**  The format of an export. */
export type ExportFormat = 
/**  One Markdown file. */
"markdown" | 
/**  One HTML page with its pictures and styles inside. */
"html" | 
/**  A Word document. */
"docx" | 
/**  An e-book. */
"epub" | 
/**  A PDF. */
"pdf";

/**  What is known for an export before it is asked for. */
export type ExportPlan = {
	/**  All manuscripts in reading order. */
	files: PlannedFile[],
	/**  The author of the last manuscript for an editor. */
	author: string | null,
	/**  The form of the last manuscript for an editor. */
	submission: SubmissionForm | null,
};

/**  A request to make manuscripts into one file. */
export type ExportRequest = {
	/**  The manuscripts, relative to the project, in reading order. */
	paths: string[],
	/**  The format. */
	format: ExportFormat,
	/**  The title; null to use the title in a manuscript or the name of the project. */
	title: string | null,
	/**  The author; null to use the author named in a manuscript. */
	author: string | null,
	/**  The meaning of the line breaks in every manuscript; null for each as it is written. */
	lines?: LineBreaks | null,
	/**  Whether folders become parts of the book, with a heading each. */
	parts?: boolean,
	/**  How chapters are numbered. */
	numbers?: ChapterNumbers,
	/**  The form for an editor; null for a book to read. It needs the format of Word. */
	submission?: SubmissionForm | null,
};

/**  A finished export: the bytes are durable on disk. */
export type Exported = {
	/**  The full path of the exported file. */
	path: string,
	/**  The size of the file in bytes. */
	bytes: number,
	/**  Pictures of the text that were not found or are no pictures; their alternative text stands in their place. */
	missingPictures: string[],
};

/**  A failure as every front end receives it. */
export type Fault = {
	/**  The kind of failure. */
	code: ErrorCode,
	/**  One English sentence: the failure and the remedy. It never contains the writer's text. */
	message: string,
	/**  Values for a localised sentence, such as `path`, `bytes`, `limit` or `runId`. */
	details: { [key in string]: string },
};

/**
 *  An event: a file changed on disk. Another program changed a manuscript, a memory file or a folder, or the desk
 *  changed a memory file.
 */
export type FileChange = {
	/**  Path relative to the project root; empty where any file of the project may have changed. */
	path: string,
};

/**  A manuscript in the project. */
export type FileEntry = {
	/**  Path relative to the project root, with `/` between folders. */
	path: string,
	/**  Size in bytes. */
	bytes: number,
	/**  The length of the text; absent for a file too large to count. */
	length: Length | null,
	/**
	 *  The manuscript that this file copies. A sync tool makes a copy in conflict when two machines change a file at
	 *  once.
	 */
	copyOf: string | null,
	/**  Whether it is a note and no part of the book, by its folder or by its front matter. */
	isNote: boolean,
	/**  How far it is, in the writer's word; from its front matter. */
	status: string | null,
	/**  What happens in it, on one line; from its front matter. */
	synopsis: string | null,
};

/**  An event: a manuscript or a folder of manuscripts was renamed or moved. */
export type FileMove = {
	/**  The old path, relative to the project root. */
	from: string,
	/**  The new path, relative to the project root. */
	to: string,
};

/**  The effect of one run on a memory file. */
export type FileRun = {
	/**  The run's id. */
	run: string,
	/**  The kind of the run. */
	kind: RunKind,
	/**  The time of the run, RFC 3339, UTC. */
	at: string,
	/**  The change of the file. */
	change: RunFileChange,
	/**
	 *  The added and removed lines, with one line of context around them. Absent where the earlier content is not
	 *  stored on this machine.
	 */
	lines: DiffLine[] | null,
	/**  The number of added or removed lines left out of `lines`. */
	leftOff: number,
	/**  The id of the run that restored this run in full. */
	undoneBy: string | null,
	/**  Whether a restore of the run can be requested. A dry run tells whether a later change is in conflict. */
	restorable: boolean,
};

/**  The runs that changed a memory file. */
export type FileStory = {
	/**  The file, relative to the memory root, as in runs. */
	name: string,
	/**  The newest runs that changed the file, the newest first. */
	runs: FileRun[],
	/**  The number of older runs not included in `runs`. */
	older: number,
};

/**  The severity of a health check. */
export type Finding = 
/**  In order. */
"fine" | 
/**  Worth a look; nothing is lost. */
"warning" | 
/**  Something does not work. */
"broken";

/**  The part of the text that is not dimmed around the caret. */
export type Focus = 
/**  The whole text: nothing is dimmed. */
"off" | 
/**  The sentence of the caret. */
"sentence" | 
/**  The paragraph of the caret. */
"paragraph";

/**  One criterion of a gate. */
export type GateCriterion = {
	/**  The measured quantity. */
	name: GateQuestion,
	/**  The required relation of `seen` to `needed`. */
	relation: GateRelation,
	/**  The threshold; null for `falling`. */
	needed: number | null,
	/**  The measured value; null without data. */
	seen: number | null,
	/**  Whether the numbers are shares, 0 to 1; otherwise they are counts. */
	share: boolean,
	/**  The verdict on the criterion. */
	found: GateFound,
};

/**  The verdict on a criterion. */
export type GateFound = 
/**  The criterion is met. */
"met" | 
/**  The criterion is not met. */
"not_met" | 
/**  The data are too few for a verdict, which keeps the gate closed. */
"too_few" | 
/**  No metric measures the criterion; it does not keep the gate closed. */
"not_measured";

/**  The quantity a criterion measures. */
export type GateQuestion = 
/**  The number of updates. */
"consolidations" | 
/**  The number of conversations the updates came from. */
"sessions" | 
/**  The share of daily notes that came well structured. */
"structured_daily_ok" | 
/**  The share of replies without daily sections in the last third of the days; it must fall. */
"fallback_missing_falls" | 
/**  The share of replies that were requested a second time. */
"preferred_retry_used" | 
/**  The share of second replies that had sections. */
"preferred_retry_helped" | 
/**  The increase in the share of updates refused by the guard, compared with the period before. */
"guard_no_worse" | 
/**  The increase in the share of sanitized updates, compared with the period before. */
"sanitize_no_worse" | 
/**  The share of updates that were written. */
"written" | 
/**  The share of replies that had daily sections. */
"tool_call_has_daily_sections" | 
/**  The share of updates refused by the guard. */
"guard_rejected" | 
/**  The number of days with too few well structured notes. */
"fallback_alarms" | 
/**  Whether recall got worse in trial conversations that required sections. No metric measures it yet. */
"recall_no_worse";

/**  The required relation of a measured value to its threshold. */
export type GateRelation = 
/**  The threshold or more. */
"at_least" | 
/**  The threshold or less. */
"at_most" | 
/**  Less than the threshold. */
"below" | 
/**  Never rising in the period, and lower at its end or zero. */
"falling";

/**  Whether the mode may become stricter, and why. */
export type GateView = {
	/**  The mode that the gate leads from. */
	from: RoutingMode,
	/**  The next stricter mode, which the gate leads to. */
	to: RoutingMode,
	/**  The first day of the period, as `YYYY-MM-DD`. */
	since: string,
	/**  The last day of the period, as `YYYY-MM-DD`. */
	until: string,
	/**  Whether the data support the stricter mode. */
	allowed: boolean,
	/**  All criteria of the gate. */
	criteria: GateCriterion[],
};

/**  The doctor's report. */
export type Health = {
	/**  All checks. */
	checks: HealthCheck[],
};

/**  One check of the doctor. */
export type HealthCheck = {
	/**
	 *  The name of the check: `project`, `journal`, `memory_file`, `index`, `capacity` (episodes with their text),
	 *  `capacity_compressed`, `capacity_rules`, `maintenance`, `workflow`.
	 */
	name: string,
	/**  The severity. */
	finding: Finding,
	/**  The error code of the problem, where a code exists for it. */
	code?: ErrorCode | null,
	/**  One English sentence: the finding and the remedy. */
	message: string,
};

/**  One difference between the passage and a candidate. Offsets count UTF-16 code units, as the editor does. */
export type Hunk = {
	/**  Start in the passage. */
	from: number,
	/**  End in the passage; equal to `from` for a pure insertion. */
	to: number,
	/**  The text of the candidate at this place; empty for a pure deletion. */
	insert: string,
};

/**  The options of an import. */
export type ImportOptions = {
	/**  Whether lines of plain text that were wrapped at a width are joined into paragraphs. */
	joinLines: boolean,
	/**  Whether a document with several chapters becomes a folder with one file for each chapter. */
	splitChapters: boolean,
	/**
	 *  Whether the words are the writer's own. Otherwise they are marked as imported, and nothing is learned from acts
	 *  about them.
	 */
	ownWords?: boolean,
};

/**  The result of an import. */
export type ImportReport = {
	/**  The full path of the new folder. */
	folder: string,
	/**  The path of the new folder relative to the open project, if it is inside. */
	inside: string | null,
	/**  The paths of the new manuscripts, relative to `folder`. */
	files: string[],
	/**  The files and objects that were not imported, with the reasons. */
	leftOut: LeftOut[],
	/**  Whether the words are marked as imported. */
	marked: boolean,
};

/**  The language of the interface. */
export type InterfaceLanguage = 
/**  The language of the system. */
"system" | 
/**  English. */
"en" | 
/**  Chinese. */
"zh";

/**  How often the latest relevant choices agreed with a rule. */
export type Kept = {
	/**  The number of choices that agreed. */
	agreed: number,
	/**  The number of choices examined. */
	of: number,
};

/**  A batch of the writer's changes for the crash journal. */
export type Keystrokes = {
	/**  The manuscript, relative to the project root. */
	path: string,
	/**  The content hash of a state of the file; empty for a manuscript without a file. */
	base: string,
	/**  The number of the batch after which the text equalled `base`; 0 before the first batch. */
	since: number,
	/**
	 *  The number of this batch; numbers are consecutive. A batch with a number already sent replaces the earlier
	 *  batch.
	 */
	seq: number,
	/**  The length of the text before the changes, in UTF-16 code units. */
	length: number,
	/**  The changes, in order; offsets count in the text before all of them. */
	changes: Hunk[],
};

/**  The state of learning. */
export type LearningView = {
	/**  Episodes recorded in this project. */
	episodes: number,
	/**  New episodes since the last distillation. */
	pending: number,
	/**  The number of new episodes that starts a distillation automatically. */
	batch: number,
	/**  The id of the run in progress, if any. */
	running: string | null,
	/**  The writer paused learning: episodes are still recorded, and only the writer starts a distillation. */
	paused: boolean,
	/**  The share of offers that leave a rule out so that it can still be tested, 0 to 1. */
	exploration: number,
};

/**  A file or an object that was not imported. */
export type LeftOut = {
	/**  The file, relative to the imported folder. */
	path: string,
	/**  The reason. */
	reason: LeftOutReason,
};

/**  The reason why a file or an object was not imported. */
export type LeftOutReason = 
/**  The kind of file is neither a manuscript nor a picture. */
"kind" | 
/**  The file is damaged, or its content does not match its extension. */
"damaged" | 
/**  The file exceeds the size limit of the desk. */
"too_large" | 
/**  The text is in an encoding that the desk does not know. */
"not_text" | 
/**  The file could not be read. */
"unreadable" | 
/**  A picture in the document that the page cannot show. */
"picture" | 
/**  A text box, a chart or another object in the document. */
"object" | 
/**  The file is part of a project's memory, which stays with that project. */
"memory";

/**  The length of a text in each way of counting. [`Counting`](crate::Counting) names the fields. */
export type Length = {
	/**  Words and numbers, and Han characters. */
	words: number,
	/**  Letters, digits and Han characters: no punctuation and no white space. */
	letters: number,
	/**  All characters except white space. */
	characters: number,
};

/**  The meaning of line breaks inside a text without a blank line there. */
export type LineBreaks = 
/**  Each line is a paragraph. */
"paragraphs" | 
/**  Lines were broken at a width and are joined. */
"joined";

/**  The kind of a line in a difference. */
export type LineMark = 
/**  Context: the line is unchanged. */
"same" | 
/**  The run added the line. */
"added" | 
/**  The run removed the line. */
"removed" | 
/**  The words are unchanged; the annotation behind them changed. */
"noted" | 
/**  A gap: unchanged lines that are left out. */
"gap";

/**  The origin of a line of a memory file. */
export type LineOrigin = {
	/**  The owner of the line. */
	owner: LineOwner,
	/**  The id of the rule that the line states. */
	rule: string | null,
	/**  The run that first wrote the line, as far as it is known on this machine. */
	run: OriginRun | null,
	/**  The conversation that the run consolidated. */
	conversation: OriginConversation | null,
	/**  The day of the first writing in UTC, `YYYY-MM-DD`. */
	since: string | null,
	/**  The day of the last change in UTC, `YYYY-MM-DD`. */
	updated: string | null,
	/**  The number of items with the same statement that were folded into the line. */
	merged: number,
};

/**  The owner of a line of a memory file. */
export type LineOwner = 
/**  The writer, also after she changed a line of the desk. */
"writer" | 
/**  A rule. */
"rule" | 
/**  An item, or an entry of the story, that a run noted. */
"item";

/**  The writer's word on the claim of a hand-written rule. */
export type Meaning = 
/**  The rule claims what the desk understands of its words. */
"words" | 
/**  The rule claims nothing that can be measured. */
"unmeasured" | 
/**  The rule wants more or less of a feature. */
{ measures: {
	/**  The feature, by stable name. */
	feature: string,
	/**  More or less of the feature. */
	direction: Direction,
} };

/**  An event: the memory changed. A view that shows a changed part reloads it. */
export type MemoryChange = {
	/**  Rules were added, changed or removed. */
	rules: boolean,
	/**  Episodes were recorded. */
	episodes: boolean,
	/**  A memory file changed on disk, or a proposal about one changed. */
	files: boolean,
};

/**  Pushed when the memory changed; a view that shows a changed part reloads it. */
export type MemoryChanged = MemoryChange;

/**  Pushed at each stage of a distillation. */
export type MemoryDistillProgress = DistillProgress;

/**  A file of the memory root. */
export type MemoryFile = {
	/**  Path relative to the project. */
	path: string,
	/**  Path relative to the memory root, as in runs and proposals. */
	name: string,
	/**  Size in bytes. */
	bytes: number,
	/**  The number of bullets; absent for a file that is not Markdown. */
	bullets: number | null,
	/**  The time of the last change, RFC 3339, UTC. */
	modifiedAt: string | null,
	/**  The author of the last change; absent while the index cannot be read. */
	changedBy: ChangedBy | null,
};

/**
 *  A place of a merged text where the editor's version and the file's version stand one behind the other. Offsets count
 *  UTF-16 code units of the merged text. The range of a side that deleted the words is empty.
 */
export type MergeConflict = {
	/**  Start of the editor's version. */
	mineFrom: number,
	/**  End of the editor's version. */
	mineTo: number,
	/**  Start of the file's version. */
	theirsFrom: number,
	/**  End of the file's version. */
	theirsTo: number,
};

/**  A request to merge the file, changed by another program, with the text in the editor. */
export type MergeRequest = {
	/**  Path relative to the project root. */
	path: string,
	/**
	 *  The whole text in the editor; lines end with `\n`. Absent where the editor has no unsaved change: the text is
	 *  then that of the base hash. This avoids sending ten million characters for an unchanged text.
	 */
	text: string | null,
	/**  The hash of the file as the editor last read, saved or merged it: the common base of both sides. */
	baseHash: string,
	/**  A copy in conflict whose text is merged in place of the file's present text. */
	copy: string | null,
};

/**  The edits that bring another program's changes into the text of the editor. */
export type Merged = {
	/**  The content hash of the file on disk, the base for the next save. */
	hash: string,
	/**  The edits to the text that was sent, in order and not overlapping. */
	edits: TextEdit[],
	/**  The places where both sides changed the same words differently; both versions stay in the text. */
	conflicts: MergeConflict[],
	/**  Whether the merged text equals the file's, so that there is nothing to save. */
	isFile: boolean,
};

/**  A move of the built-in rewriter, by its label on a card. */
export type MoveLabel = {
	/**  In two to five English words. */
	en: string,
	/**  In a few Chinese characters. */
	zh: string,
};

/**  A request to add a rule written by hand. */
export type NewRule = {
	/**  The rule's sentence. */
	text: string,
	/**  The group under which the panel shows the rule. */
	category: Category,
	/**  The kind of scene for which the rule holds; absent for every scene. */
	sceneType: string | null,
};

/**  Why an offer has no candidates. */
export type NothingOffered = 
/**  The passage has more characters than an offer reads. */
"too_long" | 
/**  The passage has no words: only signs, such as a line of asterisks. */
"no_words" | 
/**  No move of the skill fits the passage. */
"no_move";

/**  Information for the writer that needs no dialog. */
export type Notice = {
	/**  The subject of the notice. */
	kind: NoticeKind,
	/**  The file concerned, relative to the project. */
	path: string,
	/**  The number the notice reports, as its kind defines it; 1 for any other kind. */
	count: number,
	/**  One English sentence. */
	message: string,
};

/**  The subject of a notice. */
export type NoticeKind = 
/**  A torn last journal line was set aside. */
"journal_set_aside" | 
/**  The index was damaged or missing and was rebuilt. */
"index_rebuilt" | 
/**  An interrupted run was finished or withdrawn. */
"run_recovered" | 
/**  A memory file cannot be used in its present state. */
"memory_file_unusable" | 
/**  The system reports no changes of the folder, so the desk looks by itself every few seconds. */
"not_followed" | 
/**  The index cannot be kept in the memory, so it is made anew at each start. */
"index_elsewhere" | 
/**  The memory cannot be changed where it lies; nothing is learned, and it is only shown. */
"memory_read_only" | 
/**  The memory could not be moved to the folder named in `workflow.toml`; its present folder is used. */
"memory_not_moved" | 
/**  The global memory cannot be used; the project continues with its own rules. */
"global_memory_unusable" | 
/**  Journal lines of a newer version of the desk cannot be read here; they are kept. `count` is their number. */
"newer_lines" | 
/**  A newer version of the desk was interrupted while it changed memory; only that version can finish the run. */
"newer_run_unfinished" | 
/**  By the clock, the project was not in use for more than a year. `count` is the number of days. */
"clock_ahead" | 
/**  Journal lines are dated in the future. `count` is the number of days to the latest of their dates. */
"clock_back" | 
/**  `manuscripts.toml` cannot be used, so the files stand in the order of their names. */
"order_unusable";

/**  The outcomes of consolidations over time. All days are days in UTC. */
export type ObserveView = {
	/**
	 *  The outcomes of updates of the memory by week, the oldest week first, without gaps up to this week; at most the
	 *  last 26 weeks.
	 */
	weeks: OutcomeWeek[],
	/**  The gates between routing modes: compatible to preferred, then preferred to required. */
	gates: GateView[],
};

/**  The offer for one passage. An offer without candidates is a valid answer. */
export type Offer = {
	/**  The id under which the writer's choice is recorded as an episode. */
	episodeId: string,
	/**  The kind of scene the offer is made for. */
	sceneType: string,
	/**  The language of the passage, `en` or `zh`. */
	language: string,
	/**  None, or up to three candidates. */
	candidates: Candidate[],
	/**  Why there are no candidates; absent for an offer with candidates. */
	nothing?: NothingOffered | null,
	/**
	 *  The ids of the rules in force for this kind of scene and skill that some move can follow, whether a candidate
	 *  follows them or not.
	 */
	inForce?: string[],
	/**  The claims that picked and ranked the candidates, as ids of learned rules; recorded with the choice. */
	shapedBy: string[],
	/**
	 *  The claims left out of this offer so that the choice can test them, as ids of learned rules; recorded with the
	 *  choice.
	 */
	heldOut: string[],
	/**  The origin of the passage's words, such as the writer's own or pasted; recorded with the choice. */
	origin: TextOrigin,
};

/**  A request to offer candidates for a passage. */
export type OfferRequest = {
	/**  The manuscript that contains the passage, relative to the project. */
	path: string,
	/**  The skill to run. */
	skill: SkillName,
	/**  The selected passage. */
	passage: string,
	/**  The manuscript from its start to the passage. A mark of the writer there can name the kind of scene. */
	above: string,
	/**  Up to a few hundred characters before the passage, to infer the kind of scene. */
	before: string,
	/**  Up to a few hundred characters after the passage. */
	after: string,
	/**
	 *  The kind of scene, by stable name, if the writer set it for this passage. Where absent, it is inferred from the
	 *  texts.
	 */
	sceneType: string | null,
	/**  The stretches of the passage that the editor saw pasted or dropped, in their present wording. */
	pasted?: string[],
};

/**  An open file and the selection in it. Offsets count UTF-16 code units. */
export type OpenFile = {
	/**  Path relative to the project root. */
	path: string,
	/**  The offset where the selection began. */
	anchor: number,
	/**  The offset of the caret. */
	head: number,
	/**  The offset at which the first visible line begins. */
	top: number,
	/**  The undecided offer in the file. */
	offer?: OpenOffer | null,
};

/**  An offer that the writer had not decided when she left, and her steps in it. */
export type OpenOffer = {
	/**  The skill that made the offer. */
	skill: SkillName,
	/**  The offset of the passage, in UTF-16 code units. */
	from: number,
	/**  The passage. The offer is restored only where the file still has this text. */
	passage: string,
	/**  The offer. */
	offer: Offer,
	/**  The index of the candidate in view. */
	shown: number,
	/**  For each candidate, whether each of its changes is taken; `None` before the writer decided single changes. */
	taken: (boolean[] | null)[],
	/**  The kind of scene that is recorded. */
	sceneType: string,
};

/**  A request to open a project while the window of the desk is already open. */
export type OpenRequest = {
	/**  The full path of the project's folder. */
	folder: string,
	/**  The file to show first, relative to `folder`. */
	file: string | null,
};

/**  A stretch of a conversation: consecutive messages. */
export type OriginConversation = {
	/**  The key of the conversation. */
	session: string,
	/**  The time of its first message, RFC 3339, UTC; absent in runs of older versions of the desk. */
	from: string | null,
	/**  The time of its last message, RFC 3339, UTC; absent where `from` is. */
	to: string | null,
	/**  The number of messages. */
	messages: number,
};

/**  A run that wrote a line. */
export type OriginRun = {
	/**  The run's id. */
	id: string,
	/**  The kind of the run. */
	kind: RunKind,
	/**  The time of the run, RFC 3339, UTC. */
	at: string,
};

/**  The outcomes of the updates of one week. */
export type OutcomeWeek = {
	/**  The Monday of the week, as `YYYY-MM-DD`. */
	week: string,
	/**  Updates written unchanged. */
	written: number,
	/**  Updates written after sanitizing removed text that has no place in memory. */
	sanitizeModified: number,
	/**  Updates refused by the guard or by a preference that is kept. */
	guardRejected: number,
	/**  Updates that added nothing new. */
	noChange: number,
	/**  Updates skipped because the whole memory did not fit into the request. */
	truncatedSkip: number,
};

/**  The layout of the page. */
export type PageSettings = {
	/**  The font family of Latin letters; empty for the font that comes with the desk. */
	face: string,
	/**  The font family of Han characters; empty for the first installed font of a built-in list. */
	hanFace: string,
	/**  The font size in pixels, 12 to 40. */
	size: number,
	/**  The length of a line in Han characters, 16 to 64; a Han character is as wide as about two Latin letters. */
	measure: number,
	/**  The height of a line in hundredths of the font size, 120 to 260. */
	leading: number,
};

/**  The paper of a manuscript for an editor. */
export type Paper = 
/**  8.5 by 11 inches. */
"letter" | 
/**  210 by 297 millimetres. */
"a4";

/**  A picture of the project, as the page shows it. */
export type Picture = {
	/**  The media type, such as `image/png`. */
	mediaType: string,
	/**  The bytes of the picture in Base64. */
	base64: string,
};

/**  A manuscript that can be exported. */
export type PlannedFile = {
	/**  Path relative to the project. */
	path: string,
	/**  Whether it is a note and no part of the book, by its folder or its front matter. */
	isNote: boolean,
	/**  The meaning of its line breaks, by its front matter or by how it is written. */
	lines: LineBreaks,
};

/**  The progress of an export or an import. */
export type PressProgress = {
	/**  The number of finished chapters or files. */
	done: number,
	/**  The total number of chapters or files. */
	of: number,
};

/**  An open project. */
export type ProjectView = {
	/**  The project's id, kept in its memory root. */
	id: string,
	/**  The folder's name. */
	name: string,
	/**  The folder's full path. */
	root: string,
	/**  The memory root relative to the project, `memory` by default. */
	memoryRoot: string,
	/**  How far the writer can change the project. */
	access: Access,
	/**  The manuscripts, in reading order. */
	files: FileEntry[],
	/**
	 *  The manuscript to open first, if the desk was started with one; it takes precedence over the manuscript open
	 *  last.
	 */
	first: string | null,
	/**  Notices about the opening of the project, such as lines set aside or an index rebuilt. */
	notices: Notice[],
};

/**  The writer's decision on a proposal. */
export type ProposalDecision = {
	/**  The proposal's id. */
	proposalId: string,
	/**  Whether the proposal is accepted. */
	accepted: boolean,
};

/**  The reason for a proposed change. */
export type ProposalReason = 
/**  A conversation says nearly the same as the line in other words. */
"reworded" | 
/**  A conversation sets the same preference to another value. */
"preference_key" | 
/**  A conversation asks to drop the line. */
"retired";

/**  A change to the writer's own lines that waits for her decision. */
export type ProposalView = {
	/**  The proposal's id. */
	id: string,
	/**  The id of the run that made the proposal. */
	run: string,
	/**  The file, relative to the memory root. */
	path: string,
	/**  The title of the section that contains the line. */
	section: string,
	/**  Her lines at the time of the proposal; absent for an addition. */
	before: string | null,
	/**  The proposed lines; absent for a deletion. */
	after: string | null,
	/**  The reason. */
	reason: ProposalReason,
	/**  Whether her lines are unchanged since the proposal, so that it can be accepted. */
	stands: boolean,
	/**  The time of the proposal, RFC 3339, UTC. */
	createdAt: string,
};

/**  Why a question is asked. */
export type QuestionReason = 
/**  Enough was noticed to ask whether it is a rule. */
"proposal" | 
/**  Two rules say the opposite of the same thing. */
"direct_contradiction" | 
/**  A narrower rule says the opposite inside a wider one. */
"scope_overlap" | 
/**  The latest choices speak against a rule the writer has said yes to. */
"time_shift" | 
/**  Two rules set one preference key differently. */
"preference_key" | 
/**  The writer's new words for a learned rule are not understood. */
"rewording";

/**  One side of a question: a rule, and a sentence of the writer's own that shows the rule. */
export type QuestionSide = {
	/**  The rule's id; absent where this side is only a candidate that the writer passed over. */
	ruleId: string | null,
	/**  The rule's sentence; empty without a rule. */
	text: string,
	/**
	 *  A sentence of the writer's own that shows the rule, or the candidate she passed over. Absent for a hand-written
	 *  rule without evidence.
	 */
	passage: string | null,
	/**  The id of the episode that contains the sentence. */
	episodeId: string | null,
	/**  Episodes for the rule. */
	supports: number,
	/**  Episodes against the rule. */
	contradicts: number,
	/**  The chance that the next relevant choice agrees, 0 to 1. */
	confidence: number,
};

/**  The state of a question. */
export type QuestionState = 
/**  The question waits for an answer. */
"pending" | 
/**  The writer put it off; it is not brought forward again before the next opening of the project. */
"later" | 
/**  It was answered, or its rule is gone. */
"resolved";

/**  A question that waits for the writer, or a question that has just been answered. */
export type QuestionView = {
	/**  The question's id. */
	id: string,
	/**  The reason for the question. */
	reason: QuestionReason,
	/**  The state. */
	state: QuestionState,
	/**  The first side; for a proposal, the proposed rule. */
	a: QuestionSide,
	/**
	 *  The second side. For a proposal it is the candidate passed over in favour of the sentence of `a`; absent where
	 *  none is known. For a rewording it is the claim of the rule so far, in the desk's words.
	 */
	b: QuestionSide | null,
	/**  The answers that are valid for this question. */
	answers: Answer[],
	/**  Whether this is the one question brought forward in this session; all other questions are only counted. */
	forward: boolean,
	/**  The time of creation, RFC 3339, UTC. */
	createdAt: string,
	/**  The time of the last change, RFC 3339, UTC. */
	updatedAt: string,
};

/**  Text that was not saved before the desk ended. */
export type Recovered = {
	/**  The recovered text; lines end with `\n`. */
	text: string,
	/**  How the text was recovered. */
	how: RecoveredHow,
	/**  The places of `text` where the writer and another program changed the same words; both versions stay. */
	conflicts: MergeConflict[],
	/**  The number of the last batch in the journal, whose result is this text. The next batch has the next number. */
	seq: number,
};

/**  The way in which unsaved text was recovered. */
export type RecoveredHow = 
/**  The text as it was typed; the file is unchanged since. */
"typed" | 
/**
 *  Another program changed the file since: `text` merges both versions. Where both changed the same words, both
 *  versions stay.
 */
"merged" | 
/**  The file was deleted; `text` is its content with the unsaved changes. */
"gone" | 
/**  The manuscript never had a file; `text` is the typed text. */
"unnamed";

/**  A request to replace text in a manuscript that is not open in an editor. */
export type Replacement = {
	/**  Path relative to the project root. */
	path: string,
	/**  The hash of the file for which the changes were computed; another hash on disk refuses them. */
	baseHash: string,
	/**  The changes, in order and not overlapping; offsets count UTF-16 code units of the text with `\n` line endings. */
	changes: Hunk[],
};

/**  The effect of a restore on a file or a rule. */
export type RestoreOutcome = 
/**  It already has the state before the run. */
"as_it_is" | 
/**  It returns to the state before the run. */
"goes_back" | 
/**  The run's change is taken out; later changes stay. */
"merged" | 
/**  It cannot be restored, so nothing is restored. */
"refused";

/**  The reason why a file cannot be restored. */
export type RestoreRefusal = 
/**  The file changed after the run; a merge may help. */
"changed_since" | 
/**  Later changes overlap with the run's change. */
"conflicts" | 
/**  The earlier state is missing: it was never kept, has not arrived from another machine, or is damaged. */
"not_kept";

/**  A request to restore the state before a run. */
export type RestoreRequest = {
	/**  The run's id. */
	runId: string,
	/**  Only these files of the run, relative to the memory root; the rules go with `MEMORY.md`. All files where absent. */
	paths: string[] | null,
	/**
	 *  Where a file has changed since, whether later changes are kept and only the run's change is taken out. Both must
	 *  not overlap.
	 */
	merge: boolean,
	/**  Whether the restore is only planned and reported. */
	dryRun: boolean,
};

/**  The result of a restore, or the plan of a dry run. */
export type Restored = {
	/**
	 *  The id of the new run, which can itself be restored. Absent after a dry run, and where the earlier state was
	 *  already present.
	 */
	runId: string | null,
	/**  The id of the restored run. */
	undoes: string,
	/**  The files of the restored run, ordered by path. */
	files: RestoredFile[],
	/**  The rules that the run changed and that differ from their earlier state, ordered by id. */
	rules: RestoredRule[],
	/**  The number of questions set back to their earlier state or removed again. */
	questions: number,
	/**  The number of the writer's rejections that are lifted or valid again. */
	noes: number,
	/**  The number of episodes whose text returns or is dropped again. */
	episodes: number,
};

/**  The effect of a restore on a file. */
export type RestoredFile = {
	/**  Path relative to the memory root. */
	path: string,
	/**  The effect. */
	outcome: RestoreOutcome,
	/**  The reason for a refusal. */
	why: RestoreRefusal | null,
	/**  The runs that changed the file since, the oldest first; empty where another program changed it. */
	since: string[],
};

/**  The effect of a restore on a rule. */
export type RestoredRule = {
	/**  The rule's id, or the id of a question that prevents the restore. */
	id: string,
	/**  The effect: `goes_back` or `refused`. */
	outcome: RestoreOutcome,
	/**  The runs that changed the rule since, the oldest first. */
	since: string[],
};

/**  A request to take a replacement back. */
export type Reversion = {
	/**  Path relative to the project root. */
	path: string,
	/**  The hash of the file after the replacement; another hash on disk refuses the request. */
	from: string,
	/**  The hash of the file before the replacement. */
	to: string,
};

/**  How strictly a model must return daily sections. */
export type RoutingMode = 
/**  Any reply is used; missing sections are made from the entry. */
"compatible" | 
/**  A reply without daily sections is requested once more. */
"preferred" | 
/**  As `preferred`; in addition, an entry that cannot be put into sections is not written to the day. */
"required";

/**  The number of rules in each state. Each rule is counted once. */
export type RuleCounts = {
	/**  Rules with too little evidence; they are never used. */
	noticed: number,
	/**  Rules that wait for the writer's answer. */
	proposed: number,
	/**  Rules in force by evidence alone. */
	rule: number,
	/**  Rules in force because the writer confirmed them. */
	confirmed: number,
};

/**  The growth of the evidence of one rule. */
export type RuleHistory = {
	/**  The rule's id. */
	ruleId: string,
	/**  The rule's sentence. */
	text: string,
	/**  One point for each week of `episodesPerWeek`, the oldest first. */
	points: EvidencePoint[],
};

/**  The origin of a rule. */
export type RuleOrigin = 
/**  Distilled from episodes. */
"learned" | 
/**  Written by hand by the writer. */
"written";

/**  A request to change a rule; absent fields stay unchanged. */
export type RulePatch = {
	/**  The new sentence. */
	text?: string | null,
	/**  The new group. */
	category?: Category | null,
	/**  Whether the writer confirms the rule. */
	confirmed?: boolean | null,
	/**  Whether the rule rests. */
	resting?: boolean | null,
	/**  The new confidence, 0 to 1. */
	confidence?: number | null,
	/**  The claim of a hand-written rule, where its words are understood wrongly or not at all. */
	meaning?: Meaning | null,
	/**  The prose that the rule is to hold for. A learned rule gets another id then. */
	place?: RulePlace | null,
};

/**  The prose that a rule holds for. */
export type RulePlace = {
	/**  The kind of scene; absent for every scene. */
	sceneType: string | null,
	/**  The skill; absent for every skill. */
	skill: string | null,
};

/**  The state of a learned rule, from the first evidence to a rule in force. */
export type RuleState = 
/**  Too little evidence; it has no effect. */
"noticed" | 
/**  Enough evidence to ask the writer. */
"proposed" | 
/**  In force: it passed the test, or the writer confirmed it. */
"rule";

/**  A rule as the panel shows it. */
export type RuleView = {
	/**  The rule's id. */
	id: string,
	/**  The rule's sentence. */
	text: string,
	/**  The group under which the panel shows the rule. */
	category: Category,
	/**  The scope of the rule. */
	scope: Scope,
	/**  The kind of scene for which the rule holds; absent for every scene. */
	sceneType: string | null,
	/**  The skill for which the rule holds; absent for every skill. */
	skill: string | null,
	/**  The feature the rule is about; absent for a hand-written rule. */
	feature: string | null,
	/**  The direction of the feature; absent for a hand-written rule. */
	direction: Direction | null,
	/**  The claims of the rule that can be measured; empty for a hand-written rule whose words are not understood. */
	claims: ClaimView[],
	/**  The moves of the rewriter that can follow the rule; without one the rule shapes no offer. */
	moves: MoveLabel[],
	/**  Whether the writer corrected what was understood of a hand-written rule. */
	corrected: boolean,
	/**  The state. */
	state: RuleState,
	/**  The origin. */
	origin: RuleOrigin,
	/**  The chance that the next relevant choice agrees, 0 to 1. */
	confidence: number,
	/**
	 *  The present weight against conflicting rules, 0 to 1. It is below `confidence` where no choice has supported the
	 *  rule for long.
	 */
	priority: number,
	/**  The ids of the episodes for the rule, oldest first. */
	supportingEpisodes: string[],
	/**  The ids of the episodes against the rule, oldest first. */
	contradictingEpisodes: string[],
	/**  An estimate of the choices still needed to decide; present only for a hypothesis that is not yet a rule. */
	moreNeeded: number | null,
	/**  Whether the writer confirmed the rule. */
	userConfirmed: boolean,
	/**  Whether the writer changed the sentence. */
	userModified: boolean,
	/**  Whether the writer lets the rule rest: it stays, and acts on nothing. */
	resting: boolean,
	/**  Whether the rule changed lately because the writer's choices changed. */
	recentlyUpdated: boolean,
	/**  Whether the rule contradicts another rule. */
	conflictMarked: boolean,
	/**  How often the latest relevant choices agreed; absent before the first relevant choice. */
	kept: Kept | null,
	/**  Features that correlate with the rule and are not rules of their own. */
	shadows: Shadow[],
	/**  The time of creation, RFC 3339, UTC. */
	createdAt: string,
	/**  The time of the last change, RFC 3339, UTC. */
	updatedAt: string,
};

/**  A memory file that a run changed. */
export type RunFile = {
	/**  Path relative to the memory root. */
	path: string,
	/**  The change of the file. */
	change: RunFileChange,
};

/**  The change of a file in a run. */
export type RunFileChange = 
/**  The run created the file. */
"created" | 
/**  The run changed the content. */
"changed" | 
/**  The run removed the file. */
"removed";

/**  The kind of a change of memory. */
export type RunKind = 
/**  A distillation. */
"distill" | 
/**  A rule was written by hand. */
"rule_added" | 
/**  The writer confirmed a rule. */
"rule_confirmed" | 
/**  The writer changed a rule. */
"rule_edited" | 
/**  The writer rejected a rule. */
"rule_deleted" | 
/**  A rule was moved to the global memory or from it. */
"rule_moved" | 
/**  The writer changed `MEMORY.md` in another program, and the desk took her edits over. */
"file_followed" | 
/**  The writer answered a question. */
"question_answered" | 
/**  The writer put a question off. */
"question_put_off" | 
/**  Faded episodes were shortened to a summary. */
"compress" | 
/**  Compressed episodes were purged. */
"purge" | 
/**  The writer restored an earlier run. */
"restored" | 
/**  A conversation was consolidated into memory. */
"consolidate" | 
/**  The writer accepted or rejected a change of her own lines. */
"proposal_decided" | 
/**  The notes of a day were written. */
"day_noted" | 
/**  Lines of daily files were put in order. Aged daily files and expired insights were moved to the archive. */
"audit" | 
/**  Aged daily files were moved to the archive. */
"archive" | 
/**  Aged daily files were moved to the archive, each with a summary in `HISTORY.md`. */
"compact" | 
/**  Expired daily files were deleted from the archive, and expired insights were moved to the archive. */
"expire" | 
/**  Episodes came back that were compressed or purged too early, because a clock was ahead. */
"revived" | 
/**  A kind that only a newer version of the desk knows. */
"newer";

/**  One change of memory. */
export type RunView = {
	/**  The run's id. */
	id: string,
	/**  The kind. */
	kind: RunKind,
	/**  The time of the run, RFC 3339, UTC. */
	at: string,
	/**  The number of rules it added. */
	added: number,
	/**  The number of rules it changed. */
	updated: number,
	/**  The number of rules it removed. */
	removed: number,
	/**  The number of episodes it read. */
	episodes: number,
	/**  The memory files it changed, ordered by path. */
	files: RunFile[],
	/**  The id of the run that this run restored. */
	undoes: string | null,
	/**  The id of the run that restored this run in full. */
	undoneBy: string | null,
	/**
	 *  Whether a restore of the run can be requested: it changed files or rules and was not restored yet. A dry run
	 *  tells whether a later change is in conflict.
	 */
	restorable: boolean,
};

/**
 *  The runs of one week by their purpose. Each run is counted once; a run of a kind that only a newer version of the
 *  desk knows is not counted.
 */
export type RunWeek = {
	/**  The Monday of the week, as `YYYY-MM-DD`. */
	week: string,
	/**  Distillations. */
	learned: number,
	/**  The writer's own acts: rules, answers, decisions, edits of a memory file. */
	hers: number,
	/**  Conversations that were consolidated into memory. */
	conversations: number,
	/**  Notes of a day, and upkeep: shortening, forgetting, archiving. */
	upkeep: number,
	/**  Restores of earlier runs. */
	restored: number,
};

/**  A passage whose kind of scene the writer set in an offer. Offsets count UTF-16 code units, as the editor does. */
export type SaidScene = {
	/**  Start in the manuscript. */
	from: number,
	/**  End in the manuscript. */
	to: number,
	/**  The kind of scene, by stable name. */
	sceneType: string,
};

/**  A request to save a manuscript or a memory file. */
export type SaveRequest = {
	/**  Path relative to the project root. */
	path: string,
	/**  The whole text; lines end with `\n`. */
	text: string,
	/**
	 *  The hash the editor last read or saved; another hash on disk refuses the save. Empty to write a file that was
	 *  deleted again; an existing file refuses that.
	 */
	baseHash: string,
	/**  The stretches pasted or dropped into the text since the last save; ignored for a memory file. */
	pasted?: string[],
	/**
	 *  The number of the last batch of keystrokes in this text; absent for a text without a crash journal, such as a
	 *  memory file.
	 */
	seq?: number | null,
	/**  Whether the file becomes UTF-8 with this save, whatever its encoding was. */
	asUtf8?: boolean,
};

/**  A finished save: the bytes are durable on disk. */
export type Saved = {
	/**  The content hash of the file as written. */
	hash: string,
	/**  The reason why no version was kept although one was due; the save itself is complete. */
	unkept: Fault | null,
};

/**  The texts a rule applies to. */
export type Scope = 
/**  The manuscripts of one project. */
"project" | 
/**  The manuscripts of all projects. */
"global";

/**  Settings of this installation, kept in one human-readable file. */
export type Settings = {
	/**  The language of the interface. */
	language: InterfaceLanguage,
	/**  The colours. */
	theme: Theme,
	/**  The zoom of the whole window, in percent, 50 to 300. */
	zoom: number,
	/**  The layout of the page. */
	page: PageSettings,
	/**  Aids for writing. */
	writing: WritingSettings,
	/**  Whether the desk makes offers, observes choices and learns. Without them the desk is an editor only. */
	ai: boolean,
	/**  The changed keys of commands, by command id; an empty list removes the keys of a command. */
	keys: { [key in string]: string[] },
	/**  The recently opened folders, the latest first; the first is opened again at start. */
	recentProjects: string[],
	/**  The folder of the global memory; absent for the folder `global` beside the settings file. */
	globalMemory: string | null,
};

/**  A request to change settings; absent fields stay unchanged. */
export type SettingsPatch = {
	/**  The new language. */
	language?: InterfaceLanguage | null,
	/**  The new colours. */
	theme?: Theme | null,
	/**  The new zoom. */
	zoom?: number | null,
	/**  The new layout of the page. */
	page?: PageSettings | null,
	/**  The new aids for writing. */
	writing?: WritingSettings | null,
	/**  Whether the desk makes offers, observes choices and learns. */
	ai?: boolean | null,
	/**  The changed keys of all commands; the map replaces the earlier one. */
	keys?: { [key in string]: string[] } | null,
	/**  The full path of an existing folder for the global memory; empty for the default folder. */
	globalMemory?: string | null,
};

/**  The settings and the file they are kept in. */
export type SettingsView = {
	/**  The settings. */
	settings: Settings,
	/**  The full path of the file, which may be edited by hand. */
	file: string,
	/**
	 *  The names of the settings in the file that could not be used; their defaults hold instead. `settings.json`
	 *  stands for the whole file.
	 */
	unusable: string[],
	/**  The full path of a copy of the settings file, if it was broken as a whole since the desk was started. */
	setAside: string | null,
};

/**  A feature that correlates with a rule and is not a rule of its own. */
export type Shadow = {
	/**  The feature, by stable name. */
	feature: string,
	/**  The direction of the feature. */
	direction: Direction,
};

/**  What an act says about taste without a question asked. */
export type Signal = 
/**  Taken as offered. */
"DIRECT_ACCEPT" | 
/**  Taken, then edited a little; also what lies between little and heavy. */
"LIGHT_EDIT" | 
/**  Taken, then rewritten by more than three fifths, or undone late. */
"HEAVY_REWRITE" | 
/**  Every candidate refused. */
"FULL_REJECT" | 
/**  Taken, then undone at once: within thirty seconds, or at an unknown time. */
"UNDO_AFTER_ACCEPT" | 
/**
 *  Taken and edited by a fifth to three fifths, after the same skill in the same kind of scene: she came back
 *  for it.
 */
"REPEATED_SCENE_SKILL";

/**  A skill the writer can run on a passage. */
export type SkillName = 
/**  Any meaning-preserving move that applies. */
"polish" | 
/**  Only moves that shorten. */
"tighten";

/**  The result of looking up a list of words. */
export type Spelled = {
	/**  Whether a dictionary was available; without a dictionary no word counts as unknown. */
	looked: boolean,
	/**  The words found neither in the dictionary nor in the writer's own word list. */
	unknown: string[],
};

/**  The dictionary and the word list in use. */
export type SpellingView = {
	/**  The name of the dictionary, such as `en_US`; absent where none of the wanted variety is installed. */
	dictionary: string | null,
	/**  The name of the wanted dictionary. */
	wanted: string,
	/**  The full path of the folder that is searched for dictionaries before the system's folders. */
	folder: string,
	/**  The full path of the file with the writer's own words; it may be edited by hand. */
	words: string,
};

/**  A request to split a manuscript in two. */
export type SplitRequest = {
	/**  Path relative to the project root. */
	path: string,
	/**  The hash of the file the offset belongs to; another hash on disk refuses the request. */
	baseHash: string,
	/**  An offset in the paragraph that the second manuscript begins with, in UTF-16 code units. */
	at: number,
};

/**  The kind of a slip. */
export type StyleKind = 
/**  A word is repeated. */
"repetition" | 
/**  *a* instead of *an*, or *an* instead of *a*. */
"article" | 
/**  A verb does not agree with its subject. */
"agreement" | 
/**  A word is confused with a word of similar sound or spelling. */
"confusion" | 
/**  A word has a form that does not fit its place. */
"form" | 
/**  One word is written as two, or two words as one. */
"joining" | 
/**  A set phrase is altered. */
"phrase" | 
/**  A lower-case letter stands in place of a capital. */
"capital";

/**  A remark on a likely slip in a paragraph. */
export type StyleRemark = {
	/**  Start in the paragraph, in UTF-16 code units. */
	from: number,
	/**  End in the paragraph, in UTF-16 code units. */
	to: number,
	/**  The kind of the slip. */
	kind: StyleKind,
	/**  The explanation as an English sentence. */
	message: string,
	/**  Proposed replacements, the likeliest first; an empty string deletes the range. */
	replacements: string[],
};

/**  What a manuscript for an editor has besides the text. The project keeps it in `workflow.toml`. */
export type SubmissionForm = {
	/**  The lines at the head of the first page: name, address, mail. */
	contact: string[],
	/**  The paper. */
	paper: Paper,
	/**  Whether emphasis is underlined instead of italic. */
	underlined: boolean,
};

/**  A change of a text. Offsets count UTF-16 code units, as the editor does. */
export type TextEdit = {
	/**  Start of the removed text. */
	from: number,
	/**  End of the removed text. */
	to: number,
	/**  The text inserted in its place. */
	insert: string,
};

/**  Whose words a text is made of. Only her own say how the writer writes. */
export type TextOrigin = 
/**  The writer typed it, or chose it among candidates. */
"own" | 
/**  It came through the clipboard or was dropped into the manuscript. */
"pasted" | 
/**  It came from a file of somebody else's. */
"imported" | 
/**  A language model wrote it. */
"model";

/**  The colours of the desk. */
export type Theme = 
/**  Light or dark as the system is set. */
"system" | 
/**  Light. */
"paper" | 
/**  Dark. */
"ink" | 
/**  High contrast, light or dark as the system is set. */
"contrast";

/**  What tidying a chapter does with one property of its paragraphs. */
export type Tidying = 
/**  Each paragraph keeps it as it is. */
"keep" | 
/**  Each paragraph gets it. */
"with" | 
/**  No paragraph has it. */
"without";

/**  The undo history of a manuscript, serialised by the editor. */
export type UndoHistory = {
	/**  The content hash of the file whose text the history belongs to. */
	hash: string,
	/**  The time of its last change (RFC 3339). */
	at: string,
	/**  The history as JSON in the editor's own format. */
	history: string,
};

/**  An action on a line or a file. */
export type UpkeepAction = 
/**  An empty section or an item without text is deleted. */
"drop_empty" | 
/**  An item is shortened to the length limit. */
"trim" | 
/**  An item is deleted because it repeats another line of its section. */
"dedupe" | 
/**  An item about the use of tools is deleted. */
"drop_tool_activity" | 
/**  Any other item that is not a decision is deleted. */
"drop_non_decision" | 
/**  A daily file is moved to the archive. */
"archive" | 
/**  A daily file is moved to the archive, and `HISTORY.md` gets its summary. */
"compact" | 
/**  An expired daily file is deleted from the archive; the run keeps a copy. */
"daily_ttl" | 
/**  An expired insight is moved to the archive. */
"insights_ttl";

/**  The number of lines or files that one action changes. */
export type UpkeepCount = {
	/**  The action. */
	action: UpkeepAction,
	/**  The number of lines or files. */
	count: number,
};

/**  The result of upkeep. */
export type UpkeepDone = {
	/**  The id of the run, which can be restored; absent where there was nothing to do. */
	runId: string | null,
	/**  The effect. */
	did: UpkeepSummary,
};

/**  A finding in a memory file. */
export type UpkeepFinding = {
	/**  The file, relative to the memory root. */
	path: string,
	/**  The kind of the finding. */
	kind: UpkeepKind,
	/**  The number of places that upkeep resolves. */
	count: number,
	/**  The number of places in the writer's own lines, which stay unchanged. */
	own: number,
};

/**  The kind of a finding. */
export type UpkeepKind = 
/**  A section has no content, or an item has no text. */
"empty_section" | 
/**  An item repeats another line of its section. */
"duplicate" | 
/**  A bullet exceeds the length limit. */
"long_bullet" | 
/**  A daily file contains a fenced code block. */
"code_fence" | 
/**  A daily file is old enough for the archive. */
"aged_daily" | 
/**  An item of an aged daily file is not a decision. */
"aged_item" | 
/**  An archived daily file has expired. */
"expired_daily" | 
/**  An insight has expired. */
"expired_insight" | 
/**  `MEMORY.md` exceeds its limit of characters. */
"memory_too_long" | 
/**  A daily file is not UTF-8 text. */
"not_text";

/**  The risk of an act of upkeep, by the amount of text given up. */
export type UpkeepRisk = 
/**  Little text is given up. */
"low" | 
/**  Enough text is given up for the writer to check it first. */
"medium" | 
/**  So much text is given up that a safe act refuses. */
"high";

/**  The effect of putting memory files in order, in numbers. */
export type UpkeepSummary = {
	/**  The risk, by the amount of text given up. */
	risk: UpkeepRisk,
	/**  The number of lines or files for each action; empty where there is nothing to do. */
	actions: UpkeepCount[],
	/**  The files that upkeep changes or removes, relative to the memory root. */
	files: string[],
};

/**  The findings in memory files, and the effect of putting the files in order. */
export type UpkeepView = {
	/**  The findings, ordered by file. Some findings only the writer can resolve. */
	findings: UpkeepFinding[],
	/**  The effect of putting the files in order. */
	would: UpkeepSummary,
};

/**  A stored version of a manuscript. */
export type VersionEntry = {
	/**  The name of the version, unique within the manuscript. */
	id: string,
	/**  When the version was stored (RFC 3339). */
	at: string,
	/**  The length of the text; absent for an unreadable version. */
	length: Length | null,
	/**  The length of the text added since the version before. */
	added: Length,
	/**  The length of the text removed since the version before. */
	removed: Length,
};

/**  A request to read a version and compare it with the present text. */
export type VersionRequest = {
	/**  The manuscript, relative to the project root. */
	path: string,
	/**  The version's `id`. */
	id: string,
	/**  The present text; lines end with `\n`. */
	now: string,
};

/**  A version, and its differences from the present text. */
export type VersionText = {
	/**  The text of the version; lines end with `\n`. */
	text: string,
	/**  The word-level changes that turn the version into the present text. */
	hunks: Hunk[],
};

/**  The number of episodes in one week. */
export type WeekCount = {
	/**  The Monday of the week, as `YYYY-MM-DD`. */
	week: string,
	/**  The number of episodes. */
	episodes: number,
};

/**  Two wordings of the same sentence. */
export type Wordings = {
	/**  The writer's wording. */
	hers: string,
	/**  The wording that she did not take. */
	other: string,
};

/**  The state of the desk in a project when the writer left it. The next opening restores it. */
export type Workspace = {
	/**  The open files, in the order of their tabs. */
	open: OpenFile[],
	/**  The path of the file on the page. */
	current: string | null,
	/**  The folders collapsed in the file list. */
	folded: string[],
	/**  Whether the file list is shown in a wide window. */
	filesShown: boolean,
	/**  Whether the memory panel is shown in a wide window. */
	panelShown: boolean,
	/**  The target length of files, by path, as the settings count. */
	targets: { [key in string]: number },
	/**  The target length of the book, as the settings count. */
	bookTarget: number | null,
	/**  The amount written in the project on each day of writing, in the order of the dates. */
	days: DayWritten[],
};

/**  Aids for writing. */
export type WritingSettings = {
	/**  Whether Markdown markup is hidden in lines without the caret, and pictures are shown. */
	livePreview: boolean,
	/**  The part of the text that is not dimmed. */
	focus: Focus,
	/**  Whether the line of the caret stays at the middle of the window. */
	typewriter: boolean,
	/**  Whether typed quotes, dashes and dots become typographic signs. */
	smartPunctuation: boolean,
	/**  The quotation marks for Chinese paragraphs. */
	chineseQuotes: ChineseQuotes,
	/**  Whether Chinese paragraphs are drawn indented by two characters. */
	indentChinese: boolean,
	/**  Whether English words missing from the dictionary are underlined. */
	spelling: boolean,
	/**  Whether likely slips of English style are underlined. */
	style: boolean,
	/**  The variety of English for spelling and style. */
	english: English,
	/**  The two full-width spaces before a Chinese paragraph when a chapter is tidied. */
	tidyIndent: Tidying,
	/**  The blank line between two paragraphs when a chapter is tidied. */
	tidyBlankLines: Tidying,
	/**  How the length of a text is counted, wherever it is shown or compared with a target. */
	counting: Counting,
	/**  The target of a session as `counting` counts, at most a million; 0 for no target. */
	sessionTarget: number,
	/**  The target of a day, in the same units; 0 for no target. */
	dayTarget: number,
	/**  Whether pasted text counts towards the targets. */
	countPasted: boolean,
};

/* Tauri Specta runtime */
type EventEmit<T> = [T] extends [null] ? () => Promise<void> : (payload: T) => Promise<void>;

type EventEmitTo<T> = [T] extends [null] ? (target: __TAURI_EVENT.EventTarget | string) => Promise<void> : (target: __TAURI_EVENT.EventTarget | string, payload: T) => Promise<void>;

function makeEvent<TListen, TEmit = TListen>(name: string, serialize?: (payload: TEmit) => unknown, deserialize?: (payload: any) => TListen) {
    const mapEvent = (cb: __TAURI_EVENT.EventCallback<TListen>) => (event: __TAURI_EVENT.Event<any>) => cb({ ...event, payload: deserialize ? deserialize(event.payload) : event.payload });
    const mapPayload = (payload: TEmit) => serialize ? serialize(payload) : payload;

    const base = {
        listen: (cb: __TAURI_EVENT.EventCallback<TListen>) => __TAURI_EVENT.listen(name, mapEvent(cb)),
        once: (cb: __TAURI_EVENT.EventCallback<TListen>) => __TAURI_EVENT.once(name, mapEvent(cb)),
        emit: ((payload: TEmit) => __TAURI_EVENT.emit(name, mapPayload(payload)) as unknown) as EventEmit<TEmit>,
        emitTo: ((to: __TAURI_EVENT.EventTarget | string, payload: TEmit) => __TAURI_EVENT.emitTo(to, name, mapPayload(payload)) as unknown) as EventEmitTo<TEmit>
    };

    const fn = (target: import("@tauri-apps/api/webview").Webview | import("@tauri-apps/api/window").Window) => ({
        listen: (cb: __TAURI_EVENT.EventCallback<TListen>) => target.listen(name, mapEvent(cb)),
        once: (cb: __TAURI_EVENT.EventCallback<TListen>) => target.once(name, mapEvent(cb)),
        emit: ((payload: TEmit) => target.emit(name, mapPayload(payload)) as unknown) as EventEmit<TEmit>,
        emitTo: ((to: __TAURI_EVENT.EventTarget | string, payload: TEmit) => target.emitTo(to, name, mapPayload(payload)) as unknown) as EventEmitTo<TEmit>
    });

    return Object.assign(fn, base);
}

