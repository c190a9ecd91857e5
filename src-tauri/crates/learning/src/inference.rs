//! Inference: from what acts compared to what the evidence bears out.
//!
//! A [`ledger`] adds up how much likelier each picture of the writer makes her choices. [`belief`] weighs the pictures
//! against each other, with [`beginning`] for tastes taken up lately. [`turning`] finds a change of taste, and [`verdict`]
//! decides.

pub mod beginning;
pub mod belief;
pub mod ledger;
mod turning;
pub mod verdict;
