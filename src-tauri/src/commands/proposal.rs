//! Proposals: changes to the writer's own lines that wait for her decision.

use contract::{Fault, ProposalDecision, ProposalView, RunView};

use crate::limits::Door;

/// Returns the open proposals, oldest first.
#[tauri::command(rename = "memory:proposal:list")]
#[specta::specta]
pub async fn list_proposals(desk: Door<'_>) -> Result<Vec<ProposalView>, Fault> {
    desk.with_project(|project| project.store().waiting_proposals())
        .await
}

/// Accepts or rejects a proposal; returns the run of the decision.
#[tauri::command(rename = "memory:proposal:decide")]
#[specta::specta]
pub async fn decide_proposal(desk: Door<'_>, decision: ProposalDecision) -> Result<RunView, Fault> {
    desk.with_project(move |project| project.store().answer_proposal(&decision))
        .await
}
