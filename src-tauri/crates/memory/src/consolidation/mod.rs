//! Consolidation: what a conversation leaves in the memory files.
//!
//! A stretch of messages ([`message`]) goes to a model ([`prompt`]), which answers with a `save_memory` reply
//! ([`reply`]). What stands in a reply is taken for hostile until each step has looked at it: [`history`] and
//! [`routing`] say what the story and the day gain, [`insights`] what was learned for a while, [`sanitize`],
//! [`preferences`] and [`guard`] what the long-term memory may gain, and [`merge`] joins it to what is there without
//! losing a line, which [`account`] proves. [`pipeline`] is the order of it all, and
//! [`policy`] how strict each is.
//!
//! Nothing here changes a file, and no step can lose what a later one needs: the reply keeps its raw text.

pub mod account;
#[cfg(any(test, feature = "testing"))]
pub mod arbitrary;
pub mod archive;
pub mod daily;
pub mod guard;
pub mod history;
pub mod insights;
mod likeness;
mod lines;
pub mod merge;
pub mod message;
pub mod pipeline;
pub mod policy;
pub mod preferences;
pub mod prompt;
pub mod reply;
pub mod routing;
pub mod sanitize;
mod update;
pub(crate) mod words;
