//! Conversion of the core's values to the types of the contract.

mod episode;
mod gate;
mod proposal;
mod rule;
mod run;
mod skill;
mod text;
mod upkeep;

pub(crate) use episode::{field, listed, scene_from};
pub(crate) use gate::gate;
pub(crate) use proposal::proposal;
pub use rule::rule;
pub(crate) use rule::{correction_from, place_from};
pub(crate) use run::{counts, file_change, run, run_kind};
pub(crate) use skill::skill_from;
pub use skill::skill_moves;
pub(crate) use text::{language, time};
pub(crate) use upkeep::{upkeep_finding, upkeep_summary};
