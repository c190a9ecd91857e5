//! Changes of the writer's own lines that wait for her.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A change of the writer's own lines that waits for her.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProposalView {
    /// The proposal's id.
    pub id: String,
    /// The run in which it came up.
    pub run: String,
    /// The file, relative to the memory root.
    pub path: String,
    /// The title of the section the line stands in.
    pub section: String,
    /// Her lines as they stood when it came up; absent where something would be added.
    pub before: Option<String>,
    /// What would stand there; absent where hers would be dropped.
    pub after: Option<String>,
    /// Why.
    pub reason: ProposalReason,
    /// Her lines still stand as they did, so it can be accepted.
    pub stands: bool,
    /// RFC 3339, UTC.
    pub created_at: String,
}

/// Why a change is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ProposalReason {
    /// A conversation says nearly the same in other words.
    Reworded,
    /// A conversation sets the same preference to something else.
    PreferenceKey,
    /// A conversation asks to drop it.
    Retired,
}

/// The writer's word on a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProposalDecision {
    /// The proposal.
    pub proposal_id: String,
    /// Yes or no.
    pub accepted: bool,
}
