//! The tables below `[memory]` in `workflow.toml`, each with its defaults.

use serde::{Deserialize, Serialize};

/// How much structure the notes of a day must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoutingMode {
    /// Existing sections are used, and missing ones are made from the entry.
    #[default]
    Compatible,
    /// A reply without daily sections leads to a second request.
    Preferred,
    /// As `Preferred`, and an entry that cannot be divided into sections is not added to the day.
    Required,
}

/// `[memory.routing]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Routing {
    /// How much structure the notes of a day must have.
    pub mode: RoutingMode,
}

/// `[memory.insights]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Insights {
    /// The time to live of an insight, in days.
    pub ttl_days: u32,
    /// The maximum number of insights in a prompt.
    pub context_bullets: u32,
    /// The maximum length of the insights in a prompt, in characters.
    pub context_chars: u32,
}

impl Default for Insights {
    fn default() -> Self {
        Self {
            ttl_days: 60,
            context_bullets: 15,
            context_chars: 1_200,
        }
    }
}

/// `[memory.chunks]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Chunks {
    /// The number of new messages from which a consolidation is due; half as many are left out of it.
    pub window: u32,
    /// The maximum input of a model in one request, in tokens.
    pub input_tokens: u32,
    /// The tokens reserved for its reply.
    pub reply_tokens: u32,
}

impl Default for Chunks {
    fn default() -> Self {
        Self {
            window: 100,
            input_tokens: 24_000,
            reply_tokens: 4_096,
        }
    }
}

/// `[memory.upkeep]`: how long memory files stay unarchived, and the limits from which an act is risky. All time spans
/// include today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Upkeep {
    /// The days before a daily file is archived.
    pub archive_days: u32,
    /// The days that items other than decisions stay in a daily file that is not archived.
    pub drop_days: u32,
    /// The days after which an archived daily file may be removed.
    pub ttl_days: u32,
    /// The maximum number of bullets in the story's summary of a daily file.
    pub compact_bullets: u32,
    /// The maximum length of an item of a daily file, in characters.
    pub bullet_chars: u32,
    /// The number of dropped items other than decisions from which the risk is high.
    pub high_non_decisions: u32,
    /// The number of changed lines from which the risk is high.
    pub high_total: u32,
    /// The number of dropped items other than decisions from which the risk is medium.
    pub medium_non_decisions: u32,
    /// The number of changed lines from which the risk is medium.
    pub medium_total: u32,
}

impl Default for Upkeep {
    fn default() -> Self {
        Self {
            archive_days: 30,
            drop_days: 30,
            ttl_days: 90,
            compact_bullets: 6,
            bullet_chars: 240,
            high_non_decisions: 50,
            high_total: 80,
            medium_non_decisions: 20,
            medium_total: 30,
        }
    }
}

/// `[memory.retry]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Retry {
    /// How often the request is repeated after a reply that is not good enough.
    pub attempts: u32,
}

impl Default for Retry {
    fn default() -> Self {
        Self { attempts: 1 }
    }
}

/// `[memory.steps]`: the steps that can be switched off. The guard, the merge and the account cannot, because they
/// prevent a reply from removing data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Steps {
    /// Whether the story gets entries.
    pub history: bool,
    /// Whether daily notes are written.
    pub daily: bool,
    /// Whether insights are written.
    pub insights: bool,
    /// Whether the long-term memory is updated.
    pub memory: bool,
    /// Whether the rules of `[memory.sanitize]` are in force. Comments are always removed.
    pub sanitize: bool,
}

impl Default for Steps {
    fn default() -> Self {
        Self {
            history: true,
            daily: true,
            insights: true,
            memory: true,
            sanitize: true,
        }
    }
}

/// The thresholds: `[memory.guard]` in `workflow.toml`. Lengths are in characters, shares from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thresholds {
    /// The maximum length of a memory.
    pub max_chars: usize,
    /// A memory of at least this length must not shrink …
    pub shrink_from_chars: usize,
    /// … to less than this share.
    pub shrink_share: f64,
    /// A text of at least this length needs a heading or a bullet.
    pub unstructured_from_chars: usize,
    /// The number of lines with a date that is too large …
    pub date_lines: usize,
    /// … if they are at least this share of the lines.
    pub date_share: f64,
    /// The number of lines with a web address that is too large …
    pub url_lines: usize,
    /// … if they are at least this share of the lines.
    pub url_share: f64,
    /// The number of repetitions of a line that is too large …
    pub duplicate_lines: usize,
    /// … if they are at least this share of the lines.
    pub duplicate_share: f64,
    /// The share of the sections that must remain.
    pub heading_retention: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            max_chars: 12_000,
            shrink_from_chars: 200,
            shrink_share: 0.4,
            unstructured_from_chars: 120,
            date_lines: 3,
            date_share: 0.2,
            url_lines: 3,
            url_share: 0.2,
            duplicate_lines: 4,
            duplicate_share: 0.4,
            heading_retention: 0.5,
        }
    }
}

/// Which rules are in force: `[memory.sanitize]` in `workflow.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SanitizeRules {
    /// [`SanitizeRule::RecentTopicSection`](crate::consolidation::sanitize::SanitizeRule::RecentTopicSection).
    pub recent_topic_section: bool,
    /// [`SanitizeRule::DatedSection`](crate::consolidation::sanitize::SanitizeRule::DatedSection).
    pub dated_section: bool,
    /// [`SanitizeRule::TransientStatusLine`](crate::consolidation::sanitize::SanitizeRule::TransientStatusLine).
    pub transient_status_line: bool,
    /// [`SanitizeRule::CodeFence`](crate::consolidation::sanitize::SanitizeRule::CodeFence).
    pub code_fence: bool,
    /// [`SanitizeRule::DuplicateBullet`](crate::consolidation::sanitize::SanitizeRule::DuplicateBullet).
    pub duplicate_bullet: bool,
    /// [`SanitizeRule::RejectedHeading`](crate::consolidation::sanitize::SanitizeRule::RejectedHeading): the headings, in any case; none by default.
    pub rejected_headings: Vec<String>,
}

impl Default for SanitizeRules {
    fn default() -> Self {
        Self {
            recent_topic_section: true,
            dated_section: true,
            transient_status_line: true,
            code_fence: true,
            duplicate_bullet: true,
            rejected_headings: Vec::new(),
        }
    }
}

impl SanitizeRules {
    /// Returns the rules with all switches off. Comments are always removed.
    pub const fn least() -> Self {
        Self {
            recent_topic_section: false,
            dated_section: false,
            transient_status_line: false,
            code_fence: false,
            duplicate_bullet: false,
            rejected_headings: Vec::new(),
        }
    }
}
