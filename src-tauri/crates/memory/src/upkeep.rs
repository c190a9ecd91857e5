//! Upkeep: the changes to memory files with time.
//!
//! [`plan`] lists each change of a line or a file that an [`Act`] will make, before it is made. Each change has its
//! [`Action`] and [`Priority`], and all changes together have their [`Risk`]. The plan also contains the files after
//! the act. [`look`] lists the work that is due.
//!
//! No act loses data. An aged daily file is archived unchanged. Lines are removed from a daily file only if
//! consolidation wrote them and the writer has not edited them. A decision is never dropped or shortened. An expired
//! file in the archive is removed for good. That act must be requested by its own name, and the run keeps a copy of the
//! file. [`Plan::verify`] checks a plan for all this before it is carried out.

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
pub use compact::DaySummary;
pub use planning::plan;
pub use risk::{Risk, Summary};
