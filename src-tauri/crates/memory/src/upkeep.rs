//! Upkeep: what becomes of memory files with time.
//!
//! [`plan`] says for an [`Act`] what becomes of which line and which file, before anything is done: each change with
//! its [`Action`] and [`Priority`], all of them with their [`Risk`], and the files as they are after it. [`look`] says
//! what there is to do.
//!
//! Nothing is lost by any of it. An aged daily file goes to the archive as it is. Lines are taken out of a daily file
//! only where consolidation wrote them and the writer has not touched them since; a decision is never dropped and loses no
//! word. What goes for good, an archived file whose time is up, is asked for by its own name and stays with the
//! run. [`Plan::verify`] holds a plan to this before it is carried out.

mod audit;
mod changes;
mod check;
mod compact;
mod planning;
mod risk;
mod rows;
#[cfg(test)]
mod tests;
mod tidy;

pub use audit::{Finding, Kind, look};
pub use changes::{
    ARCHIVE, Act, Action, FileChange, Files, HISTORY, INSIGHTS, INSIGHTS_ARCHIVE, LineChange, Plan, Priority,
    Stayed, When, age, archived_day_of, day_of,
};
pub use check::Lost;
pub use compact::Entry;
pub use planning::plan;
pub use risk::{Risk, Summary};
