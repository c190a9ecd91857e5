//! What the desk does not open.

use std::{fmt, io};

/// Why the desk does not open what stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The path leads through a link, or to one.
    Link,
    /// What stands there is a named pipe, a device or a socket. Opening one may wait for ever.
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
    /// Returns why an error came from here, if it did.
    pub(crate) fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl From<Refusal> for io::Error {
    fn from(refusal: Refusal) -> Self {
        Self::other(refusal)
    }
}
