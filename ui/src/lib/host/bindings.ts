// Written by hand in the shape tauri-specta gives, until the shell exports it.

import { invoke as __TAURI_INVOKE } from "@tauri-apps/api/core";
import * as __TAURI_EVENT from "@tauri-apps/api/event";

/** Commands */
export const commands = {
	/** Opens a folder as the project. */
	projectOpen: (path: string) => __TAURI_INVOKE<ProjectView>("desk:project:open", { path }),
	/** Asks for a folder; null when the writer thought better of it. */
	projectPick: () => __TAURI_INVOKE<string | null>("desk:project:pick"),
	/** Returns the open project. */
	projectCurrent: () => __TAURI_INVOKE<ProjectView | null>("desk:project:current"),
	/** Returns the manuscripts in reading order. */
	fileList: () => __TAURI_INVOKE<FileEntry[]>("desk:file:list"),
	/** Reads a manuscript. */
	fileRead: (path: string) => __TAURI_INVOKE<Document>("desk:file:read", { path }),
	/** Saves a manuscript; the bytes are on the disk when it returns. */
	fileWrite: (request: SaveRequest) => __TAURI_INVOKE<Saved>("desk:file:write", { request }),
	/** Says that the writer has left a manuscript; returns how many revisions were noticed. */
	fileSettle: (path: string) => __TAURI_INVOKE<number>("desk:file:settle", { path }),
	/** Offers candidates for a passage. */
	skillOffer: (request: OfferRequest) => __TAURI_INVOKE<Offer>("desk:skill:offer", { request }),
	/** Records the outcome of an offer. */
	memoryEpisodeRecord: (input: EpisodeInput) => __TAURI_INVOKE<EpisodeReceipt>("memory:episode:record", { input }),
	/** Returns episodes, newest first. */
	memoryEpisodeQuery: (query: EpisodeQuery) => __TAURI_INVOKE<EpisodeView[]>("memory:episode:query", { query }),
	/** Returns everything learned or written. */
	memorySemanticList: () => __TAURI_INVOKE<RuleView[]>("memory:semantic:list"),
	/** Adds a rule by hand. */
	memorySemanticAdd: (rule: NewRule) => __TAURI_INVOKE<RuleView>("memory:semantic:add", { rule }),
	/** Changes a rule. */
	memorySemanticUpdate: (id: string, patch: RulePatch) => __TAURI_INVOKE<RuleView>("memory:semantic:update", { id, patch }),
	/** Deletes a rule; it is not learned again from the same evidence. */
	memorySemanticDelete: (id: string) => __TAURI_INVOKE<null>("memory:semantic:delete", { id }),
	/** Updates the rules from the episodes. */
	memorySemanticDistill: () => __TAURI_INVOKE<DistillReport>("memory:semantic:distill"),
	/** Returns how learning stands. */
	memoryLearningGet: () => __TAURI_INVOKE<LearningView>("memory:learning:get"),
	/** Returns the files of the memory root. */
	memoryFileList: () => __TAURI_INVOKE<MemoryFile[]>("memory:file:list"),
	/** Reads a file of the memory root. */
	memoryFileRead: (path: string) => __TAURI_INVOKE<Document>("memory:file:read", { path }),
	/** Returns the runs, newest first. */
	memoryRunList: () => __TAURI_INVOKE<RunView[]>("memory:run:list"),
	/** Returns the doctor's report. */
	memoryHealthGet: () => __TAURI_INVOKE<Health>("memory:health:get"),
	/** Returns the settings of this installation. */
	memorySettingsGet: () => __TAURI_INVOKE<Settings>("memory:settings:get"),
	/** Changes settings. */
	memorySettingsUpdate: (patch: SettingsPatch) => __TAURI_INVOKE<Settings>("memory:settings:update", { patch }),
};

/** Events */
export const events = {
	distillProgress: makeEvent<DistillProgress>("memory:distill:progress"),
	fileChange: makeEvent<FileChange>("desk:file:changed"),
	memoryChange: makeEvent<MemoryChange>("memory:changed"),
};

/* Types */
/** One candidate. */
export type Candidate = {
	/** The whole passage as it would read. */
	text: string,
	/** The moves it makes, by stable name, such as `cut_fillers`. */
	moves: string[],
	/** The move in two to five words, English. */
	labelEn: string,
	/** The move in a few characters, Chinese. */
	labelZh: string,
	/** The share of the passage that differs, 0 to 1. */
	shareChanged: number,
	/** Change of length in units, as a share of the passage: −0.06 is six per cent shorter. */
	lengthChange: number,
	/** The word-level differences, in order; each can be taken alone. */
	hunks: Hunk[],
	/** The ids of the rules in force that agree with this candidate. */
	rules: string[],
};

/** The group a rule is shown under. */
export type Category =
/** How sentences sound. */ "style" |
/** How a passage is built. */ "structure" |
/** How people are drawn and speak. */ "character" |
/** How fast it moves. */ "pacing" |
/** Which words are used. */ "vocabulary";

/** Which way a learned rule points. */
export type Direction =
/** More of the feature than was offered. */ "more" |
/** Less of it. */ "less";

/** Pushed as a distillation goes on. */
export type DistillProgress = {
	/** The run. */
	runId: string,
	/** The project. */
	projectId: string,
	/** Why it started. */
	trigger: DistillTrigger,
	/** How far it has come. */
	stage: DistillStage,
	/** 0 to 1. */
	progress: number,
	/** One English sentence, on failure. */
	message: string | null,
	/** The code, on failure. */
	errorCode: ErrorCode | null,
};

/** What a distillation did. */
export type DistillReport = {
	/** The run. */
	runId: string,
	/** Episodes in the snapshot. */
	episodes: number,
	/** Hypotheses tested: a feature, a group of episodes and a direction each. */
	tested: number,
	/** Rules that are new with this run. */
	added: number,
	/** Rules whose evidence or state changed. */
	updated: number,
	/** Learned rules no longer borne out. */
	withdrawn: number,
};

/** How far a distillation has come. */
export type DistillStage =
/** The snapshot is taken. */ "started" |
/** Episodes are grouped by scene and skill. */ "clustered" |
/** The evidence is weighed. */ "patterned" |
/** The rules are worded. */ "generated" |
/** The rules are in the file. */ "completed" |
/** Nothing was changed; `errorCode` says why. */ "failed";

/** Why a distillation started. */
export type DistillTrigger =
/** Fifty new episodes, started by the next finished skill. */ "batch" |
/** The writer asked. */ "manual";

/** A manuscript as the editor holds it. */
export type Document = {
	/** Path relative to the project root. */
	path: string,
	/** The text with every line ending as `\n`; the file's own endings come back when it is saved. */
	text: string,
	/** The content hash of the file on disk, given back on save. */
	hash: string,
};

/**
 * The outcome of an offer, or a later word on an earlier one.
 *
 * With `targetEpisodeId` the request amends that episode: `undoAfterAccept` withdraws it, otherwise
 * `finalText` says what the writer made of the text since.
 */
export type EpisodeInput = {
	/** The id given with the offer; absent for an amendment. */
	id: string | null,
	/** A choice or a revision. */
	kind: EpisodeKind,
	/** The manuscript, relative to the project. */
	chapterId: string,
	/** The kind of scene, by stable name. */
	sceneType: string,
	/** The skill that was run. */
	skillUsed: string,
	/** The text around the passage. */
	inputContext: string,
	/** What was offered, in the order it was shown. */
	candidates: string[],
	/** Which was taken, −1 for none. */
	selectedIndex: number,
	/** The text that stands now. */
	finalText: string,
	/** `en` or `zh`; found from the text where absent. */
	language: string | null,
	/** The episode this request amends. */
	targetEpisodeId: string | null,
	/** The acceptance was undone. */
	undoAfterAccept: boolean,
};

/** Whether the writer chose among candidates or revised a text of their own. */
export type EpisodeKind =
/** A choice among candidates. */ "choice" |
/** A revision of an own draft; the one candidate is the draft. */ "revision";

/** Which episodes to return, newest first. */
export type EpisodeQuery = {
	/** Only these ids; empty for all. */
	ids: string[],
	/** Only this kind of scene. */
	sceneType: string | null,
	/** At most this many; 50 where absent, 500 at most. */
	limit: number | null,
};

/** The acknowledgement: the episode is on the disk. */
export type EpisodeReceipt = {
	/** The episode's id. */
	id: string,
	/** What the act said. */
	signal: Signal,
	/** New episodes since the last distillation. */
	pending: number,
};

/** An episode as the panel shows it. */
export type EpisodeView = {
	/** The episode's id. */
	id: string,
	/** RFC 3339, UTC. */
	createdAt: string,
	/** A choice or a revision. */
	kind: EpisodeKind,
	/** The manuscript, relative to the project; empty for an import without one. */
	chapterId: string,
	/** The kind of scene, by stable name. */
	sceneType: string,
	/** The skill that was run. */
	skillUsed: string,
	/** What was offered. */
	candidates: string[],
	/** Which was taken, −1 for none. */
	selectedIndex: number,
	/** The text that stood in the end. */
	finalText: string,
	/** `en` or `zh`. */
	language: string,
	/** What the act said. */
	signal: Signal,
};

/** A failure a front end can act on. The set is closed: a code is added when a front end answers it differently. */
export type ErrorCode =
/** The request itself is wrong; the message names the field. */ "INVALID_ARGUMENT" |
/** What was asked for does not exist. */ "NOT_FOUND" |
/** Something else holds the place: a run is going on, or the target has already been decided. */ "CONFLICT" |
/** The episode could not be made durable; it was not acknowledged. */ "MEMORY_EPISODE_WRITE_FAILED" |
/** A confidence outside 0 to 1; nothing was written. */ "MEMORY_CONFIDENCE_OUT_OF_RANGE" |
/** A memory file could not be read as UTF-8 or written; it was left as it is. */ "MEMORY_FILE_UNUSABLE" |
/** The index could not be opened or read; it can be rebuilt at any time. */ "MEMORY_INDEX_UNAVAILABLE" |
/** No project is open. */ "PROJECT_NOT_OPEN" |
/** The project folder is gone, unreachable or not a folder. */ "PROJECT_UNAVAILABLE" |
/** The folder or file does not allow writing; what was typed stays in the editor. */ "WRITE_DENIED" |
/** The disk is full; what was typed stays in the editor. */ "DISK_FULL" |
/** The file on disk is no longer the one that was read. */ "FILE_CHANGED" |
/** The file is not UTF-8 text. */ "FILE_NOT_UTF8" |
/** The file is larger than the desk opens. */ "FILE_TOO_LARGE" |
/** The path leads outside the project. */ "OUTSIDE_PROJECT" |
/** The disk failed in another way; the message says which. */ "IO";

/** A failure as every front end receives it. */
export type Fault = {
	/** What kind of failure this is. */
	code: ErrorCode,
	/** One English sentence: what happened and what to do. Never the writer's text. */
	message: string,
	/** Facts for a localised sentence, such as `path`, `bytes`, `limit` or `runId`. */
	details: { [key in string]: string },
};

/** A manuscript changed on disk by another program. */
export type FileChange = {
	/** Path relative to the project root. */
	path: string,
};

/** A manuscript in the project. */
export type FileEntry = {
	/** Path relative to the project root, with `/` between folders. */
	path: string,
	/** Size in bytes. */
	bytes: number,
	/** Words of English plus characters of Chinese; absent for a file too large to count. */
	units: number | null,
};

/** How serious a finding is. */
export type Finding =
/** As it should be. */ "fine" |
/** Worth a look; nothing is lost. */ "warning" |
/** Something does not work. */ "broken";

/** The doctor's report. */
export type Health = {
	/** Everything looked at. */
	checks: HealthCheck[],
};

/** One thing the doctor looked at. */
export type HealthCheck = {
	/** What was looked at: `project`, `journal`, `memory_file`, `index`, `round_trip`. */
	name: string,
	/** How it stands. */
	finding: Finding,
	/** One English sentence: what was seen and what to do. */
	message: string,
};

/** One difference between the passage and a candidate. Offsets count UTF-16 code units, as the editor does. */
export type Hunk = {
	/** Start in the passage. */
	from: number,
	/** End in the passage; equal to `from` for a pure insertion. */
	to: number,
	/** What stands there in the candidate; empty for a pure deletion. */
	insert: string,
};

/** The language of the interface. */
export type InterfaceLanguage =
/** As the system says. */ "system" |
/** English. */ "en" |
/** Chinese. */ "zh";

/** How learning stands. */
export type LearningView = {
	/** Episodes recorded in this project. */
	episodes: number,
	/** New episodes since the last distillation. */
	pending: number,
	/** How many new episodes start a distillation by themselves. */
	batch: number,
	/** The run going on, if any. */
	running: string | null,
};

/** What changed in memory; a view that shows it asks again. */
export type MemoryChange = {
	/** Rules were added, changed or removed. */
	rules: boolean,
	/** Episodes were recorded. */
	episodes: boolean,
	/** A memory file changed on disk. */
	files: boolean,
};

/** A file of the memory root. */
export type MemoryFile = {
	/** Path relative to the project. */
	path: string,
	/** Size in bytes. */
	bytes: number,
	/** Bullets in it, for a Markdown file. */
	bullets: number | null,
	/** When it last changed, RFC 3339, UTC. */
	modifiedAt: string | null,
};

/** A rule written by hand. */
export type NewRule = {
	/** The sentence. */
	text: string,
	/** The group it is shown under. */
	category: Category,
	/** The kind of scene it holds for; absent for every scene. */
	sceneType: string | null,
};

/** Something the writer should know, without a dialog. */
export type Notice = {
	/** What it is about. */
	kind: NoticeKind,
	/** The file concerned, relative to the project. */
	path: string,
	/** One English sentence. */
	message: string,
};

/** What a notice is about. */
export type NoticeKind =
/** A torn last journal line was set aside. */ "journal_set_aside" |
/** The index was damaged or missing and was rebuilt. */ "index_rebuilt" |
/** An interrupted run was finished or withdrawn. */ "run_recovered" |
/** A memory file cannot be used as it is. */ "memory_file_unusable";

/** What the desk offers for one passage. No candidate at all is a fine answer. */
export type Offer = {
	/** The id under which the outcome is recorded as an episode. */
	episodeId: string,
	/** The detected kind of scene. */
	sceneType: string,
	/** The language of the passage, `en` or `zh`. */
	language: string,
	/** None, or up to three candidates. */
	candidates: Candidate[],
};

/** A request for candidates. */
export type OfferRequest = {
	/** The manuscript the passage stands in, relative to the project. */
	path: string,
	/** The skill to run. */
	skill: SkillName,
	/** The selected passage. */
	passage: string,
	/** Up to a few hundred characters before the passage, to tell what kind of scene it is. */
	before: string,
	/** Up to a few hundred characters after it. */
	after: string,
};

/** An open project. */
export type ProjectView = {
	/** The project's id, kept in its memory root. */
	id: string,
	/** The folder's name. */
	name: string,
	/** The folder's full path. */
	root: string,
	/** The memory root relative to the project, `memory` by default. */
	memoryRoot: string,
	/** The manuscripts, in reading order. */
	files: FileEntry[],
	/** What the writer should know about how the project was found: lines set aside, an index rebuilt. */
	notices: Notice[],
};

/** Where a rule came from. */
export type RuleOrigin =
/** Distilled from episodes. */ "learned" |
/** Written by hand. */ "written";

/** A change to a rule; absent fields stay. */
export type RulePatch = {
	/** A new sentence. */
	text: string | null,
	/** Another group. */
	category: Category | null,
	/** The writer says yes. */
	confirmed: boolean | null,
	/** Another confidence, 0 to 1. */
	confidence: number | null,
};

/** How far something learned has come. */
export type RuleState =
/** Too little evidence; never used. */ "noticed" |
/** Enough to ask about. */ "proposed" |
/** Passed the test, or the writer said yes. */ "rule";

/** A rule as the panel shows it. */
export type RuleView = {
	/** The rule's id. */
	id: string,
	/** The sentence. */
	text: string,
	/** The group it is shown under. */
	category: Category,
	/** How far it reaches. */
	scope: Scope,
	/** The kind of scene it holds for; absent for every scene. */
	sceneType: string | null,
	/** The skill it holds for; absent for every skill. */
	skill: string | null,
	/** The feature it is about; absent for a hand-written rule. */
	feature: string | null,
	/** Which way it points; absent for a hand-written rule. */
	direction: Direction | null,
	/** How far it has come. */
	state: RuleState,
	/** Where it came from. */
	origin: RuleOrigin,
	/** The chance that the next relevant choice agrees, 0 to 1. */
	confidence: number,
	/** Episodes for it, oldest first. */
	supportingEpisodes: string[],
	/** Episodes against it, oldest first. */
	contradictingEpisodes: string[],
	/** About how many more choices like these it takes to know; only for what is not yet a rule. */
	moreNeeded: number | null,
	/** The writer said yes. */
	userConfirmed: boolean,
	/** The writer changed its text. */
	userModified: boolean,
	/** Changed lately because the writer's choices changed. */
	recentlyUpdated: boolean,
	/** Stands against another rule. */
	conflictMarked: boolean,
	/** RFC 3339, UTC. */
	createdAt: string,
	/** RFC 3339, UTC. */
	updatedAt: string,
};

/** One act of the machine that changed memory. */
export type RunView = {
	/** The run. */
	id: string,
	/** What it was: `distill`, `rule_added`, `rule_confirmed`, `rule_edited`, `rule_deleted`, `file_followed`. */
	kind: string,
	/** RFC 3339, UTC. */
	at: string,
	/** Rules added by it. */
	added: number,
	/** Rules changed by it. */
	updated: number,
	/** Rules removed by it. */
	removed: number,
	/** Episodes it looked at. */
	episodes: number,
};

/** A request to save a manuscript. */
export type SaveRequest = {
	/** Path relative to the project root. */
	path: string,
	/** The whole text, lines ended by `\n`. */
	text: string,
	/** The hash the editor last read or saved; another hash on disk refuses the save. */
	baseHash: string,
};

/** A finished save: the bytes are on the disk. */
export type Saved = {
	/** The content hash of the file as written. */
	hash: string,
	/** Words of English plus characters of Chinese. */
	units: number,
};

/** How far a rule reaches. */
export type Scope =
/** This project. */ "project" |
/** Everything this writer writes. */ "global";

/** Settings of this installation, kept in one readable file. */
export type Settings = {
	/** The language of the interface. */
	language: InterfaceLanguage,
	/** The colours. */
	theme: Theme,
	/** The project opened last, opened again at start. */
	lastProject: string | null,
	/** The manuscript opened last in it. */
	lastFile: string | null,
};

/** A change of settings; absent fields stay. */
export type SettingsPatch = {
	/** Another language. */
	language: InterfaceLanguage | null,
	/** Other colours. */
	theme: Theme | null,
	/** The manuscript opened last. */
	lastFile: string | null,
};

/** What an act says about the writer's taste without a question asked. */
export type Signal =
/** Taken as offered. */ "DIRECT_ACCEPT" |
/** Taken, then edited by less than a fifth. */ "LIGHT_EDIT" |
/** Taken, then rewritten by more than three fifths. */ "HEAVY_REWRITE" |
/** Every candidate refused. */ "FULL_REJECT" |
/** Taken, then undone. */ "UNDO_AFTER_ACCEPT" |
/** The same skill again in the same kind of scene. */ "REPEATED_SCENE_SKILL";

/** A skill the writer can run on a passage. */
export type SkillName =
/** Any meaning-preserving move that applies. */ "polish" |
/** Only moves that shorten. */ "tighten";

/** The colours of the desk. */
export type Theme =
/** As the system says. */ "system" |
/** Paper: light. */ "paper" |
/** Ink: dark. */ "ink";

/* Tauri Specta runtime */
function makeEvent<T>(name: string) {
	return {
		listen: (cb: __TAURI_EVENT.EventCallback<T>) => __TAURI_EVENT.listen(name, cb),
	};
}
