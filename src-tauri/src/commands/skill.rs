//! Skills.

use contract::{Fault, Offer, OfferRequest};
use tauri::State;

use crate::Desk;

/// Offers candidates for a passage.
#[tauri::command(rename = "desk:skill:offer")]
#[specta::specta]
pub async fn skill_offer(desk: State<'_, Desk>, request: OfferRequest) -> Result<Offer, Fault> {
    desk.with_project(move |project| project.learning().offer(&request))
        .await
}
