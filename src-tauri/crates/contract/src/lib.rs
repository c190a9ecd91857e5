//! What crosses a boundary between the core and a front end: requests, views, events and error codes.
//!
//! Types only, and nothing of ours below: the core converts its own values into these at its edge, so
//! that a change of a domain type is never by accident a change of the protocol. Field names are
//! camelCase on the wire. Doc comments are copied into the generated TypeScript; they are written for
//! the reader over there.

mod activity;
mod candidates;
mod distill;
mod episode;
mod fault;
mod files;
mod memory;
mod observe;
mod press;
mod proposal;
mod question;
mod rule;
mod run;
mod safety;
mod settings;
mod spelling;
mod story;
mod style;
mod upkeep;
mod workspace;

pub use activity::{ActivityView, BandCounts, EvidencePoint, RuleCounts, RuleHistory, RunWeek, WeekCount};
pub use candidates::{Candidate, Hunk, Offer, OfferRequest, SkillName};
pub use distill::{DistillProgress, DistillReport, DistillStage, DistillTrigger};
pub use episode::{EpisodeInput, EpisodeKind, EpisodeQuery, EpisodeReceipt, EpisodeView, Signal, TextOrigin};
pub use fault::{ErrorCode, Fault};
pub use files::{
    Document, FileChange, FileEntry, FileMove, MergeConflict, MergeRequest, Merged, Notice, NoticeKind,
    Picture, ProjectView, Replacement, Reversion, SaidScene, SaveRequest, Saved, TextEdit,
};
pub use memory::{ChangedBy, Finding, Health, HealthCheck, LearningView, MemoryChange, MemoryFile};
pub use observe::{
    GateCriterion, GateFound, GateQuestion, GateRelation, GateView, ObserveView, OutcomeWeek, RoutingMode,
};
pub use press::{
    ExportFormat, ExportRequest, Exported, ImportOptions, ImportReport, LeftOut, LeftOutReason, PressProgress,
};
pub use proposal::{ProposalDecision, ProposalReason, ProposalView};
pub use question::{Answer, AnswerRequest, QuestionReason, QuestionSide, QuestionState, QuestionView};
pub use rule::{
    Category, Direction, Kept, NewRule, RuleOrigin, RulePatch, RuleState, RuleView, Scope, Shadow,
};
pub use run::{
    RestoreOutcome, RestoreRefusal, RestoreRequest, Restored, RestoredFile, RestoredRule, RunFile,
    RunFileChange, RunKind, RunView,
};
pub use safety::{
    Keystrokes, Recovered, RecoveredHow, UndoHistory, VersionEntry, VersionRequest, VersionText,
};
pub use settings::{
    ChineseQuotes, Focus, InterfaceLanguage, PageSettings, Settings, SettingsPatch, SettingsView, Theme,
    WritingSettings,
};
pub use spelling::{English, Spelled, SpellingView};
pub use story::{
    DiffLine, FileRun, FileStory, LineMark, LineOrigin, LineOwner, OriginConversation, OriginRun,
};
pub use style::{StyleKind, StyleRemark};
pub use upkeep::{
    UpkeepAction, UpkeepCount, UpkeepDone, UpkeepFinding, UpkeepKind, UpkeepRisk, UpkeepSummary, UpkeepView,
};
pub use workspace::{DayWritten, OpenFile, OpenRequest, Workspace};
