//! Proposals: changes to the writer's own lines that wait for her decision.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A change to the writer's own lines that waits for her decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProposalView {
    /// The proposal's id.
    pub id: String,
    /// The id of the run that made the proposal.
    pub run: String,
    /// The file, relative to the memory root.
    pub path: String,
    /// The title of the section that contains the line.
    pub section: String,
    /// Her lines at the time of the proposal; absent for an addition.
    pub before: Option<String>,
    /// The proposed lines; absent for a deletion.
    pub after: Option<String>,
    /// The reason.
    pub reason: ProposalReason,
    /// Whether her lines are unchanged since the proposal, so that it can be accepted.
    pub stands: bool,
    /// The time of the proposal, RFC 3339, UTC.
    pub created_at: String,
}

/// The reason for a proposed change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ProposalReason {
    /// A conversation says nearly the same as the line in other words.
    Reworded,
    /// A conversation sets the same preference to another value.
    PreferenceKey,
    /// A conversation asks to drop the line.
    Retired,
}

/// The writer's decision on a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProposalDecision {
    /// The proposal's id.
    pub proposal_id: String,
    /// Whether the proposal is accepted.
    pub accepted: bool,
}
