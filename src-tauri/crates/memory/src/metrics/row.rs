//! The rows of each metric.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// One row of one metric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Row {
    /// `memory-update-outcome`: the result of an update of `MEMORY.md`, also of a successful one.
    Update(UpdateRow),
    /// `daily-routing-metrics`: how the notes of a reply were added to the daily file.
    Routing(RoutingRow),
    /// `memory-update-guard-metrics`: the guard refused an update.
    Guard(GuardRow),
    /// `memory-update-sanitize-metrics`: parts of an update were removed.
    Sanitize(SanitizeRow),
    /// `memory-conflict-metrics`: an update set a preference to another value.
    Preference(PreferenceRow),
    /// `cleanup-stage-metrics`: an audit went through the files.
    Cleanup(CleanupRow),
    /// `cleanup-conversion-index`: an audit changed a line.
    Conversion(ConversionRow),
    /// `daily-archive-metrics`: a daily file went to the archive.
    Archived(DailyRow),
    /// `daily-archive-compact-metrics`: a daily file was shortened into the history.
    Compacted(CompactedRow),
    /// `daily-ttl-metrics`: an archived daily file expired.
    DailyExpired(DailyRow),
    /// `insights-ttl-metrics`: expired insights were archived.
    InsightsExpired(InsightsRow),
    /// `context-trace`: a prompt was put together.
    Prompt(PromptRow),
}

impl Row {
    /// Returns the name of its metric, one of [`METRICS`](super::METRICS).
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
    /// It was written unchanged.
    Written,
    /// It was written without the parts that sanitize removed.
    SanitizeModified,
    /// It was refused by the guard or by a preference that is kept; `guard_reason` has the reason.
    GuardRejected,
    /// It contains nothing new.
    NoChange,
    /// The memory was not complete in the request, so the reply could not be an update of it.
    TruncatedSkip,
}

/// The length and the hash of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// Its length in characters.
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
pub struct UpdateRow {
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
    /// Whether the reply was cut off, so that only its complete part was used. Missing in rows of older desks.
    #[serde(default)]
    pub reply_cut_off: bool,
}

/// A row of `daily-routing-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoutingRow {
    /// The conversation, or the file, it came from.
    pub session_key: String,
    /// The daily file.
    pub date: NaiveDate,
    /// Whether the model's sections were used unchanged.
    pub structured_daily_ok: bool,
    /// Whether a fallback was used.
    pub fallback_used: bool,
    /// The reason: `ok`, `missing`, `not_object`, `empty`, `invalid_type:<key>` or `invalid_item:<key>`.
    pub fallback_reason: String,
    /// The sections that got bullets, by their stable names.
    pub structured_keys: Vec<String>,
    /// The number of these bullets.
    pub structured_bullet_count: u32,
    /// Their source: `model`, `salvaged_model_partial`, `synthesized_missing`, `synthesized_after_invalid`,
    /// `required_missing` or `fallback_unstructured`.
    pub structured_source: String,
    /// Whether the model's sections were complete.
    pub model_daily_sections_ok: bool,
    /// The reason if not, as in `fallback_reason`.
    pub model_daily_sections_reason: String,
    /// Whether there was a second request, because the first reply had no sections.
    pub preferred_retry_used: bool,
    /// Whether the reply that was used had sections.
    pub tool_call_has_daily_sections: bool,
}

/// A row of `memory-update-guard-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuardRow {
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

/// The number of removed parts of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removed {
    /// Sections about recent topics.
    pub recent_topic_section: u32,
    /// Sections of general knowledge.
    pub knowledge_reference_section: u32,
    /// Lines about a temporary state.
    pub transient_status_line: u32,
    /// Bullets that repeat another bullet.
    pub duplicate_bullet: u32,
}

/// A row of `memory-update-sanitize-metrics`. The origin's names of sections are the writer's words and left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SanitizeRow {
    /// The conversation, or the file, it came from.
    pub session_key: String,
    /// The parts that were left out.
    pub removed: Removed,
}

/// A row of `memory-conflict-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreferenceRow {
    /// The conversation, or the file, it came from.
    pub session_key: String,
    /// The preference key.
    pub conflict_key: String,
    /// The length and hash of the old value.
    pub old_value: Text,
    /// The length and hash of the new value.
    pub new_value: Text,
    /// The resolution: `keep_old`, `keep_new`, `ask_user` or `merge`.
    pub resolution: String,
}

/// A row of `cleanup-stage-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CleanupRow {
    /// Whether anything changed.
    pub changed: bool,
    /// Daily files that were examined.
    pub scoped_daily_files: u32,
    /// Daily files that were skipped.
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
pub struct ConversionRow {
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
    /// The length and hash of the new line; `None` if the line was removed.
    pub after: Option<Text>,
    /// `P0`, `P1` or `P2`.
    pub priority: String,
}

/// A row of `daily-archive-metrics` and of `daily-ttl-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyRow {
    /// The day of the file.
    pub date: NaiveDate,
    /// The old path of the file, relative to the memory root.
    pub source_file: String,
    /// The new path, relative to the memory root.
    pub target_file: String,
    /// Its size.
    pub bytes: u64,
}

/// A row of `daily-archive-compact-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompactedRow {
    /// The day of the file.
    pub date: NaiveDate,
    /// The length and hash of the new entry of the story.
    pub history_entry: Text,
    /// Bullets in the daily file.
    pub bullets_total: u32,
    /// Bullets in the entry.
    pub bullets_kept: u32,
}

/// A row of `insights-ttl-metrics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InsightsRow {
    /// The time to live of an insight, in days.
    pub ttl_days: u32,
    /// All insights.
    pub bullets_total: u32,
    /// Insights that stayed.
    pub bullets_kept: u32,
}

/// A row of `context-trace`. Its `run_id` is the id of the prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptRow {
    /// `before_compact`, `after_compact` or `before_send`.
    pub stage: String,
    /// Messages in it.
    pub message_count: u32,
    /// Its size in tokens, estimated.
    pub estimated_tokens: u32,
    /// The first 16 hexadecimal digits of the SHA-256 of the system text.
    pub prefix_hash: String,
    /// Whether the hash is the same as in the previous prompt of the conversation; `None` for the first prompt. The row
    /// must state this, because a sum over rows in any order could not compute it.
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
