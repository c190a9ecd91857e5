//! Kinds of files that the desk does not open.

use std::{fmt, io};

/// The reason why the desk does not open the entry at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The path contains a link.
    Link,
    /// The entry is a named pipe, a device or a socket. Opening it may block for ever.
    Special,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Link => "a link",
            Self::Special => "no regular file",
        })
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// Returns the refusal inside an I/O error, if there is one.
    pub(crate) fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl From<Refusal> for io::Error {
    fn from(refusal: Refusal) -> Self {
        Self::other(refusal)
    }
}
