//! Slips of English: what anyone would put right who saw it, found by harper's rules.
//!
//! Taste is none of its business, nor is spelling. A [`Checker`] takes about a second and 160 MB to load, and harper
//! keeps most of that memory until the process ends. Hence [`serve`]: a desk runs it as a process of its own, and ends
//! that process when the writer turns the check off.

mod checker;
mod rules;
mod serve;
mod speech;

pub use checker::Checker;
pub use serve::serve;
