//! The built-in rewriter: mechanical alternatives to a passage that say the same.
//!
//! It needs no model and no network. Each alternative is one decision, so a writer's choice between
//! them says something about her taste and nothing about who phrased it better. A move refuses rather
//! than damages: having nothing to offer is a fine answer.

mod adverbs;
mod asides;
mod chinese_clauses;
mod clauses;
mod commas;
mod connectives;
mod conserve;
mod contractions;
mod dashes;
mod fillers;
mod join;
mod letters;
mod moves;
mod offer;
mod optional_that;
mod particles;
mod passage;
mod phrases;
mod protect;
mod semicolons;
mod sequence;
mod split;
mod subjects;
mod tone;
mod words;

#[cfg(test)]
mod tests;

pub use moves::{Move, Skill, apply};
pub use offer::{Alternative, Extent, alternatives, repertoire};
