//! Changes of the writer's own lines that wait for her.

use contract::{Fault, ProposalDecision, ProposalView, RunView};
use tauri::State;

use crate::Desk;

/// Returns the changes that wait, oldest first.
#[tauri::command(rename = "memory:proposal:list")]
#[specta::specta]
pub async fn memory_proposal_list(desk: State<'_, Desk>) -> Result<Vec<ProposalView>, Fault> {
    desk.with_project(|project| project.store().waiting_proposals())
        .await
}

/// Makes a change or puts it away for good; returns the run that did.
#[tauri::command(rename = "memory:proposal:decide")]
#[specta::specta]
pub async fn memory_proposal_decide(
    desk: State<'_, Desk>,
    decision: ProposalDecision,
) -> Result<RunView, Fault> {
    desk.with_project(move |project| project.store().answer_proposal(&decision))
        .await
}
