//! Exports manuscripts as books, and imports documents as manuscripts.
//!
//! All functions are pure: the same input gives the same output bytes. Manuscripts are read as a [`Book`], and each
//! format is written from it.

mod address;
mod block;
mod book;
mod chapter;
pub mod import;
mod line;
mod numbers;
mod picture;
mod read;
mod shield;
mod title;
mod write;

#[cfg(test)]
mod tests;

pub use block::is_wide;
pub use book::{Book, Particulars};
pub use chapter::Divided;
pub use numbers::Numbers;
pub use picture::{Picture, PictureKind};
pub use read::{Lines, Manuscript, Said, is_plain};
pub use write::pdf::{Face, Family, Fonts, is_emoji};
pub use write::{Format, Missing, Paper, Submission, Unprintable, press, submission};
