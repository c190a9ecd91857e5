//! A memory root: the journal, the index made from the journal, and the Markdown files that change in runs.
//!
//! Each project has a memory root, and the global memory is one too. A memory root knows no manuscript and no offer.

pub(crate) mod change;
mod clock;
pub(crate) mod draft;
pub(crate) mod follow;
pub(crate) mod global;
pub(crate) mod health;
pub(crate) mod keys;
pub(crate) mod metrics;
mod moved_rules;
pub(crate) mod newer;
pub(crate) mod place;
pub(crate) mod projection;
mod rest;
mod restore;
pub(crate) mod root;
mod runs;
mod stand_in;
mod swap;
pub(crate) mod turn;
pub(crate) mod workflow;
