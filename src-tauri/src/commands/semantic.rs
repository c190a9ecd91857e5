//! Rules and distillation.

use contract::{DistillReport, DistillTrigger, Fault, NewRule, RulePatch, RuleView};

use crate::limits::Door;

/// Returns all hypotheses, proposals and rules.
#[tauri::command(rename = "memory:semantic:list")]
#[specta::specta]
pub async fn list_rules(desk: Door<'_>) -> Result<Vec<RuleView>, Fault> {
    desk.with_project(|project| project.learning().rule_views()).await
}

/// Adds a rule written by hand.
#[tauri::command(rename = "memory:semantic:add")]
#[specta::specta]
pub async fn add_rule(desk: Door<'_>, rule: NewRule) -> Result<RuleView, Fault> {
    desk.with_project(move |project| {
        let added = project.learning().add_rule(&rule)?;
        Ok(desk::rule_view(added, project.memory().now()))
    })
    .await
}

/// Changes a rule.
#[tauri::command(rename = "memory:semantic:update")]
#[specta::specta]
pub async fn update_rule(desk: Door<'_>, id: String, patch: RulePatch) -> Result<RuleView, Fault> {
    desk.with_project(move |project| {
        let updated = project.learning().update_rule(&id, &patch)?;
        Ok(desk::rule_view(updated, project.memory().now()))
    })
    .await
}

/// Deletes a rule; it is not learned again from the same evidence.
#[tauri::command(rename = "memory:semantic:delete")]
#[specta::specta]
pub async fn delete_rule(desk: Door<'_>, id: String) -> Result<(), Fault> {
    desk.with_project(move |project| project.learning().delete_rule(&id))
        .await
}

/// Moves a rule of the project to the global memory, so that it holds in every project.
#[tauri::command(rename = "memory:scope:promote")]
#[specta::specta]
pub async fn promote_rule(desk: Door<'_>, id: String) -> Result<RuleView, Fault> {
    desk.with_project(move |project| {
        let promoted = project.learning().promote(&id)?;
        Ok(desk::rule_view(promoted, project.memory().now()))
    })
    .await
}

/// Moves a rule from the global memory to this project, so that it holds here only.
#[tauri::command(rename = "memory:scope:demote")]
#[specta::specta]
pub async fn demote_rule(desk: Door<'_>, id: String) -> Result<RuleView, Fault> {
    desk.with_project(move |project| {
        let demoted = project.learning().demote(&id)?;
        Ok(desk::rule_view(demoted, project.memory().now()))
    })
    .await
}

/// Distils the episodes into rules; `memory:distill:progress` reports the stages.
///
/// Without a trigger the writer started the distillation. With any other trigger the result is null where there was
/// nothing to do.
#[tauri::command(rename = "memory:semantic:distill")]
#[specta::specta]
pub async fn distill(
    desk: Door<'_>,
    trigger: Option<DistillTrigger>,
) -> Result<Option<DistillReport>, Fault> {
    desk.with_project(move |project| {
        project
            .learning()
            .trigger(trigger.unwrap_or(DistillTrigger::Manual))
    })
    .await
}
