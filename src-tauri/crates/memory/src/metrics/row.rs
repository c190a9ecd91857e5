//! The rows of each metric.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// One row of one metric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Row {
    /// `memory-update-outcome`: the fate of an update of `MEMORY.md`, also when nothing was wrong with it.
    Update(Update),
    /// `daily-routing-metrics`: how the notes of a reply came into the daily file.
    Routing(Routing),
    /// `memory-update-guard-metrics`: the guard refused an update.
    Guard(Guard),
    /// `memory-update-sanitize-metrics`: something was left out of an update.
    Sanitize(Sanitize),
    /// `memory-conflict-metrics`: an update set a preference to another value.
    Preference(Preference),
    /// `cleanup-stage-metrics`: an audit went through the files.
    Cleanup(Cleanup),
    /// `cleanup-conversion-index`: an audit changed a line.
    Conversion(Conversion),
    /// `daily-archive-metrics`: a daily file went to the archive.
    Archived(Daily),
    /// `daily-archive-compact-metrics`: a daily file was shortened into the history.
    Compacted(Compacted),
    /// `daily-ttl-metrics`: the time of an archived daily file was up.
    DailyExpired(Daily),
    /// `insights-ttl-metrics`: insights whose time was up went to the archive.
    InsightsExpired(Kept),
    /// `context-trace`: a prompt was put together.
    Prompt(Prompt),
}

impl Row {
    /// Returns the metric it is a row of: one of the names in [`METRICS`](super::METRICS).
    pub const fn metric(&self) -> &'static str {
        match self {
            Self::Update(_) => "memory-update-outcome",
            Self::Routing(_) => "daily-routing-metrics",
            Self::Guard(_) => "memory-update-guard-metrics",
            Self::Sanitize(_) => "memory-update-sanitize-metrics",
            Self::Preference(_) => "memory-conflict-metrics",
            Self::Cleanup(_) => "cleanup-stage-metrics",
            Self::Conversion(_) => "cleanup-conversion-index",
            Self::Archived(_) => "daily-archive-metrics",
            Self::Compacted(_) => "daily-archive-compact-metrics",
            Self::DailyExpired(_) => "daily-ttl-metrics",
            Self::InsightsExpired(_) => "insights-ttl-metrics",
            Self::Prompt(_) => "context-trace",
        }
    }
}

/// The outcome of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was written as it came.
    Written,
    /// It was written without what sanitize left out.
    SanitizeModified,
    /// It was refused by the guard or by a preference that is kept; `guard_reason` says which.
    GuardRejected,
    /// It said nothing that the file does not say already.
    NoChange,
    /// The memory did not fit into the request whole, so the reply could not be an update of it.
    TruncatedSkip,
}

/// A text, without the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// How many characters it has.
    pub chars: usize,
    /// The first twelve hexadecimal digits of its SHA-256.
    pub hash: String,
}

impl Text {
    /// Measures a text.
    pub fn of(text: &str) -> Self {
        let digest = Sha256::digest(text.as_bytes());
        Self {
            chars: text.chars().count(),
            hash: digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}

/// A row of `memory-update-outcome`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Update {
    /// The conversation, or the file, it came from.
    pub session_key: String,
    /// Its outcome.
    pub outcome: Outcome,
    /// The code of the reason for the refusal, for `guard_rejected`.
    pub guard_reason: Option<String>,
    /// How many things sanitize left out.
    pub sanitize_changes: u32,
    /// Whether it was merged by sections.
    pub merge_applied: bool,
    /// How many preferences it set to another value.
    pub conflict_count: u32,
    /// The reply ended in the middle, and only its complete part was used. Rows of older desks do not say.
    #[serde(default)]
    pub reply_cut_off: bool,
}

/// A row of `daily-routing-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routing {
    /// The conversation, or the file, it came from.
    pub session_key: String,
    /// The daily file.
    pub date: NaiveDate,
    /// The model's sections could be used as they came.
    pub structured_daily_ok: bool,
    /// Something else had to be used.
    pub fallback_used: bool,
    /// Why: `ok`, `missing`, `not_object`, `empty`, `invalid_type:<key>` or `invalid_item:<key>`.
    pub fallback_reason: String,
    /// The sections that got bullets, by their stable names.
    pub structured_keys: Vec<String>,
    /// How many bullets they got.
    pub structured_bullet_count: u32,
    /// Where they came from: `model`, `salvaged_model_partial`, `synthesized_missing`, `synthesized_after_invalid`,
    /// `required_missing` or `fallback_unstructured`.
    pub structured_source: String,
    /// The model's sections were whole.
    pub model_daily_sections_ok: bool,
    /// Why not, in the words of `fallback_reason`.
    pub model_daily_sections_reason: String,
    /// The model was asked a second time, because the first reply had no sections.
    pub preferred_retry_used: bool,
    /// The reply that was used had sections.
    pub tool_call_has_daily_sections: bool,
}

/// A row of `memory-update-guard-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guard {
    /// The conversation, or the file, it came from.
    pub session_key: String,
    /// The code of the reason for the refusal.
    pub reason: String,
    /// Characters in the file.
    pub current_memory_chars: usize,
    /// Characters in the text that was to be written.
    pub returned_memory_chars: usize,
    /// The text that was to be written, as its length and hash.
    pub candidate: Text,
}

/// How much of each kind sanitize left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removed {
    /// Sections about topics of today or of late.
    pub recent_topic_section: u32,
    /// Sections of general knowledge.
    pub knowledge_reference_section: u32,
    /// Lines about a passing state.
    pub transient_status_line: u32,
    /// Bullets that repeat another bullet.
    pub duplicate_bullet: u32,
}

/// A row of `memory-update-sanitize-metrics`. The origin's names of sections are the writer's words and left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sanitize {
    /// The conversation, or the file, it came from.
    pub session_key: String,
    /// The parts that were left out.
    pub removed: Removed,
}

/// A row of `memory-conflict-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preference {
    /// The conversation, or the file, it came from.
    pub session_key: String,
    /// The preference key.
    pub conflict_key: String,
    /// The length and hash of the old value.
    pub old_value: Text,
    /// The length and hash of the new value.
    pub new_value: Text,
    /// What was done: `keep_old`, `keep_new`, `ask_user` or `merge`.
    pub resolution: String,
}

/// A row of `cleanup-stage-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cleanup {
    /// Whether anything changed.
    pub changed: bool,
    /// Daily files that were looked at.
    pub scoped_daily_files: u32,
    /// Daily files that were left alone.
    pub skipped_daily_files: u32,
    /// Lines changed by each action: `trim`, `dedupe`, `drop_empty`, `drop_tool_activity`, `drop_non_decision`.
    pub stage_counts: BTreeMap<String, u32>,
    /// Lines changed by priority: `P0`, `P1`, `P2`.
    pub priority_counts: BTreeMap<String, u32>,
    /// Rows that `cleanup-conversion-index` got.
    pub conversion_index_rows: u32,
    /// Files that were changed.
    pub files_touched_count: u32,
}

/// A row of `cleanup-conversion-index`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversion {
    /// `history` or `daily`.
    pub scope: String,
    /// The file, relative to the memory root.
    pub source_file: String,
    /// The daily section by its stable name; `None` for any other.
    pub section: Option<String>,
    /// `trim`, `dedupe`, `drop_empty`, `drop_tool_activity` or `drop_non_decision`.
    pub action: String,
    /// The length and hash of the line as it was.
    pub before: Text,
    /// The length and hash of the line as it is; `None` where it went.
    pub after: Option<Text>,
    /// `P0`, `P1` or `P2`.
    pub priority: String,
}

/// A row of `daily-archive-metrics` and of `daily-ttl-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Daily {
    /// The day the file is of.
    pub date: NaiveDate,
    /// The file as it was, relative to the memory root.
    pub source_file: String,
    /// Where it is now, relative to the memory root.
    pub target_file: String,
    /// Its size.
    pub bytes: u64,
}

/// A row of `daily-archive-compact-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compacted {
    /// The day the file is of.
    pub date: NaiveDate,
    /// The length and hash of the entry the history got.
    pub history_entry: Text,
    /// Bullets in the daily file.
    pub bullets_total: u32,
    /// Bullets the entry has.
    pub bullets_kept: u32,
}

/// A row of `insights-ttl-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// How many days an insight stays.
    pub ttl_days: u32,
    /// Insights there were.
    pub bullets_total: u32,
    /// Insights that stayed.
    pub bullets_kept: u32,
}

/// A row of `context-trace`. Its `run_id` is the id of the prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// `before_compact`, `after_compact` or `before_send`.
    pub stage: String,
    /// Messages in it.
    pub message_count: u32,
    /// Its size in tokens, estimated.
    pub estimated_tokens: u32,
    /// The first 16 hexadecimal digits of the SHA-256 of the system text.
    pub prefix_hash: String,
    /// Whether the hash is that of the prompt sent before in the same conversation; `None` for the first. The writer of
    /// the row knows this; a sum of rows in any order could not tell.
    pub prefix_unchanged: Option<bool>,
    /// Whether recent daily notes are in it.
    pub includes_recent_daily: bool,
}

/// Returns all rows of one metric of one run as the lines of its file.
///
/// # Errors
/// Errors of writing JSON, which no row can cause.
pub fn lines<'a>(
    run_id: &str,
    ts: DateTime<Utc>,
    rows: impl IntoIterator<Item = &'a Row>,
) -> serde_json::Result<Vec<String>> {
    #[derive(Serialize)]
    struct Line<'a> {
        ts: DateTime<Utc>,
        run_id: &'a str,
        row: usize,
        #[serde(flatten)]
        what: &'a Row,
    }
    rows.into_iter()
        .enumerate()
        .map(|(row, what)| {
            serde_json::to_string(&Line {
                ts,
                run_id,
                row,
                what,
            })
        })
        .collect()
}
