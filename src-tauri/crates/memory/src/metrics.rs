//! Metrics of the Markdown store: the rows written about every act that changes memory, and how they are added up.
//!
//! A metric is one file a device, `observability/<metric>.<device>.jsonl`, and a row is one line of it. Rows hold
//! counts, codes, dates and names of files, and nothing the writer wrote. Instead of a preview of a text, a row has its
//! length and its hash ([`Text`]). That is enough to tell two texts apart and to find the text itself in the run's
//! preimages.
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
    Cleanup, Compacted, Conversion, Daily, Guard, Kept, Outcome, Preference, Prompt, Removed, Routing, Row,
    Sanitize, Text, Update, lines,
};
pub use table::{METRICS, Metric, ROUTING, Rate, Test, UPDATES};
