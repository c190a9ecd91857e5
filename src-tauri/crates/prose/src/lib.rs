//! Analysis of text: segmentation, features, scene types, word diffs and the built-in rewriter.
//!
//! All functions here depend only on their arguments: no files, no clock, no randomness, no knowledge of episodes or
//! rules. Each module supports English and Chinese equally.

pub mod diff;
pub mod feature;
pub mod language;
mod lexicon;
pub mod merge;
mod numbers;
pub mod rewriter;
pub mod scene;
pub mod segment;
pub mod signs;
mod speech;
pub mod tokens;

pub use feature::{Feature, Measures, measure};
pub use language::{Language, is_han};
pub use lexicon::is_filler;
pub use numbers::ENGLISH_NUMBERS;
pub use scene::SceneType;
