//! Upkeep: the changes to memory files with time.
//!
//! [`plan`] states for an [`Act`] every change of a line or a file, before anything is done. Each change has its
//! [`Action`] and [`Priority`], and all changes together have their [`Risk`]. The plan also holds the files as they
//! will be. [`look`] lists the things to do.
//!
//! No act loses anything. An aged daily file goes to the archive as it is. Lines are taken out of a daily file only
//! where consolidation wrote them and the writer has not touched them since. A decision is never dropped and loses no
//! word. An archived file whose time is up goes for good. That act is asked for by its own name, and the file stays
//! with the run. [`Plan::verify`] checks a plan for all this before it is carried out.

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
