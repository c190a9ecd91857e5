//! Skills.

use contract::{Fault, Offer, OfferRequest};

use crate::limits::{Door, MANUSCRIPT};

/// Offers candidates for a passage.
#[tauri::command(rename = "desk:skill:offer")]
#[specta::specta]
pub async fn offer(desk: Door<'_, MANUSCRIPT>, request: OfferRequest) -> Result<Offer, Fault> {
    desk.with_project(move |project| project.learning().offer(&request))
        .await
}
