//! The measures of a printed page, in points.

/// The font sizes of the text and of the notes, in points.
pub(super) const SIZE: f32 = 10.5;
pub(super) const NOTE: f32 = 8.5;

/// A5, a usual size of novels, in points.
pub(super) const WIDTH: f32 = 419.53;
pub(super) const HEIGHT: f32 = 595.28;
pub(super) const TOP: f32 = 56.0;
pub(super) const BOTTOM: f32 = 68.0;

/// The space between the text and the notes, including the line between them, in points.
pub(super) const ABOVE_NOTES: f32 = 12.0;
