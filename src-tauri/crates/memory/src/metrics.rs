//! Metrics of the Markdown store: what is written about every act that changes memory, and how it is added up.
//!
//! A metric is one file a device, `observability/<metric>.<device>.jsonl`, and a row is one line of it. Rows hold
//! counts, codes, dates and names of files, and nothing the writer wrote: instead of a preview of a
//! text, a row has its length and its hash ([`Text`]), which is enough to tell two texts apart and to find the text
//! itself in the run's preimages.
//!
//! Every line has `ts`, `run_id` and `row`, the number of the row among those of its run. All rows of a run are written
//! in one append, and a run that was interrupted writes them again before another run begins. So the same row
//! twice stands next to its like, and is counted once by looking at nothing but the line before ([`summary`]).

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
