//! Slips of English that any reader would correct, found by the rules of harper.
//!
//! Matters of taste and spelling are excluded. A [`Checker`] takes about a second and 160 MB to load, and harper keeps
//! most of that memory until the process ends. Hence [`serve`]: a desk runs the check as a child process, and ends it
//! when the writer turns the check off.

mod checker;
mod rules;
mod serve;
mod speech;

pub use checker::Checker;
pub use serve::serve;
