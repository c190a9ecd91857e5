//! The tables below `[memory]` in `workflow.toml`, each with its defaults.

use serde::{Deserialize, Serialize};

/// How much structure the notes of a day must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoutingMode {
    /// The sections that come are taken, and missing ones are made of the entry.
    #[default]
    Compatible,
    /// A reply without daily sections is asked for once more.
    Preferred,
    /// The same, and an entry that cannot be put into sections is not written to the day.
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
    /// How many days an insight stays.
    pub ttl_days: u32,
    /// How many a prompt gets at most.
    pub context_bullets: u32,
    /// How many characters of them.
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
    /// New messages that make a consolidation due; half as many stay out of it.
    pub window: u32,
    /// Tokens a model is given at once.
    pub input_tokens: u32,
    /// Tokens kept free for its reply.
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

/// `[memory.upkeep]`: how long memory files stay where they are, and the limits from which an act is risky. Every span
/// includes today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Upkeep {
    /// Days a daily file stays before it goes to the archive.
    pub archive_days: u32,
    /// Days that items other than decisions stay in a daily file that has not been archived by then.
    pub drop_days: u32,
    /// Days after which an archived daily file may go.
    pub ttl_days: u32,
    /// The most bullets that the summary of a daily file has in the story.
    pub compact_bullets: u32,
    /// Characters an item of a daily file may have.
    pub bullet_chars: u32,
    /// So many items dropped that are no decisions are a high risk.
    pub high_non_decisions: u32,
    /// So many lines changed altogether are a high risk.
    pub high_total: u32,
    /// So many items dropped that are no decisions are a medium risk.
    pub medium_non_decisions: u32,
    /// So many lines changed altogether are a medium risk.
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
    /// How often a reply that is not good enough is asked for again.
    pub attempts: u32,
}

impl Default for Retry {
    fn default() -> Self {
        Self { attempts: 1 }
    }
}

/// `[memory.steps]`: the steps that can be switched off. The guard, the merge and the ledger cannot: without them a
/// reply could take something away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Steps {
    /// The story is told.
    pub history: bool,
    /// The days' notes are kept.
    pub daily: bool,
    /// Insights are kept.
    pub insights: bool,
    /// The long-term memory is updated.
    pub memory: bool,
    /// The rules of `[memory.sanitize]` are in force. Comments are removed all the same.
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
    /// A memory of more is too long.
    pub max_chars: usize,
    /// A memory of at least this may not shrink …
    pub shrink_from_chars: usize,
    /// … to less than this share.
    pub shrink_share: f64,
    /// A text of at least this needs a heading or a bullet.
    pub unstructured_from_chars: usize,
    /// So many lines that name a day are too many …
    pub date_lines: usize,
    /// … where they are at least this share of the lines.
    pub date_share: f64,
    /// So many lines with an address are too many …
    pub url_lines: usize,
    /// … where they are at least this share of the lines.
    pub url_share: f64,
    /// A line that comes so often comes too often …
    pub duplicate_lines: usize,
    /// … where it is at least this share of the lines.
    pub duplicate_share: f64,
    /// The share of the sections that must be kept.
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
    /// Returns the rules with every switch off. Comments are removed all the same.
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
