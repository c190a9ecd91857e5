//! The built-in rewriter: mechanical alternatives to a passage with the same meaning.
//!
//! It needs no model and no network. Each alternative is one decision, so the writer's choice shows her taste, not
//! which text was phrased better. A move that could damage the text is refused; to offer nothing is a valid answer.

mod adverbs;
mod asides;
mod chinese_clauses;
mod clauses;
mod commas;
mod connectives;
mod conserve;
mod contractions;
mod dash;
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
pub use offer::{Alternative, Extent, alternatives, is_too_long, repertoire};
pub use passage::Source;
