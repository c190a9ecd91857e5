//! One value for each of the three texts of a merge.

/// A value for the base and for each side, such as the text or a byte range.
#[derive(Clone)]
pub(super) struct Trio<T> {
    /// The value for the common base.
    pub(super) base: T,
    /// The value for `mine`.
    pub(super) mine: T,
    /// The value for `theirs`.
    pub(super) theirs: T,
}
