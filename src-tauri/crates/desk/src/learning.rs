//! The learning: the writer's acts become episodes, episodes become rules, and rules shape the offers.

mod activity;
pub(crate) mod capture;
mod distil;
mod editing;
mod everywhere;
pub(crate) mod lifecycle;
pub(crate) mod listed;
pub mod offer;
mod origin;
mod pending;
mod questions;
mod revision;
mod rules;
mod settle;
pub(crate) mod state;
mod triggers;
