//! Consolidation: from a conversation to the memory files.
//!
//! A stretch of messages ([`message`]) goes to a model ([`prompt`]), which answers with a `save_memory` reply
//! ([`reply`]). A reply is hostile until each step has looked at it. [`routing`] finds the notes of the day.
//! [`sanitize`], [`preferences`] and [`guard`] say what the long-term memory may gain. [`merge`] joins it to the file
//! without losing a line, which [`account`] proves. [`pipeline`] has the order of the steps.
//!
//! No function here changes a file. No step can lose data that a later step needs, because the reply keeps its raw
//! text.

pub mod account;
#[cfg(any(test, feature = "testing"))]
pub mod arbitrary;
pub mod guard;
mod likeness;
pub mod merge;
pub mod message;
pub mod pipeline;
pub mod preferences;
pub mod prompt;
pub mod reply;
pub mod routing;
pub mod sanitize;
mod update;
