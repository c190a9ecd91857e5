//! Inference: from the comparisons of acts to the hypotheses that the evidence supports.
//!
//! A [`ledger`] sums the log likelihood ratio of each picture of the writer over her choices. [`belief`] weighs the
//! pictures against each other, with [`beginning`] for tastes that began recently. `turning` finds a change of taste,
//! and [`verdict`] decides.

pub mod beginning;
pub mod belief;
pub mod ledger;
mod turning;
pub mod verdict;
