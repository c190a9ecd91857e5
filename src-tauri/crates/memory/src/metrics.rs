//! Metrics of the Markdown store: the rows written for each act that changes memory, and their sums.
//!
//! Each metric has one file per device, `observability/<metric>.<device>.jsonl`, with one row per line. Rows contain
//! counts, codes, dates and file names, but no text by the writer. Instead of a preview of a text, a row has its length
//! and its hash ([`Text`]). That is enough to distinguish two texts and to find the text in the run's preimages.
//!
//! Every line has `ts`, `run_id` and `row`, the number of the row among the rows of its run. All rows of a run are
//! written in one append, and a run that was interrupted writes them again before another run begins. So a repeated row
//! stands next to its first copy, and comparing each line with the line before is enough to count it once
//! ([`summary`]).

pub mod gates;
mod line;
mod row;
pub mod summary;
mod table;

pub use row::{
    CleanupRow, CompactedRow, ConversionRow, DailyRow, GuardRow, InsightsRow, Outcome, PreferenceRow,
    PromptRow, Removed, RoutingRow, Row, SanitizeRow, Text, UpdateRow, lines,
};
pub use table::{METRICS, Metric, ROUTING, Rate, Test, UPDATES};
