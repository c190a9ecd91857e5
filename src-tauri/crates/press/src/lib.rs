//! Manuscripts made into books, and documents made into manuscripts.
//!
//! Pure: text and bytes come in, bytes go out, and the same input is the same output. What is read becomes a
//! [`book::Book`], and every format is written from that.

pub mod book;
pub mod import;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use read::{Lines, Manuscript, Particulars};
pub use write::pdf::{Face, Family, Fonts};
pub use write::{Format, Unprintable, press};
