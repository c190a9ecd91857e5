//! Manuscripts made into books, and documents made into manuscripts.
//!
//! Pure: text and bytes come in, bytes go out, and the same input is the same output. Manuscripts are read as a [`Book`],
//! and every format is written from it.

mod address;
mod block;
mod book;
pub mod import;
mod line;
mod picture;
mod read;
mod shield;
mod write;

#[cfg(test)]
mod tests;

pub use block::is_wide;
pub use book::{Book, Particulars};
pub use picture::{Picture, PictureKind};
pub use read::{Lines, Manuscript};
pub use write::pdf::{Face, Family, Fonts};
pub use write::{Format, Unprintable, press};
